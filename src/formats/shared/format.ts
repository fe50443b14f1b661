import type { Translator } from '../../base/translator';
import type { Demangle } from '../../base/text';
import type { SqlRows } from '../../base/sqlRows';
import type { AggregateSection } from '../../analysis/statistics/aggregateTypes';
import type { BundleComparison } from '../../model/output/comparison';
import type { Findings } from '../../model/output/findings';
import type { Profile } from '../../model/profile/profile';
import type { StoredRecording } from '../../model/profile/recordedPart';
import type { Deflate, Inflate } from './compression';
import type { FileStart } from './imported/fileStart';
import type { ImportOptions } from './imported/importedTrace';
import type { ScriptNames } from './imported/importedFrames';
import { hasCpuSamples } from './rows/callPath';

/** A file format that profiles are written to, read from, or both. `table.ts` lists them all. */
export interface ProfileFormat {
  readonly id: string;
  /** Its name in menus, such as `Perfetto trace`. */
  title(trans: Translator): string;
  readonly mediaType: string;
  /** The endings of its files; the first is the one that files are saved with where nobody chose. */
  readonly endings: readonly FormatEnding[];
  readonly write?: FormatWriter;
  readonly read?: FormatReader | RefusedFormat | DatabaseReader;
}

/** An ending of file names. */
export interface FormatEnding {
  /** With its dot. An ending in `.gz` means a gzipped file. */
  readonly ending: string;
  /** The text that help shows beside it. */
  readonly help: string;
}

/** A profile on its way into a file. */
export interface FormatInput {
  readonly profile: Profile;
  /** Its statistics, for formats that hold them; where absent they are computed from the profile. */
  readonly sections?: () => readonly AggregateSection[];
  /** Its findings, for formats that show them; where absent none are shown. */
  readonly found?: () => Findings;
  /** What changed from another profile, for formats that show it; null or absent without one. */
  readonly comparison?: BundleComparison | null;
  /**
   * The names of categories and arguments in a Chrome trace: PyTorch's (`kineto`), or those of the
   * profile, which is the default.
   */
  readonly words?: 'recorded' | 'kineto';
  /** Compresses parts of a file, for formats that hold compressed parts; they are stored without it. */
  readonly deflate?: Deflate;
}

/** How profiles are written in a format. */
export interface FormatWriter {
  /** The file; it depends on nothing but `input`. */
  encode(input: FormatInput): Uint8Array;
  /** A few words about the contents of the file of a profile, or of any for null. */
  contents(profile: Profile | null, trans: Translator): string;
  /**
   * The parts of a profile that the format cannot hold, such as `200 CPU samples`; by default nothing.
   */
  losses?(profile: Profile): readonly string[];
  /** Whether the file would show nothing of a profile; by default never. */
  lacks?(profile: Profile, trans: Translator): EmptyFile | null;
  /** Whether menus leave the format out if it would show nothing. */
  readonly isHiddenWhenEmpty?: true;
  /** `statistics` if a profile with all statistics and a part of its slices makes the whole file. */
  readonly needs?: 'statistics';
}

/** Why a file shows nothing of a profile. */
export interface EmptyFile {
  /** A sentence for users who have written the file. */
  readonly note: string;
  /** A few words for users who may write it. */
  readonly hint: string;
}

/** The information for readers besides the bytes of a file. */
export interface ReadContext {
  readonly facts: ImportOptions;
  readonly scripts: ScriptNames;
  readonly inflate: Inflate;
  /** The profile of a recording that was kept in a file and had not ended. */
  readonly profileOf: (recording: StoredRecording) => Profile;
}

/** How a file is recognised, whatever its name: by its content. */
interface RecognisedFormat {
  /** The name of a file of this format in errors, such as `a Perfetto trace`. */
  readonly name: string;
  /** `possible` where the file is read in this format unless another one is certain. */
  recognise(start: FileStart): 'certain' | 'possible' | null;
}

/** How profiles are read from the bytes of a file. */
export interface FormatReader extends RecognisedFormat {
  readonly from: 'bytes';
  /** @throws KernelscopeError where the file is damaged or too large */
  decode(bytes: Uint8Array, context: ReadContext): Profile;
  /**
   * Whether a small file of which nothing is read, and no more was told, has nothing to read; where absent, only JSON with
   * empty lists alone does. `json` is the parsed content, or null if it is not JSON.
   */
  hasNothing?(json: unknown): boolean;
}

/** A format that is recognised, so that an error can name it, and not read. */
export interface RefusedFormat extends RecognisedFormat {
  readonly from: 'nothing';
  /** The end of the sentence `it is NAME, `. */
  readonly refusal: string;
}

export interface DatabaseContext {
  readonly facts: ImportOptions;
  readonly demangle: Demangle;
}

/** How profiles are read from an SQLite database. */
export interface DatabaseReader {
  readonly from: 'database';
  readonly name: string;
  /** @throws KernelscopeError for a database of something else, or one beyond the limits */
  decode(database: SqlRows, context: DatabaseContext): Profile;
}

/** Why a file that holds CPU samples alone shows nothing of a profile without any; null for others. */
export function withoutSamples(profile: Profile, trans: Translator): EmptyFile | null {
  if (hasCpuSamples(profile)) return null;
  return {
    note: 'It is empty: this format holds CPU samples, and the profile has none.',
    hint: trans.__('Would be empty: this profile has no CPU samples')
  };
}

/** A file to write a profile to. */
export interface OutputFile {
  readonly path: string;
  /** The id of a format in {@link FORMATS} that can be written. */
  readonly format: string;
  /** Whether the bytes are gzipped. */
  readonly gzip: boolean;
}
