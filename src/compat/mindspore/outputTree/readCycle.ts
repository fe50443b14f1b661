import { isRecord } from '../../../base/isObject';
import { statSync } from 'node:fs';
import path from 'node:path';
import { KernelscopeError, messageOf } from '../../../base/errors';
import type { Profile } from '../../../model/profile/profile';
import { readWithin } from '../../../engine/results/readWithin';
import { loadProfile } from '../../../engine/results/loadProfile';
import { METADATA_FILE, RAW_PROFILE_FILE, OutputTreeError } from './treeNames';

/** The content of a cycle's directory before analysis. */
export interface ReadCycle {
  readonly profile: Profile;
  /** The program's metadata about the run, JSON texts by key. */
  readonly metadata: ReadonlyMap<string, string>;
  /** Missing or damaged data that was skipped, a sentence each. */
  readonly notes: readonly string[];
}

/** A file of metadata that is larger is not read: it could not be held as a text. */
const MAX_METADATA_BYTES = 256e6;

/** Keys that traces have themselves. */
const TRACE_KEYS: readonly string[] = ['traceEvents', 'displayTimeUnit', 'otherData'];

/**
 * Reads the directory of a cycle. The intact part of a cut-off profile is read, and unreadable metadata
 * is skipped; notes say so.
 *
 * @throws OutputTreeError if there is no directory, no profile in it, or none that can be read
 */
export function readCycle(directory: string): ReadCycle {
  const { profile, notes } = readCycleProfile(directory);
  const metadata = readMetadata(path.join(directory, METADATA_FILE));
  return { profile, metadata: metadata.metadata, notes: [...notes, ...metadata.notes] };
}

/** {@link readCycle} without the metadata. @throws as it does */
export function readCycleProfile(directory: string): Omit<ReadCycle, 'metadata'> {
  checkDirectory(directory);
  const profile = readProfile(path.join(directory, RAW_PROFILE_FILE), directory);
  return { profile, notes: profileNotes(directory, profile) };
}

function checkDirectory(directory: string): void {
  const found = statSync(directory, { throwIfNoEntry: false });
  if (!found) {
    throw new OutputTreeError(
      `There is no directory ${directory}. Give the path of a directory <host>_<pid>_<time>_kscope`
    );
  }
  if (!found.isDirectory()) {
    throw new OutputTreeError(`${directory} is a file. Give the directory that it is in`);
  }
}

function readProfile(file: string, directory: string): Profile {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
    throw new OutputTreeError(
      `${directory} has no ${RAW_PROFILE_FILE}: it is not the directory of a cycle, or the process ` +
        'ended before anything was recorded. Give a directory <host>_<pid>_<time>_kscope'
    );
  }
  try {
    return loadProfile(file).data;
  } catch (cause) {
    const reason =
      cause instanceof KernelscopeError
        ? cause.message
        : `Cannot load ${file}: ${messageOf(cause)}`;
    throw new OutputTreeError(reason, { cause });
  }
}

function profileNotes(directory: string, { meta }: Profile): readonly string[] {
  const file = path.join(directory, RAW_PROFILE_FILE);
  const notes: string[] = [];
  if (meta.truncated) notes.push(`${file} was cut off: its intact part was analysed.`);
  if (meta.status === 'recovered') {
    notes.push(
      `${file} was not completed: the process ended in mid-cycle, or is still recording. Its ` +
        'recording until about a second before is there, without arguments, arrows and CPU samples.'
    );
  }
  return notes;
}

function readMetadata(file: string): Omit<ReadCycle, 'profile'> {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) return { metadata: new Map(), notes: [] };
  try {
    if (!found.isFile()) throw new OutputTreeError('it is not a file');
    return entriesOf(file, JSON.parse(String(readWithin(file, MAX_METADATA_BYTES))));
  } catch (error) {
    return { metadata: new Map(), notes: [`${file} was left out: ${messageOf(error)}.`] };
  }
}

function entriesOf(file: string, value: unknown): Omit<ReadCycle, 'profile'> {
  if (!isRecord(value)) {
    throw new OutputTreeError('it does not contain a JSON object');
  }
  const metadata = new Map<string, string>();
  const notes: string[] = [];
  for (const [key, each] of Object.entries(value)) {
    if (TRACE_KEYS.includes(key)) {
      notes.push(
        `The metadata ${key} of ${file} is not in the trace, which already has a key of that name.`
      );
    } else {
      metadata.set(key, JSON.stringify(each));
    }
  }
  return { metadata, notes };
}
