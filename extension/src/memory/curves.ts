import type { TranslationBundle } from '@jupyterlab/translation';
import type { CounterSeries, CounterUnit, Profile } from 'kernelscope/model';

/** Curves that one chart draws at most: as many as colour and dash tell apart. */
export const MAX_CURVES = 12;

/** Dash patterns by the names that plotly has for them, in the order in which curves get them. */
const DASHES = ['solid', 'dash', 'dot', 'dashdot'] as const;

/** One counter as the chart and the table show it. */
export interface Curve {
  /** Names the counter among all of its profile. */
  readonly id: string;
  readonly series: CounterSeries;
  /** What a person reads; text of the profile unless it is a counter we know. */
  readonly label: string;
  /** Place in the palette, and in {@link DASHES}. */
  readonly color: number;
  readonly dash: (typeof DASHES)[number];
}

/** The curves of one unit, and how many there were before the chart's bound. */
export interface CurveSet {
  readonly curves: readonly Curve[];
  readonly found: number;
}

/** Units of the counters of a profile, bytes first; each once. */
export function unitsOf({ counters }: Profile): CounterUnit[] {
  const units = new Set(counters.filter(hasValues).map(({ unit }) => unit));
  return ['bytes', 'count', 'percent', 'nanoseconds'].filter(unit =>
    units.has(unit as CounterUnit)
  ) as CounterUnit[];
}

/**
 * The counters of one unit: those of the process first, the others by their highest value. At most
 * {@link MAX_CURVES}; each has a look that no other one has, by dash as well as by colour.
 */
export function curvesOf(profile: Profile, unit: CounterUnit, trans: TranslationBundle): CurveSet {
  const known = knownLabels(trans);
  const ranked = profile.counters
    .filter(series => series.unit === unit && hasValues(series))
    .map(series => ({ series, rank: rankOf(series, [...known.keys()]), peak: peakOf(series) }))
    .sort((a, b) => a.rank - b.rank || b.peak - a.peak);
  const curves = ranked.slice(0, MAX_CURVES).map(({ series }, index) => ({
    id: JSON.stringify([series.track, series.category, series.name]),
    series,
    label: known.get(series.name) ?? series.name,
    color: index,
    dash: DASHES[index % DASHES.length]
  }));
  return { curves, found: ranked.length };
}

const hasValues = ({ time }: CounterSeries): boolean => time.length > 0;

/** The counters that every recording of memory has, in the order of the chart. */
function knownLabels(trans: TranslationBundle): ReadonlyMap<string, string> {
  return new Map([
    ['Memory: node/rss', trans.__('Resident set (RSS)')],
    ['Memory: node/heap', trans.__('JavaScript heap')],
    ['Memory: node/external', trans.__('External')],
    ['Memory: node/arraybuffers', trans.__('Array buffers')]
  ]);
}

function rankOf({ name }: CounterSeries, known: readonly string[]): number {
  const rank = known.indexOf(name);
  return rank < 0 ? known.length : rank;
}

function peakOf({ value }: CounterSeries): number {
  let peak = -Infinity;
  for (const each of value) peak = Math.max(peak, each);
  return peak;
}
