import type { Track } from '../../../model/profile/profile';
import { MAX_TRACKS } from '../../../model/validate/validateParts';
import type { NestedLine } from './nestLines';
import { TraceImportError } from './importLimits';
import type { TraceRow } from './traceRows';

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
