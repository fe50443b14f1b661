import { randomUUID } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { gunzipSync, constants } from 'node:zlib';
import { KernelscopeError, messageOf } from '../../base/errors';
import type { FileForm, ImportOptions, ScriptNames } from '../../formats';
import {
  decodeKscope,
  decodeRecording,
  readChromeTrace,
  readCpuprofile,
  readPerfettoTrace,
  recogniseFile
} from '../../formats';
import { traceProfile } from '../../formats/nvprof/traceProfile';
import type { Profile } from '../../model/profile/profile';
import { validateProfile } from '../../model/validate/validate';
import { profileOfRecording } from '../../record/mirror/profileOfRecording';
import { classifyScript, displayFile } from '../../sources/v8/scripts/frameClassifier';
import { readSqliteHeader } from '../../sources/databases/sqliteHeader';
import { readCudaTraceFile } from '../files/cudaTraceFile';
import { inflationLimit } from '../../formats/shared/bytes/inflationLimit';
import { FinishedProfile } from './finishedProfile';
import { inflateBounded } from '../files/inflateBounded';

/** Files larger than this are refused before they are read, and so is what they inflate to. */
const MAX_PROFILE_FILE_BYTES = 1 << 30;

/** Files of CPU profiles, as they are shown from where the program was started. */
const SCRIPTS: ScriptNames = {
  kindOf: classifyScript,
  fileOf: url => displayFile(url, process.cwd())
};

/** A profile could not be read from a file; the message says why, and what it was taken for. */
export class ProfileFileError extends KernelscopeError {}

/**
 * Reads a `.kscope` file, a trace of Chrome's format (JSON), a Perfetto trace, a CPU profile of V8
 * (`.cpuprofile`), each gzipped or not, or a database of nvprof or Nsight Systems; which of them is
 * told by the content, whatever the file is called. One that was cut off gives what is intact, marked
 * `truncated`; databases excepted.
 *
 * @throws ProfileFileError for a file that is absent, too large, none of these, or of a newer
 *   version.
 */
export function loadProfile(file: string): FinishedProfile {
  try {
    const isDatabase = readSqliteHeader(file) !== null;
    return new FinishedProfile(isDatabase ? profileOfDatabase(file) : profileOfFile(file));
  } catch (error) {
    throw new ProfileFileError(`Cannot load ${file}: ${messageOf(error)}`, { cause: error });
  }
}

function profileOfFile(file: string): Profile {
  const { size } = statSync(file);
  if (size > MAX_PROFILE_FILE_BYTES) {
    throw new ProfileFileError(`it has ${size} bytes, more than ${MAX_PROFILE_FILE_BYTES}`);
  }
  const stored = readFileSync(file);
  return profileOfBytes(recogniseFile(stored) === 'gzip' ? gunzip(stored) : stored, file);
}

function profileOfBytes(bytes: Uint8Array, file: string): Profile {
  const form = recogniseFile(bytes);
  switch (form) {
    case 'json':
      return takenFor('a trace of Chrome’s format', () => readChromeTrace(bytes, factsOf(file)));
    case 'cpuprofile':
      return takenFor('a CPU profile of V8', () => readCpuprofile(bytes, factsOf(file), SCRIPTS));
    case 'perfetto':
      return takenFor('a Perfetto trace', () => readPerfettoTrace(bytes, factsOf(file)));
    case 'heapprofile':
      throw new ProfileFileError(
        'it is an allocation profile of V8 (.heapprofile), which is not supported'
      );
    case 'sqlite':
      throw new ProfileFileError('it is a gzipped database; unpack it first');
    case 'gzip':
      throw new ProfileFileError('it is gzipped twice; unpack it first');
    default:
      return profileOfKscope(bytes, form);
  }
}

function profileOfKscope(bytes: Uint8Array, form: FileForm): Profile {
  if (form === 'kscope') {
    const recording = decodeRecording(bytes, inflateBounded);
    if (recording) return validateProfile(profileOfRecording(recording));
    return decodeKscope(bytes, { inflate: inflateBounded });
  }
  throw new ProfileFileError(
    form === 'empty'
      ? 'it is empty'
      : 'it is no .kscope file, no trace of Chrome (JSON) or Perfetto, and no database of nvprof ' +
          'or Nsight Systems'
  );
}

function takenFor(what: string, read: () => Profile): Profile {
  try {
    return read();
  } catch (error) {
    throw new ProfileFileError(`taken for ${what}: ${messageOf(error)}`, { cause: error });
  }
}

/** What is gzipped, as much of it as there is. */
function gunzip(stored: Uint8Array): Uint8Array {
  try {
    return gunzipSync(stored, {
      maxOutputLength: inflationLimit(stored.length, MAX_PROFILE_FILE_BYTES),
      finishFlush: constants.Z_SYNC_FLUSH
    });
  } catch (error) {
    throw new ProfileFileError(`taken for gzipped: ${messageOf(error)}`, { cause: error });
  }
}

function profileOfDatabase(file: string): Profile {
  return traceProfile(readCudaTraceFile(file), factsOf(file));
}

const ENDINGS =
  /\.(gz|json|perfetto-trace|pftrace|pt|trace|kscope|nvprof|nsys|sqlite|cpuprofile)$/i;

/** The name of a file without its endings, and when it was written. */
function factsOf(file: string): ImportOptions {
  let name = basename(file);
  while (ENDINGS.test(name) && name.indexOf('.') > 0) name = name.replace(ENDINGS, '');
  return { id: randomUUID(), name, writtenAtMs: statSync(file).mtimeMs };
}
