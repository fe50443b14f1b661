import { deflateRawSync, gzipSync } from 'node:zlib';
import type { AggregateSection } from '../analysis';
import { formatBytes } from '../base/text';
import { assertUnreachable } from '../base/unreachable';
import {
  chromeTraceLosses,
  encodeChromeTrace,
  encodeKscope,
  encodePerfetto,
  profileCsv,
  profileDocument
} from '../formats';
import type { Profile } from '../model/profile';
import type { OutputFile, OutputFormat } from '../options/outputFile';
import { outputFile, writableExtensions } from '../options/outputFile';
import { OutputFileError, writeFileAtomically } from './atomicWrite';

/** One line that says what was written, and what the format left out. */
export function savedFileText({ path, sizeBytes, losses }: SavedFile): string {
  const missing = losses.length === 0 ? '' : ` Not in this format: ${losses.join(', ')}.`;
  return `Wrote ${path} (${formatBytes(sizeBytes)}).${missing}`;
}

/** Level 1: a tenth of the time of the default for a few percent more bytes. */
const FAST = { level: 1 };

/** A file that a profile was written to. */
export interface SavedFile {
  readonly path: string;
  readonly sizeBytes: number;
  /** What the format cannot hold of this profile, such as `200 CPU samples`. */
  readonly losses: readonly string[];
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
  const stored = encodeOutput(profile, sections, output);
  writeFileAtomically(path, stored);
  const losses = output.format === 'chrome' ? chromeTraceLosses(profile) : [];
  return { path, sizeBytes: stored.length, losses };
}

/** The bytes of a file of that format, gzipped where its ending says so. */
export function encodeOutput(
  profile: Profile,
  sections: readonly AggregateSection[],
  { format, gzip }: OutputFile
): Uint8Array {
  const bytes = encode(profile, sections, format);
  return gzip ? gzipSync(bytes, FAST) : bytes;
}

function encode(
  profile: Profile,
  sections: readonly AggregateSection[],
  format: OutputFormat
): Uint8Array {
  switch (format) {
    case 'perfetto':
      return encodePerfetto(profile);
    case 'chrome':
      return encodeChromeTrace(profile);
    case 'html':
      return Buffer.from(profileDocument(profile));
    case 'csv':
      return Buffer.from(profileCsv(profile, sections));
    case 'kscope':
      return encodeKscope(profile, { deflate: bytes => deflateRawSync(bytes, FAST) });
    default:
      return assertUnreachable(format);
  }
}
