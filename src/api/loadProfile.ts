import { readFileSync, statSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';
import { KernelscopeError, messageOf } from '../base/errors';
import { decodeKscope } from '../formats';
import { FinishedProfile } from './finishedProfile';

/** Files larger than this are refused before they are read. */
const MAX_PROFILE_FILE_BYTES = 1 << 30;

/** A profile could not be read from a file; the message says why. */
export class ProfileFileError extends KernelscopeError {}

/**
 * Reads a `.kscope` file. One that was cut off gives what is intact, marked `truncated`.
 *
 * @throws ProfileFileError for a file that is absent, too large, not a profile, or of a newer
 *   version.
 */
export function loadProfile(file: string): FinishedProfile {
  try {
    const { size } = statSync(file);
    if (size > MAX_PROFILE_FILE_BYTES) {
      throw new ProfileFileError(`it has ${size} bytes, more than ${MAX_PROFILE_FILE_BYTES}`);
    }
    const inflate = (bytes: Uint8Array, rawBytes: number) =>
      inflateRawSync(bytes, { maxOutputLength: Math.max(1, rawBytes) });
    return new FinishedProfile(decodeKscope(readFileSync(file), { inflate }));
  } catch (error) {
    throw new ProfileFileError(`Cannot load ${file}: ${messageOf(error)}`, { cause: error });
  }
}
