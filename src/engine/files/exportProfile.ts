import { deflateRawSync, gzipSync } from 'node:zlib';
import type { AggregateSection } from '../../analysis';
import { formatBytes } from '../../base/text';
import { assertUnreachable } from '../../base/unreachable';
import {
  chromeTraceLosses,
  cpuprofileLosses,
  encodeChromeTrace,
  encodeCpuprofile,
  encodeFolded,
  encodeKinetoTrace,
  encodeKscope,
  encodePerfetto,
  encodePprof,
  encodeSpeedscope,
  lacksSamples,
  memoryFlowSvg,
  NO_ALLOCATIONS_NOTE,
  profileCsv,
  profileDocument
} from '../../formats';
import type { SampledFormat } from '../../formats';
import type { Profile } from '../../model/profile/profile';
import type { OutputFile, OutputFormat } from '../../settings/table/outputFile';
import { outputFile, writableExtensions } from '../../settings/table/outputFile';
import { OutputFileError, writeFileAtomically } from './atomicWrite';

/** One line that says what was written, and what the format left out. */
export function savedFileText({ path, sizeBytes, losses, note = '' }: SavedFile): string {
  const missing = losses.length === 0 ? '' : ` Not in this format: ${losses.join(', ')}.`;
  return `Wrote ${path} (${formatBytes(sizeBytes)}).${missing}${note && ` ${note}`}`;
}

/** Level 1: a tenth of the time of the default for a few percent more bytes. */
const FAST = { level: 1 };

const LINE_END = 10;

/** A file that a profile was written to. */
export interface SavedFile {
  readonly path: string;
  readonly sizeBytes: number;
  /** What the format cannot hold of this profile, such as `200 CPU samples`. */
  readonly losses: readonly string[];
  /** A sentence that says why the file is empty, if it is. */
  readonly note?: string;
}

/**
 * Writes a profile to `path` in the format of its ending.
 *
 * @throws OutputFileError for an unknown ending or a path that cannot be written.
 */
export function exportProfile(
  profile: Profile,
  sections: readonly AggregateSection[],
  path: string
): SavedFile {
  const output = outputFile(path);
  if (!output) {
    const known = writableExtensions().join(' ');
    throw new OutputFileError(`Cannot write ${path}: end it in one of ${known}`);
  }
  return writeOutput({ profile, sections: () => sections, words: 'kineto' }, output);
}

/** The file that `dump` writes: what its ending stands for, Chrome JSON for any other. */
export function dumpOutput(path: string): OutputFile {
  return outputFile(path) ?? { path, format: 'chrome', gzip: false };
}

/** A profile on its way into a file. */
export interface ExportedProfile {
  readonly profile: Profile;
  /** Its statistics, for formats that hold them. */
  readonly sections: () => readonly AggregateSection[];
  /**
   * Whose names of categories and arguments a Chrome trace has; see `encodeKinetoTrace`. Those of the
   * profile unless stated, as MXNet has them.
   */
  readonly words?: 'recorded' | 'kineto';
}

/**
 * Writes a profile to a file in a given format, see {@link writeEncoded}.
 *
 * @throws OutputFileError for a path that cannot be written.
 */
export function writeOutput(
  exported: ExportedProfile,
  output: OutputFile,
  leastBytes = 0
): SavedFile {
  const sizeBytes = writeEncoded(encodeOutput(exported, output), output, leastBytes);
  const { profile } = exported;
  const saved = { path: output.path, sizeBytes, losses: lossesOf(profile, output.format) };
  const note = emptyNote(profile, output.format);
  return note === null ? saved : { ...saved, note };
}

/** Why a file of that format shows nothing of `profile`; null when it shows something. */
function emptyNote(profile: Profile, format: OutputFormat): string | null {
  if (isSampled(format)) return lacksSamples(profile, format) ? EMPTY_NOTE : null;
  const lacksMemory = format === 'memoryFlow' && profile.allocations.length === 0;
  return lacksMemory ? NO_ALLOCATIONS_NOTE : null;
}

/** Said of files of formats that hold samples alone. */
const EMPTY_NOTE = 'It is empty: this format holds CPU samples, and the profile has none.';

function isSampled(format: OutputFormat): format is SampledFormat {
  return format === 'cpuprofile' || format === 'pprof';
}

function lossesOf(profile: Profile, format: OutputFormat): readonly string[] {
  if (format === 'chrome') return chromeTraceLosses(profile);
  return format === 'cpuprofile' ? cpuprofileLosses(profile) : [];
}

/** The bytes of a file of that format, gzipped where its ending says so. */
export function encodeOutput(exported: ExportedProfile, { format, gzip }: OutputFile): Uint8Array {
  const bytes = encode(exported, format);
  return gzip ? gzipSync(bytes, FAST) : bytes;
}

/**
 * Writes encoded bytes and returns how many. JSON that is shorter than `leastBytes` is followed by as
 * many line ends as are missing, which readers skip: so a file that is written anew never shrinks.
 *
 * @throws OutputFileError for a path that cannot be written.
 */
export function writeEncoded(
  bytes: Uint8Array,
  { path, format, gzip }: OutputFile,
  leastBytes: number
): number {
  const isText = format === 'chrome' && !gzip;
  const written = isText && bytes.length < leastBytes ? padded(bytes, leastBytes) : bytes;
  writeFileAtomically(path, written);
  return written.length;
}

function padded(bytes: Uint8Array, length: number): Uint8Array {
  const longer = new Uint8Array(length).fill(LINE_END);
  longer.set(bytes);
  return longer;
}

function encode({ profile, sections, words }: ExportedProfile, format: OutputFormat): Uint8Array {
  switch (format) {
    case 'perfetto':
      return encodePerfetto(profile);
    case 'chrome':
      return words === 'kineto' ? encodeKinetoTrace(profile) : encodeChromeTrace(profile);
    case 'speedscope':
      return encodeSpeedscope(profile);
    case 'cpuprofile':
      return encodeCpuprofile(profile);
    case 'pprof':
      return encodePprof(profile);
    case 'folded':
      return encodeFolded(profile);
    case 'html':
      return Buffer.from(profileDocument(profile));
    case 'csv':
      return Buffer.from(profileCsv(profile, sections()));
    case 'memoryFlow':
      return Buffer.from(memoryFlowSvg(profile));
    case 'kscope':
      return encodeKscope(profile, { deflate: bytes => deflateRawSync(bytes, FAST) });
    default:
      return assertUnreachable(format);
  }
}
