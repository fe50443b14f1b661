import { KernelscopeError, messageOf } from '../base/errors';
import { isObject } from '../base/isObject';
import { SQLITE } from '../base/sqlRows';
import { joinWords } from '../base/text';
import type { FormatReader, ReadContext, RefusedFormat } from '../formats/shared/format';
import { FileStart } from '../formats/shared/imported/fileStart';
import { FORMATS } from '../formats/table';
import type { Profile } from '../model/profile/profile';
import { salvageProfile } from '../model/validate/validate';
import type { StoredRecording } from '../model/profile/recordedPart';
import { type PlacedSamples, profileOfRecording } from '../record/mirror/profileOfRecording';

/** Larger files are refused before they are read, and so are files that decompress to more. */
export const MAX_PROFILE_FILE_BYTES = 1 << 30;

/** The first bytes of gzipped files. */
export const GZIP = '\x1f\x8b';

/** Endings of files that may be profiles, the last of which is not part of the name of one. */
export const PROFILE_ENDINGS =
  /\.(gz|json|perfetto-trace|pftrace|pt|trace|kscope|nvprof|nsys|sqlite|cpuprofile|heapprofile|speedscope|pb|pprof|prof|folded|collapsed)$/i;

/**
 * A profile could not be read from a file; the message gives the reason, and the assumed kind of file.
 */
export class ProfileFileError extends KernelscopeError {}

/** What is known of a file besides its bytes, and what unpacks its parts. */
export interface FileContext extends Omit<ReadContext, 'profileOf'> {
  /** Places the samples of a recording that had not ended; absent where that cannot be done. */
  readonly placeSamples?: (recording: StoredRecording) => PlacedSamples;
}

/**
 * The profile in the bytes of a file in one of the formats of `FORMATS`, which is told by its content. The bytes are
 * those of the unpacked file where it was gzipped. Of a file that was cut off the intact part is read and marked
 * `truncated`.
 *
 * @throws ProfileFileError for bytes that are none of these, or damaged
 */
export function profileOfBytes(bytes: Uint8Array, context: FileContext): Profile {
  if (bytes.length === 0) throw new ProfileFileError('it is empty');
  const start = new FileStart(bytes);
  if (start.startsWith(SQLITE)) {
    throw new ProfileFileError(
      'it is a database in a gzipped file or a pipe; unpack it into a file'
    );
  }
  if (start.startsWith(GZIP)) throw new ProfileFileError('it is gzipped twice; unpack it first');
  const reader = readerOf(start);
  if (reader === undefined) throw new ProfileFileError(unknownText(start));
  if (reader.from === 'nothing') {
    throw new ProfileFileError(`it is ${reader.name}, ${reader.refusal}`);
  }
  const profileOf: ReadContext['profileOf'] = recording =>
    salvageProfile(profileOfRecording(recording, context.placeSamples?.(recording) ?? null));
  try {
    return reader.decode(bytes, { ...context, profileOf });
  } catch (error) {
    throw new ProfileFileError(`taken for ${reader.name}: ${messageOf(error)}`, { cause: error });
  }
}

/** The reader that is certain of a file, else one to which it may belong. */
export function readerOf(start: FileStart): FormatReader | RefusedFormat | undefined {
  const readers = FORMATS.flatMap(({ read }) =>
    read === undefined || read.from === 'database' ? [] : [read]
  );
  const finds = readers.map(reader => ({ reader, match: reader.recognise(start) }));
  const found = finds.find(({ match }) => match === 'certain') ?? finds.find(({ match }) => match);
  return found?.reader;
}

/** The name of a profile in a file without one: that of the file without its endings. */
export function profileName(fileName: string): string {
  let name = fileName;
  while (PROFILE_ENDINGS.test(name) && name.indexOf('.') > 0) {
    name = name.replace(PROFILE_ENDINGS, '');
  }
  return name;
}

/** Bytes of files of which {@link nothingRead} has to know the content: larger ones hold something. */
export const MAX_EMPTY_BYTES = 4096;

/**
 * Why a file that holds something has made a profile without anything in it; null for any other. `content` is that of
 * the unpacked file, null where it is larger than {@link MAX_EMPTY_BYTES}.
 */
export function nothingRead(profile: Profile, content: () => Uint8Array | null): string | null {
  if (!isEmptyProfile(profile) || profile.meta.runtime !== '') return null;
  const told = profile.sources.map(({ message }) => message).find(message => message !== '');
  if (!holdsSomething(content, told === undefined)) return null;
  return `nothing in it is read${told === undefined ? '' : `. ${told}`}`;
}

/** True if nothing at all was recorded. */
export function isEmptyProfile(profile: Profile): boolean {
  const { slices, samples, instants, counters, allocations, heapSamples, meta } = profile;
  const tables = [slices, samples, instants, counters, allocations, heapSamples];
  return tables.every(({ length }) => length === 0) && meta.dropped.slices === 0;
}

/** False for JSON whose lists are all empty, and for what a reader that `isSilent` knows to have nothing. */
function holdsSomething(content: () => Uint8Array | null, isSilent: boolean): boolean {
  const bytes = content();
  if (bytes === null) return true;
  const json = jsonIn(bytes);
  const reader = readerOf(new FileStart(bytes));
  if (isSilent && reader?.from === 'bytes' && reader.hasNothing?.(json)) return false;
  return json === null || hasElements(json);
}

function jsonIn(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}

function hasElements(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return isObject(value) && Object.values(value).some(hasElements);
}

/** Why a file has no reader. */
function unknownText(start: FileStart): string {
  const formats = readableFormats();
  if (!start.isJson) return `it is neither ${formats}`;
  const { damage } = start;
  if (damage !== null) return `it is JSON of no format that is known, and damaged: ${damage}`;
  return `it is JSON, but neither ${formats}`;
}

function readableFormats(): string {
  return joinWords(
    FORMATS.flatMap(({ read }) =>
      read === undefined || read.from === 'nothing' ? [] : [read.name]
    ),
    'nor'
  );
}
