import { concatenate, permute } from '../profile/columns';
import type { CounterSeries } from '../profile/profile';
import type { MergedPart } from './mergeContext';
import { mergeOrder } from './mergeOrder';

/** Joins counters that are the same in all but their values: on one track, by name and unit. */
export function mergeCounters(parts: readonly MergedPart[]): CounterSeries[] {
  const groups = new Map<string, CounterSeries[]>();
  for (const series of parts.flatMap(movedCounters)) {
    const { name, category, unit, kind, track } = series;
    const key = JSON.stringify([name, category, unit, kind, track]);
    const group = groups.get(key);
    if (group) group.push(series);
    else groups.set(key, [series]);
  }
  return [...groups.values()].map(joinSeries);
}

function movedCounters({ profile, rows, shiftNs }: MergedPart): CounterSeries[] {
  return profile.counters.map(series => ({
    ...series,
    track: rows.tracks[series.track],
    time: shiftNs === 0 ? series.time : series.time.map(at => at + shiftNs)
  }));
}

function joinSeries(group: readonly CounterSeries[]): CounterSeries {
  if (group.length === 1) return group[0];
  const times = group.map(({ time }) => time);
  const order = mergeOrder(times);
  const join = (columns: readonly Float64Array[]): Float64Array => {
    const joined = concatenate(columns);
    return order ? permute(joined, order, new Float64Array(joined.length)) : joined;
  };
  return { ...group[0], time: join(times), value: join(group.map(({ value }) => value)) };
}
