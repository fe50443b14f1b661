import { randomUUID } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { parse } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { KernelscopeError, messageOf } from '../base/errors';
import { decodeKscope } from '../formats';
import { traceProfile } from '../formats/nvprof/traceProfile';
import type { Profile } from '../model/profile';
import { readSqliteHeader } from '../sources/sqliteHeader';
import { readCudaTraceFile } from './cudaTraceFile';
import { FinishedProfile } from './finishedProfile';

/** Files larger than this are refused before they are read. */
const MAX_PROFILE_FILE_BYTES = 1 << 30;

/** A profile could not be read from a file; the message says why. */
export class ProfileFileError extends KernelscopeError {}

/**
 * Reads a `.kscope` file, or a database of nvprof or Nsight Systems, whatever the file is called. A
 * `.kscope` file that was cut off gives what is intact, marked `truncated`.
 *
 * @throws ProfileFileError for a file that is absent, too large, not a profile, or of a newer
 *   version.
 */
export function loadProfile(file: string): FinishedProfile {
  try {
    const isDatabase = readSqliteHeader(file) !== null;
    return new FinishedProfile(isDatabase ? profileOfTrace(file) : profileOfKscope(file));
  } catch (error) {
    throw new ProfileFileError(`Cannot load ${file}: ${messageOf(error)}`, { cause: error });
  }
}

function profileOfKscope(file: string): Profile {
  const { size } = statSync(file);
  if (size > MAX_PROFILE_FILE_BYTES) {
    throw new ProfileFileError(`it has ${size} bytes, more than ${MAX_PROFILE_FILE_BYTES}`);
  }
  const inflate = (bytes: Uint8Array, rawBytes: number): Uint8Array =>
    inflateRawSync(bytes, { maxOutputLength: Math.max(1, rawBytes) });
  return decodeKscope(readFileSync(file), { inflate });
}

function profileOfTrace(file: string): Profile {
  return traceProfile(readCudaTraceFile(file), {
    id: randomUUID(),
    name: parse(file).name,
    writtenAtMs: statSync(file).mtimeMs
  });
}
