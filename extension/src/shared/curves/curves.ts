import type { CounterSeries, CounterUnit } from 'kernelscope/model';

/** Curves that one chart draws at most: as many as colour and dash tell apart. */
export const MAX_CURVES = 12;

/** Dash patterns by the names that plotly has for them, in the order in which curves get them. */
const DASHES = ['solid', 'dash', 'dot', 'dashdot'] as const;

/** One counter as the chart and the table show it. */
export interface Curve {
  /** Names the counter among all of its profile. */
  readonly id: string;
  readonly series: CounterSeries;
  /** The text for people; text of the profile unless it is a counter we know. */
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

/** How {@link curvesOf} names counters. */
export interface CurveNames {
  /** The labels of counters of these names; they come first, in this order. */
  readonly known: ReadonlyMap<string, string>;
  /** The text before the name of a counter; by default nothing. Tracks are then kept apart. */
  readonly prefixOf?: (series: CounterSeries) => string;
}

/** Units of counters in the order of `wanted`, and then the others; each once. */
export function unitsOf(
  counters: readonly CounterSeries[],
  wanted: readonly CounterUnit[]
): CounterUnit[] {
  const units = new Set(counters.filter(hasValues).map(({ unit }) => unit));
  const first = wanted.filter(unit => units.has(unit));
  return [...first, ...[...units].filter(unit => !wanted.includes(unit))];
}

/**
 * The counters of one unit: those whose names are known first, the others by their highest value, or
 * track by track where those are told apart. At most {@link MAX_CURVES}; each has a look that no other
 * one has, by dash as well as by colour.
 */
export function curvesOf(
  counters: readonly CounterSeries[],
  unit: CounterUnit,
  { known, prefixOf }: CurveNames
): CurveSet {
  const ranked = counters
    .filter(series => series.unit === unit && hasValues(series))
    .map(series => ({ series, rank: rankOf(series, [...known.keys()]), peak: peakOf(series) }))
    .sort((a, b) => a.rank - b.rank || b.peak - a.peak);
  const chosen = ranked.slice(0, MAX_CURVES);
  if (prefixOf) chosen.sort((a, b) => a.series.track - b.series.track);
  const curves = chosen.map(({ series }, index) => ({
    id: JSON.stringify([series.track, series.category, series.name]),
    series,
    label: (prefixOf?.(series) ?? '') + (known.get(series.name) ?? series.name),
    color: index,
    dash: DASHES[index % DASHES.length]
  }));
  return { curves, found: ranked.length };
}

const hasValues = ({ time }: CounterSeries): boolean => time.length > 0;

function rankOf({ name }: CounterSeries, known: readonly string[]): number {
  const rank = known.indexOf(name);
  return rank < 0 ? known.length : rank;
}

function peakOf({ value }: CounterSeries): number {
  let peak = -Infinity;
  for (const each of value) peak = Math.max(peak, each);
  return peak;
}
