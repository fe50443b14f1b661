import { instantsFrom } from '../slices/window';
import { permute } from '../../model/profile/columns';
import type {
  CounterSeries,
  InstantTable,
  Profile,
  SliceTable,
  TotalTable
} from '../../model/profile/profile';
import { labelTotals, withDropped } from '../slices/labelTotals';
import { enclosingSlices } from '../slices/nesting';

/** The counts of a profile at a moment of its recording. */
export interface ProfileMark {
  /** The moment, nanoseconds from the profile's origin. */
  readonly atNs: number;
  /** All slices until then, by category and name. */
  readonly slices: ReadonlyMap<string, SliceSums>;
  /** Values until then of the counters that record every change, by category and name. */
  readonly counterValues: ReadonlyMap<string, number>;
}

/** Number and time of slices, nanoseconds. */
export interface SliceSums {
  readonly count: number;
  readonly total: number;
  readonly self: number;
}

/** The mark at the end of `profile`, for later profiles of the same recording. */
export function markProfile(profile: Profile): ProfileMark {
  const set = profile.counters.filter(({ kind }) => kind === 'set');
  return {
    atNs: profile.meta.durationNs,
    slices: sumsByName(profile, profile.slices),
    counterValues: new Map(set.map(series => [counterKey(series), series.time.length]))
  };
}

/**
 * The part of `profile` after `mark`, for statistics: slices that ended later, later values and
 * moments. For slices that were not kept, number and times are exact, while minimum and maximum are
 * those of the whole recording. Slices have no arguments, arrows or parents.
 */
export function profileSince(profile: Profile, mark: ProfileMark): Profile {
  const { slices } = profile;
  const before = sliceRows(slices, mark.atNs, 'ended');
  const none = () => new Uint32Array(0);
  return {
    ...profile,
    slices: sliceRows(slices, mark.atNs, 'later'),
    args: {
      length: 0,
      slice: none(),
      key: none(),
      kind: new Uint8Array(0),
      value: new Float64Array(0)
    },
    flows: { length: 0, from: none(), to: none(), label: none() },
    counters: profile.counters.map(series => laterValues(series, mark)),
    instants: laterInstants(profile.instants, mark.atNs),
    droppedTotals: droppedSince(profile, before, mark)
  };
}

/** The slices that had ended by `atNs`, or those that had not. */
function sliceRows(slices: SliceTable, atNs: number, which: 'ended' | 'later'): SliceTable {
  const rows = rowsByEnd(slices, atNs, which);
  const { length } = rows;
  return {
    length,
    start: permute(slices.start, rows, new Float64Array(length)),
    duration: permute(slices.duration, rows, new Float64Array(length)),
    label: permute(slices.label, rows, new Uint32Array(length)),
    track: permute(slices.track, rows, new Uint16Array(length)),
    parent: new Int32Array(length).fill(-1)
  };
}

function rowsByEnd(
  { length, start, duration }: SliceTable,
  atNs: number,
  which: 'ended' | 'later'
): Uint32Array {
  const rows = new Uint32Array(length);
  let used = 0;
  for (let row = 0; row < length; row++) {
    const hasEnded = start[row] + duration[row] <= atNs;
    if (hasEnded === (which === 'ended')) rows[used++] = row;
  }
  return rows.subarray(0, used);
}

function laterValues(series: CounterSeries, mark: ProfileMark): CounterSeries {
  const { time, value, kind } = series;
  const counted = mark.counterValues.get(counterKey(series)) ?? 0;
  const later = time.findIndex(at => at > mark.atNs);
  const from = kind === 'set' ? counted : later < 0 ? time.length : later;
  return { ...series, time: time.subarray(from), value: value.subarray(from) };
}

function laterInstants(instants: InstantTable, atNs: number): InstantTable {
  const later = instants.time.findIndex(at => at > atNs);
  const from = later < 0 ? instants.length : later;
  return instantsFrom(instants, from);
}

/**
 * Slices not kept, less those that the mark had counted, whether they were kept then or not. `before`
 * are the slices still kept that had ended by the mark.
 */
function droppedSince(profile: Profile, before: SliceTable, mark: ProfileMark): TotalTable {
  const { droppedTotals } = profile;
  const now = sumsByName(profile, before);
  const rest = (row: number, what: keyof SliceSums): number => {
    const name = labelKey(profile, droppedTotals.label[row]);
    return (now.get(name)?.[what] ?? 0) - (mark.slices.get(name)?.[what] ?? 0);
  };
  const rows = Array.from({ length: droppedTotals.length }, (_, row) => row);
  const changed = rows.filter(row => rest(row, 'count') !== 0 || rest(row, 'self') !== 0);
  const column = (read: (row: number) => number) => Float64Array.from(changed, read);
  return {
    length: changed.length,
    label: Uint32Array.from(changed, row => droppedTotals.label[row]),
    count: column(row => rest(row, 'count')),
    total: column(row => rest(row, 'total')),
    self: column(row => rest(row, 'self')),
    min: column(row => droppedTotals.min[row]),
    max: column(row => droppedTotals.max[row])
  };
}

/** `slices` and those of the profile that were not kept, by category and name. */
function sumsByName(profile: Profile, slices: SliceTable): Map<string, SliceSums> {
  const { labels, tracks, droppedTotals } = profile;
  const enclosing = enclosingSlices(slices, tracks.length);
  const kept = labelTotals({ slices, enclosing, labelCount: labels.length, tracks });
  const totals = withDropped(kept, droppedTotals);
  const sums = new Map<string, SliceSums>();
  for (let label = 0; label < labels.length; label++) {
    const [count, total, self] = [totals.count[label], totals.total[label], totals.self[label]];
    if (count > 0) sums.set(labelKey(profile, label), { count, total, self });
  }
  return sums;
}

function labelKey({ labels, strings }: Profile, label: number): string {
  return `${strings[labels.category[label]]}\u0000${strings[labels.name[label]]}`;
}

function counterKey({ category, name }: CounterSeries): string {
  return `${category}\u0000${name}`;
}
