import { FirstFit } from '../../../base/lanes/firstFit';
import type { PlacedSlices } from './importedSlices';
import type { TraceRow } from './traceRows';

/** Maximum number of rows of a group with their own tracks; rows of larger groups share lanes. */
const MAX_OWN_ROWS = 32;

/** A line of slices: a row, and a number where several lines share one. */
export interface Line {
  readonly row: number;
  readonly lane: number;
}

/** The line of each slice, in the order of the slices. */
export interface Lines {
  readonly lines: readonly Line[];
  readonly lineOf: Uint32Array;
  /** The row that a row is shown as: another one where rows share lanes. */
  readonly shownAs: (row: number) => number;
}

/**
 * A line for each row with slices. Rows of one group that has many, such as one for each request of a
 * server, share lanes: a slice and what lies within it on its row stay together, and no two rows are on
 * a lane at the same time while there are fewer than `room` lanes beyond the first of each group.
 *
 * @param used further rows with something
 */
export function shareLanes(
  rows: readonly TraceRow[],
  slices: PlacedSlices,
  used: ReadonlySet<number>,
  room: number
): Lines {
  const left = { lanes: room };
  const shared = largeGroups(rows, slices, used, left);
  const lines: Line[] = [];
  const known = new Map<string, number>();
  const lineAt = (row: number, lane: number): number => {
    const key = `${row} ${lane}`;
    const line = known.get(key) ?? lines.push({ row, lane }) - 1;
    known.set(key, line);
    return line;
  };
  const own = new Int32Array(rows.length).fill(-1);
  const lineOf = slices.order.slice();
  slices.order.forEach((slice, at) => {
    const row = slices.row[slice];
    const group = shared.get(rows[row].group);
    if (group === undefined) {
      if (own[row] < 0) own[row] = lineAt(row, 0);
      lineOf[at] = own[row];
      return;
    }
    lineOf[at] = lineAt(group.row, group.laneOf(row, slices.start[slice], slices.end[slice]));
  });
  const shownAs = (row: number): number => shared.get(rows[row].group)?.row ?? row;
  return { lines, lineOf, shownAs };
}

function largeGroups(
  rows: readonly TraceRow[],
  { order, row }: PlacedSlices,
  used: ReadonlySet<number>,
  left: LanesLeft
): ReadonlyMap<number, SharedGroup> {
  const rowsOf = new Map<number, Set<number>>();
  const add = (member: number): void => {
    const { group } = rows[member];
    if (group < 0) return;
    const members = rowsOf.get(group) ?? new Set();
    rowsOf.set(group, members.add(member));
  };
  for (const slice of order) add(row[slice]);
  for (const member of used) add(member);
  const large = [...rowsOf].filter(([, members]) => members.size > MAX_OWN_ROWS);
  return new Map(large.map(([group, [first]]) => [group, new SharedGroup(first, left)]));
}

/** The lanes that groups may still have besides their first ones. */
interface LanesLeft {
  lanes: number;
}

/** The lanes of a large group, which are all shown as those of one row. */
class SharedGroup {
  /** By lane, the time until which it is busy, negative. */
  readonly #free = new FirstFit();
  readonly #ends: number[] = [];
  readonly #open = new Map<number, { readonly lane: number; end: number }>();

  constructor(
    readonly row: number,
    private readonly left: LanesLeft
  ) {}

  /** The lane of a slice; slices come in the order of their starts. */
  laneOf(row: number, start: number, end: number): number {
    const root = this.#open.get(row);
    if (root !== undefined && root.end > start) {
      root.end = Math.max(root.end, end);
      this.#occupy(root.lane, end);
      return root.lane;
    }
    const lane = this.#laneFor(start);
    this.#occupy(lane, end);
    this.#open.set(row, { lane, end });
    return lane;
  }

  /** The first lane that is free, a new one, or the last one where there may be no more. */
  #laneFor(start: number): number {
    const free = this.#free.first(-start);
    if (free >= 0) return free;
    if (this.#ends.length > 0 && this.left.lanes <= 0) return this.#ends.length - 1;
    if (this.#ends.length > 0) this.left.lanes--;
    return this.#ends.push(-Infinity) - 1;
  }

  #occupy(lane: number, end: number): void {
    this.#ends[lane] = Math.max(this.#ends[lane], end);
    if (lane === this.#free.length) this.#free.push(-this.#ends[lane]);
    else this.#free.set(lane, -this.#ends[lane]);
  }
}
