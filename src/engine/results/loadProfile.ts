import { randomUUID } from 'node:crypto';
import { statSync, existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join, posix } from 'node:path';
import { gunzipSync, constants } from 'node:zlib';
import { fileReasonOf, messageOf } from '../../base/errors';
import type { ScriptNames } from '../../formats/shared/imported/importedFrames';
import type { ImportOptions } from '../../formats/shared/imported/importedTrace';
import { FileStart } from '../../formats/shared/imported/fileStart';
import { FORMATS } from '../../formats/table';
import { type Profile, FrameKind } from '../../model/profile/profile';
import type { StoredRecording } from '../../model/profile/recordedPart';
import type { PlacedSamples } from '../../record/mirror/profileOfRecording';
import { placePieces } from '../../sources/v8/cpu/sampledPieces';
import { FileMapper } from '../../sources/v8/scripts/fileMapper';
import { identityMapper } from '../../sources/v8/scripts/sourceMapper';
import { readSqliteHeader } from '../../sources/databases/sqliteHeader';
import { demangler } from '../../native/demangler';
import { type LockPlace, SqliteFile } from '../../sources/databases/sqliteFile';
import { inflationLimit } from '../../formats/shared/compression';
import {
  GZIP,
  MAX_EMPTY_BYTES,
  MAX_PROFILE_FILE_BYTES,
  nothingRead,
  ProfileFileError,
  profileName,
  profileOfBytes
} from '../../open/readProfile';
import { RecordedProfile } from './recordedProfile';
import { inflateBounded, readWithin } from './readWithin';
import { textPath } from '../../sources/v8/scripts/frameClassifier';
import { classifyScript, isWasm } from '../../model/profile/scriptKind';
import { ScriptMap } from '../../sources/v8/scripts/scriptMap';

/**
 * Reads a profile from a file or a pipe, as the function of that name does that programs import.
 *
 * @throws ProfileFileError for a file that is absent, too large, of no known format, or of a newer version.
 */
export function loadProfile(file: string): RecordedProfile {
  return load(file, 'beside');
}

/**
 * As {@link loadProfileThatTells}, but writes nothing where the file lies, not even the lock of a reader of
 * databases, and reads no files that the profile names.
 *
 * @throws ProfileFileError
 */
export function loadProfileUntouched(file: string): RecordedProfile {
  return telling(load(file, 'elsewhere'), file);
}

/**
 * As {@link loadProfile}, for who is going to say what a file holds: one that holds something of which nothing
 * was read is no profile, and not an empty one.
 *
 * @throws ProfileFileError
 */
export function loadProfileThatTells(file: string): RecordedProfile {
  return telling(loadProfile(file), file);
}

function telling(profile: RecordedProfile, file: string): RecordedProfile {
  const reason = nothingRead(profile.data, () => smallContent(file));
  if (reason === null) return profile;
  throw new ProfileFileError(`Cannot load ${file}: ${reason}`);
}

const isDigits = (text: unknown): text is string =>
  typeof text === 'string' && /^\d{1,19}$/.test(text);

/** The content of a small file; null for any other, and for what is no file. */
function smallContent(file: string): Uint8Array | null {
  if (!statSync(file).isFile() || statSync(file).size > MAX_EMPTY_BYTES) return null;
  return unpacked(readWithin(file, MAX_EMPTY_BYTES));
}

function load(file: string, lock: LockPlace): RecordedProfile {
  try {
    // A pipe is read once: the next reader would miss what was taken from it.
    const isDatabase = statSync(file).isFile() && readSqliteHeader(file) !== null;
    const maps = lock === 'beside' ? 'beside scripts' : 'beside the profile';
    return new RecordedProfile(
      isDatabase ? profileOfDatabase(file, lock) : profileOfFile(file, maps)
    );
  } catch (error) {
    throw new ProfileFileError(`Cannot load ${file}: ${fileReasonOf(error)}`, { cause: error });
  }
}

function profileOfFile(file: string, maps: MapPlace): Profile {
  return profileOfBytes(unpacked(readWithin(file, MAX_PROFILE_FILE_BYTES)), {
    facts: factsOf(file),
    scripts: savedScripts(file, maps),
    inflate: inflateBounded,
    placeSamples: recording => placeSamples(recording, maps)
  });
}

/** Samples are taken on Linux alone; their scripts are looked for only where they may be those that ran. */
function placeSamples(
  { takenSamples = [], folder, meta }: StoredRecording,
  maps: MapPlace
): PlacedSamples {
  const { host, originNs } = (meta ?? {}) as Partial<Profile['meta']>;
  const mayBeHere = maps === 'beside scripts' && process.platform === 'linux';
  const isHere = mayBeHere && host === hostname();
  const mapper = isHere ? FileMapper.ofProcess([]) : identityMapper;
  const place = { originNs: BigInt(isDigits(originNs) ? originNs : 0), folder, mapper };
  return placePieces(takenSamples, place);
}

function unpacked(stored: Uint8Array): Uint8Array {
  return new FileStart(stored).startsWith(GZIP) ? gunzip(stored) : stored;
}

/** The decompressed content of a gzipped file, as far as it goes. */
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

/** The profile of the first format that can read the database. */
function profileOfDatabase(file: string, lock: LockPlace): Profile {
  const database = SqliteFile.open(file, lock);
  try {
    const [reader] = FORMATS.flatMap(({ read }) => (read?.from === 'database' ? [read] : []));
    return reader.decode(database, { facts: factsOf(file), demangle: demangler() });
  } finally {
    database.dispose();
  }
}

/**
 * The name of a file without its endings, and when it was written. Its identifier is drawn when one is asked for, which
 * formats with their own never do: Node loads a large module for it.
 */
function factsOf(file: string): ImportOptions {
  const name = profileName(basename(file));
  let drawn: string | null = null;
  return {
    get id() {
      return (drawn ??= randomUUID());
    },
    name,
    writtenAtMs: statSync(file).mtimeMs
  };
}

/** Scripts whose maps are looked for at most. */
const MAX_SCRIPTS = 10_000;

/** Where source maps are looked for: beside scripts and the file of the profile, or beside the file alone. */
export type MapPlace = 'beside scripts' | 'beside the profile';

/**
 * Maps the scripts in a saved profile to their sources. Their source maps are looked for where the script is: the one
 * that it names, or else `SCRIPT.map` beside it; and then as `SCRIPT.map` beside the file of the profile. A map
 * that cannot be used counts as none.
 */
export function savedScripts(profileFile: string, place: MapPlace): ScriptNames {
  const maps = new SavedMaps(dirname(profileFile), place);
  return {
    kindOf: classifyScript,
    sourceOf: ({ name, file, line, column }) => {
      const map = maps.of(file);
      const position = map?.position(line, column) ?? null;
      if (map === null || position === null) return null;
      return {
        name: map.sourceName({ name, line, column }),
        file: position.file ?? map.sourceFile,
        line: position.line,
        column: position.column
      };
    },
    lineOf: (file, line) => {
      const map = maps.of(file);
      if (map === null) return null;
      const found = map.isDense(line) ? { line: 0 } : map.line(line);
      return found && { file: found.file ?? map.sourceFile, line: found.line };
    }
  };
}

/** Paths of other machines on Windows, which a profile must not make this one connect to. */
const NETWORK = /^[\\/]{2}/;

class SavedMaps {
  readonly #known = new Map<string, ScriptMap | null>();

  constructor(
    private readonly folder: string,
    private readonly place: MapPlace
  ) {}

  of(script: string): ScriptMap | null {
    const known = this.#known.get(script);
    if (known !== undefined) return known;
    const isLooked = this.#known.size < MAX_SCRIPTS && classifyScript(script) === FrameKind.user;
    const map = isLooked && !isWasm(script) ? this.#read(script) : null;
    this.#known.set(script, map);
    return map;
  }

  #read(script: string): ScriptMap | null {
    const path = textPath(script);
    if (path !== null && this.place === 'beside scripts' && !NETWORK.test(path)) {
      const own = usable(() => ScriptMap.read(script)) ?? readAt(script, `${path}.map`);
      if (own !== null) return own;
    }
    const name = posix.basename((path ?? script).split(/[?#]/, 1)[0].replaceAll('\\', '/'));
    return name === '' ? null : readAt(script, join(this.folder, `${name}.map`));
  }
}

function readAt(script: string, map: string): ScriptMap | null {
  return existsSync(map) ? usable(() => ScriptMap.readAt(script, map)) : null;
}

function usable(read: () => ScriptMap | null): ScriptMap | null {
  try {
    return read();
  } catch {
    return null;
  }
}
