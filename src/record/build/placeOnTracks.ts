import type { SliceTable, Track } from '../../model/profile/profile';
import { assignAsyncLanes, NOT_ASYNC } from './asyncLanes';
import type { RecordedData, RecordedLabels } from '../recordedData';
import type { RecordingWindow } from '../slices/recordingWindow';
import { UNKNOWN_LABEL } from '../slices/chunk';
import { type WindowSlices, withoutRows } from './windowSlices';
import {
  API_CATEGORY,
  domainOfCategory,
  EVENT_CATEGORY,
  OPERATOR_CATEGORIES,
  RANGE_CATEGORY
} from '../../model/profile/categories';
import { PROCESS_TRACK, workerTrack } from './threadTracks';

/** Slices on tracks, and where each token's slice has gone. */
export interface PlacedSlices {
  readonly table: SliceTable;
  /** Row of a token's slice, or −1. */
  readonly rowOf: (token: number) => number;
}

/** A profile's tracks, to which lanes are added. */
interface TracksOfProcess {
  readonly tracks: Track[];
  /** Track of the recorded thread. */
  readonly mainTrack: number;
  readonly pid: number;
}

/**
 * Puts the slices of the thread on its track and asynchronous ones on lanes. Operators have their own
 * lanes, and so do the tasks and frames of each domain, below a worker if they are shown under one. A
 * slice of the thread that ends after the one in which it began also gets a lane: on every track slices
 * are nested or disjoint, except on lanes that more share than there may be lanes. Slices without any lane go
 * into the window's totals.
 */
export function placeOnTracks(
  own: WindowSlices,
  recorded: Pick<RecordedData, 'labels' | 'workers'>,
  process: TracksOfProcess,
  window: RecordingWindow
): PlacedSlices {
  const { table, firstToken } = own;
  const { group, groups, isEmpty } = groupSlices(own, recorded);
  if (isEmpty) return allOnThread(own, process.mainTrack);
  const { lane, lanes, homeless } = assignAsyncLanes(table, group, groups.length - 1);
  const firstLane = addLanes(process.tracks, process.pid, groups, lanes);
  for (let row = 0; row < table.length; row++) {
    table.track[row] = lane[row] < 0 ? process.mainTrack : firstLane[group[row]] + lane[row];
  }
  if (homeless.size === 0) {
    return { table, rowOf: token => rowWithin(token - firstToken, table.length) };
  }
  for (const row of homeless) {
    const place = { label: table.label[row], parent: -1, parentLabel: UNKNOWN_LABEL };
    window.fold(firstToken + row, table.duration[row], place);
  }
  return without({ table, rowOf: token => rowWithin(token - firstToken, table.length) }, homeless);
}

/** Slices of which all stay on the track of the thread. */
function allOnThread({ table, firstToken }: WindowSlices, mainTrack: number): PlacedSlices {
  table.track.fill(mainTrack);
  return { table, rowOf: token => rowWithin(token - firstToken, table.length) };
}

/** The slices that had ended, on the same tracks. */
export function withoutOpen(placed: PlacedSlices, own: WindowSlices): PlacedSlices {
  const rows = own.unfinished.map(row => placed.rowOf(own.firstToken + row));
  const open = new Set(rows.filter(row => row >= 0));
  return open.size === 0 ? placed : without(placed, open);
}

function without(placed: PlacedSlices, rows: ReadonlySet<number>): PlacedSlices {
  const { table, rowOf } = withoutRows(placed.table, rows);
  return {
    table,
    rowOf: token => {
      const row = placed.rowOf(token);
      return row < 0 ? -1 : rowOf[row];
    }
  };
}

function rowWithin(row: number, length: number): number {
  return row >= 0 && row < length ? row : -1;
}

/** Groups of lanes of the process itself. */
const OPERATORS = 1;
const OTHERS = 2;

/** Categories that do not belong to a domain; slices of any other category are tasks and frames. */
const OTHER_CATEGORIES: ReadonlySet<string> = new Set([
  API_CATEGORY,
  EVENT_CATEGORY,
  RANGE_CATEGORY
]);

/** Maximum number of domains with their own lanes; tasks and frames of further domains share lanes. */
export const MAX_DOMAINS = 64;

/** Name of the lanes of domains that have no name, or are too many. */
const SHARED_LANES = 'tasks';

/** Groups that fit into a byte; beyond them, slices of workers stay with the process. */
const MAX_GROUPS = 255;

/** Lanes that belong together. */
interface LaneGroup {
  /** Of the first lane; the others are numbered from 2. */
  readonly name: string;
  /** The worker thread under which the lanes are, or null for the process. */
  readonly worker: number | null;
}

/** The group of each row, and the groups themselves; group 0 is for rows that need no lane. */
interface GroupedSlices {
  readonly group: Uint8Array;
  readonly groups: readonly LaneGroup[];
  /** True if no row needs a lane, as in code that is synchronous. */
  readonly isEmpty: boolean;
}

/**
 * Sorts asynchronous slices into operators, those of each domain, and all others; those of a domain
 * that are shown under workers are apart from the domain's other slices.
 */
function groupSlices(
  own: WindowSlices,
  { labels, workers }: Pick<RecordedData, 'labels' | 'workers'>
): GroupedSlices {
  const group = needsLane(own);
  const sorter = new SliceSorter(labels);
  const { length, label } = own.table;
  const first = group.indexOf(NEEDS_LANE);
  if (first < 0 && workers.size === 0) return { group, groups: sorter.groups, isEmpty: true };
  for (let row = Math.max(0, first); row < length; row++) {
    if (group[row] !== NOT_ASYNC) group[row] = sorter.groupOf(label[row]);
  }
  for (const [token, worker] of workers) {
    const row = token - own.firstToken;
    if (row >= 0 && row < length) group[row] = sorter.groupUnder(worker, group[row]);
  }
  return { group, groups: sorter.groups, isEmpty: false };
}

/** Assigns groups in the order in which they are needed. */
class SliceSorter {
  readonly groups: LaneGroup[] = [
    { name: '', worker: null },
    { name: 'operators', worker: null },
    { name: 'async', worker: null }
  ];
  readonly #ofLabel = new Map<number, number>();
  readonly #ofDomain = new Map<string, number>();
  readonly #ofWorker = new Map<string, number>();
  #ofFurtherDomains: number | null = null;

  constructor(private readonly labels: RecordedLabels) {}

  /** The group of the slices of a label. */
  groupOf(label: number): number {
    const known = this.#ofLabel.get(label);
    if (known !== undefined) return known;
    const group = this.#groupOfCategory(this.labels.categoryNameOf(label));
    this.#ofLabel.set(label, group);
    return group;
  }

  /** The group of slices of `group` that are shown under a worker; `group` if none is left. */
  groupUnder(worker: number, group: number): number {
    const key = `${worker} ${group}`;
    const known = this.#ofWorker.get(key);
    if (known !== undefined) return known;
    if (this.groups.length > MAX_GROUPS) return group;
    const added = this.#add(this.groups[group].name, worker);
    this.#ofWorker.set(key, added);
    return added;
  }

  #groupOfCategory(category: string): number {
    if (OPERATOR_CATEGORIES.includes(category)) return OPERATORS;
    return OTHER_CATEGORIES.has(category)
      ? OTHERS
      : this.#groupOfDomain(domainOfCategory(category));
  }

  #groupOfDomain(domain: string): number {
    const known = this.#ofDomain.get(domain);
    if (known !== undefined) return known;
    if (this.#ofDomain.size >= MAX_DOMAINS) {
      this.#ofFurtherDomains ??= this.#add(SHARED_LANES);
      return this.#ofFurtherDomains;
    }
    const added = this.#add(domain === '' ? SHARED_LANES : domain);
    this.#ofDomain.set(domain, added);
    return added;
  }

  #add(name: string, worker: number | null = null): number {
    return this.groups.push({ name, worker }) - 1;
  }
}

/**
 * Adds the lanes of all groups to `tracks`, those of a worker below a separate track. Returns the track
 * of each group's first lane.
 *
 * @param lanes the number of lanes of each group
 */
function addLanes(
  tracks: Track[],
  pid: number,
  groups: readonly LaneGroup[],
  lanes: readonly number[]
): number[] {
  let tid = pid;
  const workerTracks = new Map<number, number>();
  const trackOf = (worker: number): number => {
    const track =
      workerTracks.get(worker) ?? tracks.push(workerTrack(worker, pid, PROCESS_TRACK)) - 1;
    workerTracks.set(worker, track);
    return track;
  };
  return groups.map(({ name, worker }, group) => {
    const isOfWorker = worker !== null && lanes[group] > 0;
    const parent = isOfWorker ? trackOf(worker) : PROCESS_TRACK;
    const first = tracks.length;
    for (let index = 0; index < lanes[group]; index++) {
      const laneName = index === 0 ? name : `${name} ${index + 1}`;
      tracks.push({ name: laneName, kind: 'asyncLane', parent, pid, tid: ++tid });
    }
    return first;
  });
}

/** Marks a row in the result of {@link needsLane}. */
const NEEDS_LANE = 1;

/**
 * For each row {@link NEEDS_LANE} if it needs an async lane: slices recorded on one, and slices of the thread that end
 * after the slice in which they began. The remaining slices are nested or disjoint.
 */
export function needsLane({ table, isAsync }: WindowSlices): Uint8Array {
  const needs = isAsync.slice();
  const { length, start, duration } = table;
  const openEnds: number[] = [];
  for (let row = 0; row < length; row++) {
    if (isAsync[row] === 1) continue;
    const begin = start[row];
    const end = begin + duration[row];
    while (openEnds.length > 0 && openEnds[openEnds.length - 1] <= begin) openEnds.pop();
    if (openEnds.length > 0 && end > openEnds[openEnds.length - 1]) needs[row] = NEEDS_LANE;
    else openEnds.push(end);
  }
  return needs;
}
