import { deflateRawSync, gzipSync } from 'node:zlib';
import type { AggregateSection } from '../analysis';
import { assertUnreachable } from '../base/unreachable';
import {
  encodeChromeTrace,
  encodeKscope,
  encodePerfetto,
  profileCsv,
  profileDocument
} from '../formats';
import type { Profile } from '../model/profile';
import type { OutputFormat } from '../options/outputFile';
import { outputFile, writableExtensions } from '../options/outputFile';
import { OutputFileError, writeFileAtomically } from './atomicWrite';

/** Level 1: a tenth of the time of the default for a few percent more bytes. */
const FAST = { level: 1 };

/**
 * Writes a profile to `path` in the format of its ending and returns the bytes written.
 *
 * @throws OutputFileError for an unknown ending or a path that cannot be written.
 */
export function exportProfile(
  profile: Profile,
  sections: readonly AggregateSection[],
  path: string
): number {
  const output = outputFile(path);
  if (!output) {
    const known = writableExtensions().join(' ');
    throw new OutputFileError(`Cannot write ${path}: end it in one of ${known}`);
  }
  const bytes = encode(profile, sections, output.format);
  const stored = output.gzip ? gzipSync(bytes, FAST) : bytes;
  writeFileAtomically(path, stored);
  return stored.length;
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
