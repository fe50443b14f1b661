import type { Track } from '../../../model/profile/profile';
import { MAX_TRACKS } from '../../../model/validate/validateParts';
import { TraceImportError } from './importLimits';
import type { TraceRow } from './traceRows';
import { NestedLanes } from '../../../base/lanes/nestedLanes';
import { groupRows, rowsOf } from '../rows/rowGroups';
import type { PlacedSlices } from './importedSlices';
import type { ImportNotes } from './importNotes';
import { FirstFit } from '../../../base/lanes/firstFit';

/** The tracks of a trace, and where rows and lines are among them. */
export interface TraceTracks {
  readonly tracks: readonly Track[];
  /** Track of each row that is shown, else -1. */
  readonly ofRow: Int32Array;
  readonly ofLine: Uint16Array;
}

/**
 * A track for each row that has something, and those above it, in the order of their ranks; lines of
 * a row beyond the first one are lanes below it.
 *
 * @param used rows with instants, counters or samples
 * @throws TraceImportError for too many
 */
export function layTracks(
  rows: readonly TraceRow[],
  lines: readonly NestedLine[],
  used: Iterable<number>
): TraceTracks {
  const ofRow = new Int32Array(rows.length).fill(-1);
  const ofLine = new Uint16Array(lines.length);
  const tracks: Track[] = [];
  const linesOf = groupLines(lines);
  const add = (track: Track): number => {
    if (tracks.length >= MAX_TRACKS) throw new TraceImportError('it has too many rows and lanes');
    return tracks.push(track) - 1;
  };
  for (const row of displayOrder(rows, shownRows(rows, linesOf.keys(), used))) {
    const { kind, pid, tid, parent } = rows[row];
    const within = { parent: parent < 0 ? -1 : ofRow[parent], pid, tid };
    const name = nameOf(rows[row]);
    const own = add({ ...within, name, kind });
    ofRow[row] = own;
    for (const line of linesOf.get(row) ?? []) {
      const { lane, overlap } = lines[line];
      const isOwn = lane === 0 && overlap === 0;
      const laneName = `${name}${lane > 0 ? ` ${lane + 1}` : ''}`;
      const overlapName = overlap > 0 ? `${laneName} (overlapping ${overlap})` : laneName;
      ofLine[line] = isOwn ? own : add({ ...within, name: overlapName, kind: 'asyncLane' });
    }
  }
  return { tracks, ofRow, ofLine };
}

function nameOf({ name, kind, pid, tid }: TraceRow): string {
  if (name !== null && name !== '') return name;
  if (kind === 'process') return `process ${pid}`;
  if (kind === 'cudaStream') return `stream ${tid}`;
  return kind === 'asyncLane' ? 'async' : `thread ${tid}`;
}

function groupLines(lines: readonly NestedLine[]): ReadonlyMap<number, number[]> {
  const groups = new Map<number, number[]>();
  lines.forEach(({ row }, line) => {
    const group = groups.get(row);
    if (group) group.push(line);
    else groups.set(row, [line]);
  });
  const key = (line: number): number => lines[line].lane * 1e6 + lines[line].overlap;
  for (const group of groups.values()) group.sort((a, b) => key(a) - key(b));
  return groups;
}

/** The rows with something and all above them. Rows that are above themselves become roots. */
function shownRows(
  rows: readonly TraceRow[],
  ...sets: readonly Iterable<number>[]
): ReadonlySet<number> {
  const shown = new Set<number>();
  for (const set of sets) {
    for (const row of set) showPath(rows, row, shown);
  }
  return shown;
}

function showPath(rows: readonly TraceRow[], first: number, shown: Set<number>): void {
  const path = new Set<number>();
  for (let row = first; row >= 0 && !shown.has(row); row = rows[row].parent) {
    path.add(row);
    if (path.has(rows[row].parent)) rows[row].parent = -1;
  }
  for (const row of path) shown.add(row);
}

/** Rows in the order of the timeline: each before what belongs to it. */
function displayOrder(rows: readonly TraceRow[], shown: ReadonlySet<number>): number[] {
  const children = new Map<number, number[]>();
  for (const row of [...shown].sort((a, b) => b - a)) {
    const list = children.get(rows[row].parent);
    if (list) list.push(row);
    else children.set(rows[row].parent, [row]);
  }
  for (const list of children.values()) list.sort((a, b) => rows[b].rank - rows[a].rank);
  const order: number[] = [];
  const waiting = [...(children.get(-1) ?? [])];
  for (let row = waiting.pop(); row !== undefined; row = waiting.pop()) {
    order.push(row);
    for (const child of children.get(row) ?? []) waiting.push(child);
  }
  return order;
}

/** A line whose slices nest: a line, or one of those beside it for partly overlapping slices. */
interface NestedLine extends Line {
  /** 0 for the line itself. */
  readonly overlap: number;
}

/** The nested line of each slice, in the order of the slices. */
export interface NestedLines {
  readonly lines: readonly NestedLine[];
  readonly lineOf: Uint32Array;
}

/**
 * Puts slices that partly overlap others of their line on lines beside it, `room` of them at most for
 * the whole trace: from then on, slices stay on the last line beside theirs and overlap there. No slice
 * is changed.
 */
export function nestLines(
  { lines, lineOf }: Lines,
  slices: PlacedSlices,
  notes: ImportNotes,
  room: number
): NestedLines {
  const nested: NestedLine[] = [];
  const nestedOf = lineOf.slice();
  const byLine = groupRows(lineOf, lines.length);
  let left = room;
  lines.forEach((line, index) => {
    const numbers: number[] = [];
    const beside = new NestedLanes();
    for (const at of rowsOf(byLine, index)) {
      const slice = slices.order[at];
      const [start, end] = [slices.start[slice], slices.end[slice]];
      const fitting = beside.find(start, end);
      const isCrowded = fitting === beside.length && fitting > 0 && left <= 0;
      const overlap = isCrowded ? beside.length - 1 : fitting;
      if (overlap === beside.length && overlap > 0) left--;
      beside.open(overlap, end);
      if (isCrowded) notes.add('crowded');
      else if (overlap > 0) notes.add('overlapping');
      numbers[overlap] ??= nested.push({ ...line, overlap }) - 1;
      nestedOf[at] = numbers[overlap];
    }
  });
  return { lines: nested, lineOf: nestedOf };
}

/** Maximum number of rows of a group with their own tracks; rows of larger groups share lanes. */
const MAX_OWN_ROWS = 32;

/** A line of slices: a row, and a number where several lines share one. */
interface Line {
  readonly row: number;
  readonly lane: number;
}

/** The line of each slice, in the order of the slices. */
interface Lines {
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
