import type { TrackKind } from '../../../model/profile/profile';
import { IMPORT_LIMITS, TraceImportError } from './importLimits';
import { rowNumbers, stableOrder } from '../../../base/stableOrder';

/** A row of a trace: a process, a thread, or another row that is neither. */
export interface TraceRow {
  kind: TrackKind;
  /** The row that it belongs to, or -1. */
  parent: number;
  /** Null while nothing has named it. */
  name: string | null;
  pid: number;
  tid: number;
  /** Rows of one parent are shown by this, then in the order in which they were met. */
  rank: number;
  /** Rows of one group that have many may share tracks; -1 for one that never does. */
  readonly group: number;
}

/** Rows in the order in which a trace has them. */
export class TraceRows {
  readonly all: TraceRow[] = [];

  readonly #processes = new Map<number, number>();
  #grouped = 0;

  /** Adds a row and returns its number. @throws TraceImportError for too many. */
  add(row: Partial<TraceRow> & Pick<TraceRow, 'kind'>): number {
    const isGrouped = row.group !== undefined;
    const limit = isGrouped ? IMPORT_LIMITS.identifiers : IMPORT_LIMITS.tracks;
    const count = isGrouped ? this.#grouped : this.all.length - this.#grouped;
    if (count >= limit) throw new TraceImportError(`it has more than ${limit} rows`);
    if (isGrouped) this.#grouped++;
    const unknown = { parent: -1, name: null, pid: 0, tid: 0, rank: 0, group: -1 };
    return this.all.push({ ...unknown, ...row }) - 1;
  }

  /** The number of the row of a process, which is added when it is first asked for. @throws TraceImportError likewise */
  ofProcess(pid: number): number {
    const known = this.#processes.get(pid);
    if (known !== undefined) return known;
    const row = this.add({ kind: 'process', pid });
    this.#processes.set(pid, row);
    return row;
  }
}

/** The rows of `time` by time, equal ones in their order; fast where they are in order already. */
export function orderByTime(time: Float64Array): Uint32Array {
  for (let row = 1; row < time.length; row++) {
    if (time[row] < time[row - 1]) return stableOrder(time);
  }
  return rowNumbers(time.length);
}

/** The rows of intervals by start; of those that start together the longer first. */
export function orderByStart(start: Float64Array, end: Float64Array): Uint32Array {
  const order = orderByTime(start);
  for (let from = 0, to = 0; from < order.length; from = to) {
    for (to = from + 1; to < order.length && start[order[to]] === start[order[from]];) to++;
    if (to - from > 1) order.subarray(from, to).sort((a, b) => end[b] - end[a] || a - b);
  }
  return order;
}
