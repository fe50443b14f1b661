import { closeSync, fstatSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { KernelscopeError, messageOf } from '../../base/errors';
import { profileOperators } from '../../analysis/operatorRecords/profileOperators';
import { looksLikeMge, readMgeProfile } from '../../formats/mge/readMgeProfile';
import type { AnalyzedOperators } from '../../report/analyze/analyzeReport';
import { loadProfile } from '../loadProfile';
import type { NotedQuery } from './analyzeNotes';
import { analyzeNotes } from './analyzeNotes';

/** The operators of a file could not be read; the message says what it was taken for, and why. */
export class AnalyzeFileError extends KernelscopeError {}

/** Files larger than this are refused before they are read. */
const MAX_FILE_BYTES = 1 << 30;

/** What was read, and what to say about it. */
export interface ReadOperators {
  readonly analyzed: AnalyzedOperators;
  readonly notes: readonly string[];
}

/**
 * Reads the operators of a profile of MegEngine, or of any file that {@link loadProfile} reads, by
 * what is in it and whatever it is called.
 *
 * @throws AnalyzeFileError, ProfileFileError
 */
export function readOperators(file: string, query: NotedQuery): ReadOperators {
  const bytes = isJsonObject(file) ? readWhole(file) : null;
  if (bytes === null || !looksLikeMge(bytes)) return operatorsOfProfile(file, query);
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

function operatorsOfProfile(file: string, query: NotedQuery): ReadOperators {
  const { operators, device, of } = profileOperators(loadProfile(file).data);
  const notes = of === 'slices' ? ['it has no operators: every slice counts for one'] : [];
  return {
    analyzed: { operators, device },
    notes: [...notes, ...analyzeNotes(operators, query)]
  };
}

/** Bytes within which a JSON text begins. */
const FIRST_BYTES = 1024;

/** Whether a file begins like an object of JSON; a file that cannot be read is none. */
function isJsonObject(file: string): boolean {
  const first = firstBytes(file);
  return first !== null && /^\ufeff?\s*\{/.test(first);
}

function firstBytes(file: string): string | null {
  let handle: number | null = null;
  try {
    handle = openSync(file, 'r');
    if (!fstatSync(handle).isFile()) return null;
    const bytes = new Uint8Array(FIRST_BYTES);
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(
      bytes.subarray(0, readSync(handle, bytes))
    );
  } catch {
    return null;
  } finally {
    if (handle !== null) closeSync(handle);
  }
}

function readWhole(file: string): Uint8Array {
  const { size } = statSync(file);
  if (size <= MAX_FILE_BYTES) return readFileSync(file);
  throw new AnalyzeFileError(
    `Cannot analyze ${file}: it has ${size} bytes, more than ${MAX_FILE_BYTES}`
  );
}
