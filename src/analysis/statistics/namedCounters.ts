import type { CounterSeries, Profile } from '../../model/profile/profile';
import { repeatedProcesses } from './repetitions';

/** The counters of one row. */
export interface NamedCounters extends Pick<CounterSeries, 'name' | 'category' | 'unit'> {
  readonly series: CounterSeries[];
}

/** The same for counters of one category and name. */
export function counterKey({ category, name }: CounterSeries): string {
  return `${category}\u0000${name}`;
}

/**
 * Counters of a profile by row. Names tell those of several processes apart, by the processes that are not
 * the recorded one; but the repetitions of a program are one and the same, and have their values in one row.
 */
export function namedCounters(
  profile: Profile,
  counters: readonly CounterSeries[]
): readonly NamedCounters[] {
  const { tracks, meta } = profile;
  const pidOf = ({ track }: CounterSeries): number => tracks[track].pid;
  if (new Set(counters.map(pidOf)).size < 2) return counters.map(series => rowOf(series));
  const repeated = repeatedProcesses(profile);
  const isRepeated = (series: CounterSeries): boolean =>
    repeated.size > 1 && repeated.has(pidOf(series));
  const processOf = (series: CounterSeries): number =>
    isRepeated(series) ? meta.pid : pidOf(series);
  const processes = new Map<string, Set<number>>();
  for (const series of counters) {
    const known = processes.get(counterKey(series)) ?? new Set<number>();
    processes.set(counterKey(series), known.add(processOf(series)));
  }
  const rows: NamedCounters[] = [];
  const rowsOfRuns = new Map<string, NamedCounters>();
  for (const series of counters) {
    const pid = processOf(series);
    const isShared = (processes.get(counterKey(series))?.size ?? 0) > 1;
    const name = isShared && pid !== meta.pid ? `${series.name} (process ${pid})` : series.name;
    const key = `${series.unit}\u0000${counterKey(series)}`;
    const known = isRepeated(series) ? rowsOfRuns.get(key) : undefined;
    if (known !== undefined) {
      known.series.push(series);
      continue;
    }
    const row = rowOf(series, name);
    rows.push(row);
    if (isRepeated(series)) rowsOfRuns.set(key, row);
  }
  return rows;
}

function rowOf(series: CounterSeries, name = series.name): NamedCounters {
  const { category, unit } = series;
  return { name, category, unit, series: [series] };
}
