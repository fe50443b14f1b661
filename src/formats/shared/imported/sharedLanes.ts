import type { PlacedSlices } from './importedSlices';
import type { TraceRow } from './traceRows';

/** Maximum number of rows of a group with their own tracks; rows of larger groups share lanes. */
const MAX_OWN_ROWS = 32;

/** Number of lanes that are tried for one root of a large group; beyond that the last one takes it. */
const MAX_LANES = 128;

/** A line of slices: a row, and a number where several lines share one. */
export interface Line {
  readonly row: number;
  readonly lane: number;
}

/** The line of each slice, in the order of the slices. */
export interface Lines {
  readonly lines: readonly Line[];
  readonly lineOf: Uint32Array;
}

/**
 * A line for each row with slices. Rows of one group that has many, such as one for each request of a
 * server, share lanes: a slice and what lies within it on its row stay together, and no two rows are on
 * a lane at the same time while there are enough lanes.
 */
export function shareLanes(rows: readonly TraceRow[], slices: PlacedSlices): Lines {
  const shared = largeGroups(rows, slices);
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
  return { lines, lineOf };
}

function largeGroups(
  rows: readonly TraceRow[],
  { order, row }: PlacedSlices
): ReadonlyMap<number, SharedGroup> {
  const rowsOf = new Map<number, Set<number>>();
  for (const slice of order) {
    const { group } = rows[row[slice]];
    if (group < 0) continue;
    const members = rowsOf.get(group) ?? new Set();
    rowsOf.set(group, members.add(row[slice]));
  }
  const large = [...rowsOf].filter(([, members]) => members.size > MAX_OWN_ROWS);
  return new Map(large.map(([group, [first]]) => [group, new SharedGroup(first)]));
}

/** The lanes of a large group, which are all shown as those of one row. */
class SharedGroup {
  private readonly ends: number[] = [];
  private readonly open = new Map<number, { readonly lane: number; end: number }>();

  constructor(readonly row: number) {}

  /** The lane of a slice; slices come in the order of their starts. */
  laneOf(row: number, start: number, end: number): number {
    const root = this.open.get(row);
    if (root !== undefined && root.end > start) {
      root.end = Math.max(root.end, end);
      this.ends[root.lane] = Math.max(this.ends[root.lane], end);
      return root.lane;
    }
    const free = this.ends.findIndex(busyUntil => busyUntil <= start);
    const lane = free >= 0 ? free : Math.min(this.ends.length, MAX_LANES - 1);
    this.ends[lane] = Math.max(end, this.ends[lane] ?? end);
    this.open.set(row, { lane, end });
    return lane;
  }
}
