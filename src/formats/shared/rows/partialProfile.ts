import { type Column, consecutiveRows, permute, rowsWhere } from '../../../model/profile/columns';
import {
  ArgKind,
  type ArgTable,
  type Profile,
  type SliceTable
} from '../../../model/profile/profile';
import {
  type IndexTarget,
  TABLE_NAMES,
  type TableName,
  columnsOf,
  createColumn
} from '../../../columns/tableSchema';
import { type TimeWindow, clipCounter } from '../../../analysis/slices/window';

/** Tables that keep what the others refer to. */
const REFERRED = ['labels', 'frames', 'stacks'] as const;

/** Tables for which {@link partialProfile} gets the rows to keep; the others follow from them. */
type ChosenTable = Exclude<TableName, (typeof REFERRED)[number]>;

/** Rows to keep of each table, ascending. */
export type ChosenRows = Readonly<Record<ChosenTable, Uint32Array>>;

/** A part of a profile that is a profile itself. */
interface PartialProfile {
  readonly profile: Profile;
  /** New row of each track of the original, or -1. */
  readonly trackOf: Int32Array;
}

/**
 * The profile that has the chosen rows, its counters, the tracks named, and whatever they refer to,
 * all renumbered. A table for which no rows are given keeps those whose slices are kept, and all if it has nothing to do
 * with slices; given ones have to be of chosen slices, too. The parent of a slice is -1 when it was not chosen.
 */
export function partialProfile(
  profile: Profile,
  given: Partial<ChosenRows>,
  tracks: readonly number[]
): PartialProfile {
  const chosen = allChosen(profile, given);
  const used = usedRows(profile, chosen, tracks);
  const kept = keptRows(chosen, used);
  const rowOf: RowMaps = {
    strings: newRows(used.strings),
    labels: newRows(used.labels),
    tracks: newRows(used.tracks),
    slices: newRows(used.slices),
    stacks: newRows(used.stacks),
    frames: newRows(used.frames)
  };
  const tables = Object.entries(kept).map(([name, rows]) => [
    name,
    takeRows(profile, name as TableName, rows, rowOf)
  ]);
  const part = {
    ...profile,
    ...(Object.fromEntries(tables) as Pick<Profile, TableName>),
    strings: profile.strings.filter((_, row) => used.strings[row]),
    tracks: profile.tracks
      .filter((_, row) => used.tracks[row])
      .map(track => ({ ...track, parent: track.parent < 0 ? -1 : rowOf.tracks[track.parent] })),
    counters: profile.counters.map(series => ({ ...series, track: rowOf.tracks[series.track] }))
  };
  return {
    profile: { ...part, args: withNewStrings(part.args, rowOf.strings) },
    trackOf: rowOf.tracks
  };
}

/** The rows of all tables, where `given` has those of some. */
function allChosen(profile: Profile, given: Partial<ChosenRows>): ChosenRows {
  const slices = given.slices ?? consecutiveRows(profile.slices.length);
  const isKept = new Uint8Array(profile.slices.length);
  for (const row of slices) isKept[row] = 1;
  const tables = TABLE_NAMES.filter(name => !REFERRED.some(other => other === name));
  const chosen: Partial<Record<TableName, Uint32Array>> = { ...given, slices };
  for (const name of tables) chosen[name] ??= rowsOfSlices(profile, name, isKept);
  return chosen as ChosenRows;
}

/** The rows of a table whose slices are kept; all of one that has nothing to do with slices. */
function rowsOfSlices(profile: Profile, name: TableName, isKept: Uint8Array): Uint32Array {
  const flags = new Uint8Array(profile[name].length).fill(1);
  for (const [column, { rule }] of columnsOf(name)) {
    if (!('target' in rule) || rule.target !== 'slices') continue;
    const slices = columnIn(profile, name, column);
    for (let row = 0; row < flags.length; row++) flags[row] &= isKept[slices[row]];
  }
  return flaggedRows(flags);
}

/** For each list one flag a row. */
type UsedRows = Readonly<Record<IndexTarget, Uint8Array>>;

type RowMaps = Readonly<Record<IndexTarget, Int32Array>>;

function usedRows(profile: Profile, chosen: ChosenRows, tracks: readonly number[]): UsedRows {
  const used: UsedRows = {
    strings: new Uint8Array(profile.strings.length),
    labels: new Uint8Array(profile.labels.length),
    tracks: new Uint8Array(profile.tracks.length),
    slices: new Uint8Array(profile.slices.length),
    stacks: new Uint8Array(profile.stacks.length),
    frames: new Uint8Array(profile.frames.length)
  };
  used.strings[0] = 1;
  for (const row of chosen.slices) used.slices[row] = 1;
  for (const track of tracks) used.tracks[track] = 1;
  for (const { track } of profile.counters) used.tracks[track] = 1;
  for (const [name, rows] of Object.entries(chosen)) mark(profile, name as TableName, rows, used);
  const { kind, value } = profile.args;
  for (const row of chosen.args) if (kind[row] === ArgKind.string) used.strings[value[row]] = 1;
  markAbove(used.tracks, row => profile.tracks[row].parent);
  markAbove(used.stacks, row => profile.stacks.prefix[row]);
  for (const name of ['stacks', 'frames', 'labels'] as const) {
    mark(profile, name, flaggedRows(used[name]), used);
  }
  return used;
}

/** Flags the rows that the index columns of these rows refer to. */
function mark(profile: Profile, name: TableName, rows: Uint32Array, used: UsedRows): void {
  for (const [column, { rule }] of columnsOf(name)) {
    if (!('target' in rule)) continue;
    flagValues(columnIn(profile, name, column), rows, used[rule.target]);
  }
}

function flagValues(values: Column, rows: Uint32Array, flags: Uint8Array): void {
  for (let at = 0; at < rows.length; at++) {
    const target = values[rows[at]];
    if (target >= 0) flags[target] = 1;
  }
}

/** Flags everything above flagged rows; a row above comes before its children. */
function markAbove(flags: Uint8Array, above: (row: number) => number): void {
  for (let row = flags.length - 1; row >= 0; row--) {
    if (flags[row] && above(row) >= 0) flags[above(row)] = 1;
  }
}

function keptRows(chosen: ChosenRows, used: UsedRows): Readonly<Record<TableName, Uint32Array>> {
  return {
    ...chosen,
    labels: flaggedRows(used.labels),
    frames: flaggedRows(used.frames),
    stacks: flaggedRows(used.stacks)
  };
}

function flaggedRows(flags: Uint8Array): Uint32Array {
  const rows = new Uint32Array(flags.length);
  let length = 0;
  for (let row = 0; row < flags.length; row++) {
    rows[length] = row;
    length += flags[row];
  }
  return rows.slice(0, length);
}

function newRows(flags: Uint8Array): Int32Array {
  let length = 0;
  const rowOf = new Int32Array(flags.length);
  for (let row = 0; row < flags.length; row++) rowOf[row] = flags[row] ? length++ : -1;
  return rowOf;
}

function takeRows(
  profile: Profile,
  name: TableName,
  rows: Uint32Array,
  rowOf: RowMaps
): Record<string, unknown> {
  const table: Record<string, unknown> = { length: rows.length };
  for (const [column, { type, rule }] of columnsOf(name)) {
    const values = permute<Column>(
      columnIn(profile, name, column),
      rows,
      createColumn[type](rows.length)
    );
    const above = name === 'slices' ? rowOf.slices : rowOf.stacks;
    const map = 'target' in rule ? rowOf[rule.target] : rule.is === 'earlierRow' ? above : null;
    if (map) renumber(values, map);
    table[column] = values;
  }
  return table;
}

/** Replaces rows by what `map` says; -1 stays. */
function renumber(values: Column, map: Int32Array): void {
  const rows = new Int32Array(values);
  for (let at = 0; at < rows.length; at++) rows[at] = rows[at] < 0 ? -1 : map[rows[at]];
  values.set(rows);
}

function columnIn(profile: Profile, name: TableName, column: string): Column {
  return (profile[name] as unknown as Readonly<Record<string, Column>>)[column];
}

function withNewStrings(args: ArgTable, rowOf: Int32Array): ArgTable {
  const { kind, value } = args;
  return {
    ...args,
    value: value.map((each, row) => (kind[row] === ArgKind.string ? rowOf[each] : each))
  };
}

/**
 * The part of a profile within a window of time: slices cut to it, with everything that refers to them,
 * moments, samples, values of counters, and the allocations that are held at some time of it. Times
 * keep their origin, and the profile ends with the window. Data without times is left out: allocations
 * on the heap, ticks and totals of lines, and totals of slices that were not kept.
 */
export function cutProfile(profile: Profile, window: TimeWindow): Profile {
  const { slices, instants, samples, allocations } = profile;
  const { fromNs, toNs } = window;
  const overlaps = (start: number, durationNs: number): boolean =>
    start < toNs && (start >= fromNs || start + durationNs > fromNs);
  const keepsSlice = (row: number): boolean => overlaps(slices.start[row], slices.duration[row]);
  const isWithin = (time: number): boolean => time >= fromNs && time < toNs;
  const none = new Uint32Array(0);
  const chosen: Omit<ChosenRows, 'args' | 'flows' | 'sliceStacks'> = {
    slices: rowsWhere(slices.length, keepsSlice),
    instants: rowsWhere(instants.length, row => isWithin(instants.time[row])),
    samples: rowsWhere(samples.length, row => isWithin(samples.time[row])),
    allocations: rowsWhere(allocations.length, row =>
      overlaps(allocations.time[row], allocations.lifetime[row])
    ),
    heapSamples: none,
    lineTicks: none,
    lineTotals: none,
    droppedTotals: none
  };
  const counters = profile.counters
    .map(series => clipCounter(series, window))
    .filter(({ time }) => time.length > 0);
  const tracks = [...profile.tracks.keys()];
  const part = partialProfile({ ...profile, counters }, chosen, tracks).profile;
  const meta = { ...part.meta, durationNs: toNs };
  return { ...part, meta, slices: cutTo(part.slices, window) };
}

/** Slices that began before the window begin with it: their order stays, since outer ones come first. */
function cutTo(slices: SliceTable, { fromNs, toNs }: TimeWindow): SliceTable {
  const start = slices.start.map(time => Math.max(time, fromNs));
  const duration = slices.duration.map((durationNs, row) => {
    return Math.min(slices.start[row] + durationNs, toNs) - start[row];
  });
  return { ...slices, start, duration };
}
