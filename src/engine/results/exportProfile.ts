import { deflateRawSync, gzipSync } from 'node:zlib';
import type { AggregateSection } from '../../analysis';
import { findingsWithCauses } from '../../open/findingsWithCauses';
import type { Findings } from '../../model/output/findings';
import { UNTRANSLATED } from '../../base/translator';
import { formatBytes } from '../../base/text';
import { FORMATS } from '../../formats/table';
import { outputFile, writableExtensions } from '../../settings/table/outputFile';
import type { FormatInput, FormatWriter, OutputFile } from '../../formats/shared/format';
import { dropNotes } from '../../report/text/profileNotes';
import type { Profile } from '../../model/profile/profile';
import { OutputFileError, writeFileAtomically, type SavedFile } from './atomicWrite';

/** One line about a written file, the data that the format left out, and what was not recorded of it. */
export function savedFileText({ path, sizeBytes, losses, drops = [], note }: SavedFile): string {
  const missing = losses.length === 0 ? [] : [`Not in this format: ${losses.join(', ')}.`];
  const notes = note === undefined ? [] : [note];
  return [`Wrote ${path} (${formatBytes(sizeBytes)}).`, ...missing, ...drops, ...notes].join(' ');
}

/** Level 1: a tenth of the time of the default for a few percent more bytes. */
const FAST = { level: 1 };

const LINE_END = 10;

/**
 * Writes a profile to `path` in the format of its ending.
 *
 * @throws OutputFileError for an unknown ending or a path that cannot be written.
 */
export function exportProfile(
  profile: Profile,
  sections: readonly AggregateSection[],
  path: string,
  found?: () => Findings
): SavedFile {
  const output = outputFile(path);
  if (!output) {
    const known = writableExtensions().join(' ');
    throw new OutputFileError(`Cannot write ${path}: its name must end in one of ${known}`);
  }
  return writeOutput({ profile, sections: () => sections, found, words: 'kineto' }, output);
}

/** The format of a file of `dump`: by its ending, Chrome JSON for any other. */
export function dumpOutput(path: string): OutputFile {
  return outputFile(path) ?? { path, format: 'chrome', gzip: false };
}

/**
 * Writes a profile to a file in a given format, see {@link writeEncoded}.
 *
 * @throws OutputFileError for a path that cannot be written.
 */
export function writeOutput(input: FormatInput, output: OutputFile, leastBytes = 0): SavedFile {
  const sizeBytes = writeEncoded(encodeOutput(input, output), output, leastBytes);
  const writer = writerOf(output.format);
  const { profile } = input;
  const losses = writer.losses?.(profile) ?? [];
  const note = writer.lacks?.(profile, UNTRANSLATED)?.note;
  const drops = dropNotes(profile);
  return { path: output.path, sizeBytes, losses, drops, ...(note !== undefined && { note }) };
}

/** The bytes of a file in that format, gzipped according to its ending. */
export function encodeOutput(input: FormatInput, { format, gzip }: OutputFile): Uint8Array {
  const deflate = (part: Uint8Array): Uint8Array => deflateRawSync(part, FAST);
  const { found = () => findingsWithCauses(input.profile) } = input;
  const bytes = writerOf(format).encode({ ...input, found, deflate });
  return gzip ? gzipSync(bytes, FAST) : bytes;
}

/**
 * Writes encoded bytes and returns their number. JSON shorter than `leastBytes` is padded with line
 * ends, which readers skip, so that a rewritten file never shrinks.
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

function writerOf(format: string): FormatWriter {
  const writer = FORMATS.find(({ id }) => id === format)?.write;
  if (writer === undefined) throw new OutputFileError(`No profile can be written as ${format}`);
  return writer;
}
