import { CUSTOM_OPERATOR_CATEGORY, OPERATOR_CATEGORY } from '../model/categories';
import type { Track } from '../model/profile';
import { NOT_ASYNC } from './asyncLanes';
import { needsLane } from './outlasting';
import type { RecordedData, RecordedLabels } from './recordedData';
import type { WindowSlices } from './windowSlices';

/** Groups of lanes of the process itself. */
const OPERATORS = 1;
const OTHERS = 2;

/** Groups that fit into a byte; slices of more workers stay with the process. */
const MAX_GROUPS = 255;

const PROCESS_TRACK = 0;

/**
 * Node numbers workers from 1. Added to that it gives a thread number that is the same in every run
 * and that no process has: Linux gives out less than 2²².
 */
const FIRST_WORKER_TID = 2 ** 22;

/** Lanes that belong together. */
export interface LaneGroup {
  /** Of the first lane; the others are numbered from 2. */
  readonly name: string;
  /** The worker thread under which the lanes are, or null for the process. */
  readonly worker: number | null;
}

/** The group of each row, and what the groups are; group 0 is that of rows that need no lane. */
export interface GroupedSlices {
  readonly group: Uint8Array;
  readonly groups: readonly LaneGroup[];
}

/** Sorts asynchronous slices into operators, those shown under workers, and all others. */
export function groupSlices(
  own: WindowSlices,
  { labels, workers }: Pick<RecordedData, 'labels' | 'workers'>
): GroupedSlices {
  const group = byCategory(own, labels);
  const groups: LaneGroup[] = [
    { name: '', worker: null },
    { name: 'operators', worker: null },
    { name: 'async', worker: null }
  ];
  const groupOfWorker = new Map<number, number>();
  for (const [token, worker] of workers) {
    const row = token - own.firstToken;
    if (row < 0 || row >= own.table.length) continue;
    if (!groupOfWorker.has(worker) && groups.length <= MAX_GROUPS) {
      groupOfWorker.set(worker, groups.push({ name: 'async', worker }) - 1);
    }
    group[row] = groupOfWorker.get(worker) ?? OTHERS;
  }
  return { group, groups };
}

function byCategory(own: WindowSlices, labels: RecordedLabels): Uint8Array {
  const groupOfLabel = Uint8Array.from({ length: labels.length }, (_, label) =>
    isOperator(labels.categoryNameOf(label)) ? OPERATORS : OTHERS
  );
  const group = needsLane(own);
  const { length, label } = own.table;
  for (let row = 0; row < length; row++) {
    if (group[row] !== NOT_ASYNC) group[row] = groupOfLabel[label[row]];
  }
  return group;
}

function isOperator(category: string): boolean {
  return category === OPERATOR_CATEGORY || category === CUSTOM_OPERATOR_CATEGORY;
}

/**
 * Adds the lanes of all groups to `tracks`, those of a worker below a track of its own. Returns for
 * each group the track of its first lane.
 *
 * @param lanes how many lanes each group has
 */
export function addLanes(
  tracks: Track[],
  pid: number,
  groups: readonly LaneGroup[],
  lanes: readonly number[]
): number[] {
  let tid = pid;
  return groups.map(({ name, worker }, group) => {
    const isOfWorker = worker !== null && lanes[group] > 0;
    const parent = isOfWorker ? tracks.push(workerTrack(worker, pid)) - 1 : PROCESS_TRACK;
    const first = tracks.length;
    for (let index = 0; index < lanes[group]; index++) {
      const laneName = index === 0 ? name : `${name} ${index + 1}`;
      tracks.push({ name: laneName, kind: 'asyncLane', parent, pid, tid: ++tid });
    }
    return first;
  });
}

function workerTrack(worker: number, pid: number): Track {
  const tid = FIRST_WORKER_TID + worker;
  return { name: `worker ${worker}`, kind: 'worker', parent: PROCESS_TRACK, pid, tid };
}
