import { RAW_PROFILE_FILE, TREE_SUFFIX } from '../../outputTree/treeNames';
import { BATCH_PREFIX, ROWS_FOLDER, SUCCESS_FILE } from '../rows/batches';
import type { BucketObject } from './bucket';
import { isPlainName } from './bucketUrl';

/** A folder of a bucket, as far as its ranks are compared. */
export interface BucketContents {
  /** The profile of each directory of a cycle, by its path in the folder; null if it has none. */
  readonly cycles: ReadonlyMap<string, BucketObject | null>;
  /** The files of the batches of rows that count, by the names of the batches. */
  readonly batches: ReadonlyMap<string, readonly BucketObject[]>;
  /** Directories of cycles that cannot have the same name here. */
  readonly refused: readonly string[];
}

/** The directories of cycles among the objects of a folder, and the batches of rows. */
export function readContents(folderName: string, objects: readonly BucketObject[]): BucketContents {
  const isCycle = isCycleName(folderName) && isAlone(objects);
  const cycles = new Map<string, BucketObject | null>();
  const refused = new Set<string>();
  for (const object of objects) {
    const names = object.name.split('/');
    const depth = isCycle ? 0 : cycleDepth(names);
    if (depth === null) continue;
    const cycle = names.slice(0, depth);
    const isProfile = names.length === depth + 1 && names[depth] === RAW_PROFILE_FILE;
    if (!cycle.every(isPlainName)) refused.add(cycle.join('/'));
    else if (isProfile) cycles.set(cycle.join('/'), object);
    else if (!cycles.has(cycle.join('/'))) cycles.set(cycle.join('/'), null);
  }
  return { cycles, batches: completedBatches(objects), refused: [...refused] };
}

/** True if a folder with the name of a cycle is one, rather than a folder of some. */
function isAlone(objects: readonly BucketObject[]): boolean {
  return (
    objects.every(({ name }) => cycleDepth(name.split('/')) === null) ||
    objects.some(({ name }) => name === RAW_PROFILE_FILE)
  );
}

/** How many folders deep the cycle of an object is, 1 or 2; null if the object belongs to none. */
function cycleDepth(names: readonly string[]): number | null {
  const at = names.slice(0, Math.min(2, names.length - 1)).findIndex(isCycleName);
  return at < 0 ? null : at + 1;
}

function isCycleName(name: string): boolean {
  return name.endsWith(TREE_SUFFIX);
}

/** `rows/batch=<id>/…` */
function batchOf(name: string): string | null {
  const [rows, batch, ...rest] = name.split('/');
  const isBatch = rows === ROWS_FOLDER && batch?.startsWith(BATCH_PREFIX) && rest.length > 0;
  return isBatch && [batch, ...rest].every(isPlainName) ? batch : null;
}

function completedBatches(
  objects: readonly BucketObject[]
): ReadonlyMap<string, readonly BucketObject[]> {
  const batches = new Map<string, BucketObject[]>();
  for (const object of objects) {
    const batch = batchOf(object.name);
    if (batch === null) continue;
    const files = batches.get(batch) ?? [];
    files.push(object);
    batches.set(batch, files);
  }
  return new Map(
    [...batches].filter(([, files]) => files.some(({ name }) => name.endsWith(`/${SUCCESS_FILE}`)))
  );
}
