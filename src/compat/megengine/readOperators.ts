import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { fileReasonOf, KernelscopeError, messageOf } from '../../base/errors';
import { type ProfileOperators, profileOperators } from '../../analysis/operators/profileOperators';
import { FileStart } from '../../formats/shared/imported/fileStart';
import { looksLikeMge, readMgeProfile } from './readMgeProfile';
import type { Profile } from '../../model/profile/profile';
import type { AnalyzedOperators } from './report/analyzeReport';
import { readWithin } from '../../engine/results/readWithin';
import { loadProfile } from '../../engine/results/loadProfile';
import { type OperatorFilter, hasUnknownTypes } from '../../analysis/operators/operatorFilter';
import type { ProfiledOperator } from '../../analysis/operators/operatorRecord';
import type { EndKey } from '../../analysis/operators/selectRecords';

/**
 * The operators of a file could not be read; the message gives the assumed kind of file, and the
 * reason.
 */
export class AnalyzeFileError extends KernelscopeError {}

/** Files larger than this are refused before they are read. */
const MAX_FILE_BYTES = 1 << 30;

/** The operators of a file, with remarks. */
export interface ReadOperators {
  readonly analyzed: AnalyzedOperators;
  readonly notes: readonly string[];
}

/**
 * Reads the operators of a profile of MegEngine, or of any file that {@link loadProfile} reads; the
 * kind is detected from the content, not the name.
 *
 * @throws AnalyzeFileError, ProfileFileError
 */
export function readOperators(file: string, query: NotedQuery): ReadOperators {
  const bytes = bytesOfMge(file);
  if (bytes === null) return operatorsOfProfile(loadProfile(file).data, query);
  try {
    const operators = readMgeProfile(bytes);
    return { analyzed: { operators, device: null }, notes: analyzeNotes(operators, query) };
  } catch (error) {
    throw new AnalyzeFileError(
      `Cannot analyze ${file}: as a profile of MegEngine, it is damaged: ${messageOf(error)}`,
      { cause: error }
    );
  }
}

export function operatorsOfProfile(profile: Profile, query: NotedQuery): ReadOperators {
  const found = profileOperators(profile);
  const { operators, device } = found;
  const hasForeignRoof = query.hasRoof && device === 'gpu';
  return {
    analyzed: { operators, device },
    notes: [
      ...profileNotes(profile, found),
      ...(hasForeignRoof ? ['peaks are of a processor: they do not apply to times on a GPU'] : []),
      ...analyzeNotes(operators, query)
    ]
  };
}

/** Number of bytes that are nearly always enough to detect the kind of a file. */
const FIRST_BYTES = 1 << 16;

/** The bytes of a profile of MegEngine; null for any other file, and one that cannot be read. */
function bytesOfMge(file: string): Uint8Array | null {
  const first = firstBytes(file);
  if (first === null || !new FileStart(first).isJson) return null;
  const isMge = looksLikeMge(first);
  if (isMge === false || (isMge === null && first.length < FIRST_BYTES)) return null;
  const bytes = readWhole(file);
  return looksLikeMge(bytes) === true ? bytes : null;
}

/** Null for a file that cannot be read: {@link loadProfile} then names the problem. */
function firstBytes(file: string): Uint8Array | null {
  let handle: number | null = null;
  try {
    handle = openSync(file, 'r');
    if (!fstatSync(handle).isFile()) return null;
    const bytes = new Uint8Array(FIRST_BYTES);
    return bytes.subarray(0, readSync(handle, bytes));
  } catch {
    return null;
  } finally {
    if (handle !== null) closeSync(handle);
  }
}

function readWhole(file: string): Uint8Array {
  try {
    return readWithin(file, MAX_FILE_BYTES);
  } catch (error) {
    throw new AnalyzeFileError(`Cannot analyze ${file}: ${fileReasonOf(error)}`, { cause: error });
  }
}

/** The parts of a query that may find less in a file than its operators suggest. */
interface NotedQuery {
  readonly inputType: OperatorFilter['inputType'];
  readonly endKey: EndKey;
  /** Whether operators are compared with peaks. */
  readonly hasRoof: boolean;
}

/** Sentences about requested data that was not recorded; none if everything is there. */
function analyzeNotes(
  operators: readonly ProfiledOperator[],
  { inputType, endKey }: NotedQuery
): string[] {
  const notes: string[] = [];
  if (inputType !== null && operators.some(hasUnknownTypes)) {
    notes.push(
      'element types of some inputs were not recorded: ' +
        `inputs whose elements have the size of ${inputType} count as ${inputType}`
    );
  }
  if (endKey === 'kern' && operators.length > 0 && !operators.some(knowsWaits)) {
    notes.push('the end of waits was not recorded: there are no times up to kern');
  }
  return notes;
}

function knowsWaits({ device, host }: ProfiledOperator): boolean {
  return [...device, ...host].some(({ kernS }) => kernS !== null);
}

/** Sentences on a profile that is not whole, or has no operators; none for any other. */
function profileNotes({ meta, samples }: Profile, found: ProfileOperators): string[] {
  const notes = meta.truncated ? ['the file is cut off: this covers its complete part'] : [];
  if (found.operators.length === 0 && samples.length > 0) {
    notes.push('it has only CPU samples, no operators: `kernelscope show` prints them');
  } else if (found.operators.length === 0) notes.push('it has neither operators nor other slices');
  else if (found.of === 'slices') notes.push('it has no operators: every slice counts as one');
  return notes;
}
