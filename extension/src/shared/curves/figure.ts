import type { TranslationBundle } from '../content/application';
import {
  type TimeWindow,
  type TimedValues,
  clipCounter,
  decimate,
  heldValues
} from 'kernelscope/analysis';
import type { CounterSeries, CounterUnit } from 'kernelscope/model';
import type { Config, Data, Layout } from 'plotly.js/lib/core';
import { clipText } from 'kernelscope/web';
import type { NumberFormats } from '../content/format';
import {
  type TimeUnit,
  baselineMarks,
  fittedRange,
  timeMarks,
  timeUnitOf,
  valueMarks,
  valueRange
} from './axes';
import type { Collections } from './collections';
import type { Curve } from './curves';
import type { ChartTheme } from './theme';

export interface FigureOptions {
  /** The curves on show, all of one unit. */
  readonly curves: readonly Curve[];
  readonly unit: CounterUnit;
  readonly window: TimeWindow;
  readonly collections: Collections;
  /** Time of the selected slice. */
  readonly highlight: TimeWindow | null;
  /** The moment that was picked, nanoseconds. */
  readonly momentNs: number | null;
  /** Whether the values begin at the lowest one in place of 0. */
  readonly isFitted: boolean;
  readonly widthPx: number;
  readonly theme: ChartTheme;
  readonly formats: NumberFormats;
  readonly trans: TranslationBundle;
}

/** A chart as plotly takes it, and the unit of its time axis. */
export interface Figure {
  readonly data: Data[];
  readonly layout: Partial<Layout>;
  readonly timeUnit: TimeUnit;
}

/** Height of the whole chart, CSS pixels. */
const CHART_HEIGHT_PX = 260;

const MARGIN = { l: 72, r: 32, t: 10, b: 36, pad: 0 } as const;

/** No tools, no logo, no gesture but a horizontal drag: the view has buttons and keys of its own. */
export const CHART_CONFIG: Partial<Config> = {
  displayModeBar: false,
  doubleClick: false,
  showTips: false,
  scrollZoom: false
};

/** Step lines on a time axis, a dot at each value that was set, and collections as ticks below. */
export function figureOf(options: FigureOptions): Figure {
  const timeUnit = timeUnitOf(options.window);
  const points = options.curves.map(({ series }) => curvePoints(series, options.window));
  const data = options.curves.map((curve, index) =>
    curveTrace(curve, points[index], timeUnit, options)
  );
  data.push(...options.curves.flatMap(curve => dotTraces(curve, timeUnit, options)));
  if (options.collections.count > 0) {
    data.push(collectionTrace(timeUnit, options), countTrace(timeUnit, options));
  }
  const columns = points.map(({ value }) => value);
  const range = options.isFitted ? fittedRange(columns) : valueRange(columns);
  return { data, layout: layoutOf(range, timeUnit, options), timeUnit };
}

function curveTrace(
  { label, color, dash }: Curve,
  { time, value }: TimedValues,
  { sizeNs }: TimeUnit,
  { unit, theme, formats }: FigureOptions
): Data {
  return {
    type: 'scatter',
    mode: time.length === 1 ? 'markers' : 'lines',
    name: plotText(clipText(label)),
    x: Array.from(time, ns => ns / sizeNs),
    y: Array.from(value),
    text: Array.from(value, each => formats.value(unit, each)),
    hovertemplate: '%{text}',
    line: {
      shape: 'hv',
      width: 2,
      dash,
      color: theme.curves[color % theme.curves.length],
      simplify: false
    }
  };
}

/** Dots that one curve has at most. */
const MAX_DOTS = 60;

/** Where a counter was set; nothing for what was sampled, or set too often to tell apart. */
function dotTraces(
  { series, color }: Curve,
  { sizeNs }: TimeUnit,
  { window, theme }: FigureOptions
): Data[] {
  const { time, value } = clipCounter(series, window);
  if (series.kind !== 'set' || time.length > MAX_DOTS) return [];
  return [
    {
      type: 'scatter',
      mode: 'markers',
      x: Array.from(time, ns => ns / sizeNs),
      y: Array.from(value),
      hoverinfo: 'skip',
      marker: { size: 7, color: theme.curves[color % theme.curves.length] }
    }
  ];
}

/** Named below the chart: a hover label would list the nearest one, however far. */
function collectionTrace({ sizeNs }: TimeUnit, { collections, theme }: FigureOptions): Data {
  const { marks } = collections;
  return {
    type: 'scatter',
    mode: 'markers',
    x: marks.map(({ startNs }) => startNs / sizeNs),
    y: marks.map(() => 0),
    yaxis: 'y2',
    hoverinfo: 'skip',
    marker: { symbol: 'line-ns-open', size: 10, color: theme.mark, line: { width: 1 } }
  };
}

/** Draws nothing: the number of collections in each stretch of the chart, for the hover label. */
function countTrace({ sizeNs }: TimeUnit, options: FigureOptions): Data {
  const { collections, window, theme, formats, trans } = options;
  const { marks, stretchNs } = collections;
  const places = Math.ceil((window.toNs - window.fromNs) / stretchNs);
  const counts = new Array<number>(places).fill(0);
  for (const { middleNs, count } of marks) {
    const place = Math.floor((middleNs - window.fromNs) / stretchNs);
    if (place < places) counts[place] = count;
  }
  return {
    type: 'scatter',
    mode: 'none',
    hoveron: 'points',
    name: trans.__('Garbage collections'),
    x: counts.map((_, place) => (window.fromNs + (place + 0.5) * stretchNs) / sizeNs),
    y: counts.map(() => 0),
    yaxis: 'y2',
    text: counts.map(count => formats.count(count)),
    hovertemplate: '%{text}',
    line: { color: theme.mark }
  };
}

/** A line at the moment that was picked. */
function momentShapes(
  { sizeNs }: TimeUnit,
  { momentNs, theme }: FigureOptions
): NonNullable<Partial<Layout>['shapes']> {
  if (momentNs === null) return [];
  const x = momentNs / sizeNs;
  const line = { width: 1, dash: 'dot', color: theme.text } as const;
  return [{ type: 'line', yref: 'paper', y0: 0, y1: 1, x0: x, x1: x, line }];
}

/** A band over the time of the selected slice. */
function highlightShapes(
  { sizeNs }: TimeUnit,
  { highlight, theme }: FigureOptions
): NonNullable<Partial<Layout>['shapes']> {
  if (!highlight) return [];
  return [
    {
      type: 'rect',
      layer: 'below',
      yref: 'paper',
      y0: 0,
      y1: 1,
      x0: highlight.fromNs / sizeNs,
      x1: highlight.toNs / sizeNs,
      fillcolor: theme.accent,
      opacity: 0.25,
      line: { width: 1, color: theme.accent }
    }
  ];
}

function layoutOf(
  range: [number, number],
  timeUnit: TimeUnit,
  options: FigureOptions
): Partial<Layout> {
  const { unit, window, widthPx, theme, formats, isFitted } = options;
  const marksOf = isFitted && range[0] > 0 ? baselineMarks : valueMarks;
  const { sizeNs, symbol } = timeUnit;
  const innerPx = Math.max(1, widthPx - MARGIN.l - MARGIN.r);
  const heightPx = CHART_HEIGHT_PX - MARGIN.t - MARGIN.b;
  const axis = {
    gridcolor: theme.grid,
    linecolor: theme.border,
    zeroline: false,
    ticklabelstandoff: 4
  };
  return {
    width: widthPx,
    height: CHART_HEIGHT_PX,
    margin: { ...MARGIN },
    paper_bgcolor: theme.background,
    plot_bgcolor: theme.background,
    font: { family: theme.fontFamily, size: theme.fontSizePx, color: theme.text },
    showlegend: false,
    dragmode: 'zoom',
    hovermode: 'x unified',
    hoverdistance: -1,
    hoverlabel: { bgcolor: theme.hoverBackground, bordercolor: theme.border, align: 'right' },
    xaxis: {
      ...axis,
      ...timeMarks(window, timeUnit, innerPx),
      range: [window.fromNs / sizeNs, window.toNs / sizeNs],
      unifiedhovertitle: { text: `%{x:.4~f} ${symbol}` }
    },
    yaxis: { ...axis, ...marksOf(range, unit, formats, heightPx), range, fixedrange: true },
    shapes: [...highlightShapes(timeUnit, options), ...momentShapes(timeUnit, options)],
    yaxis2: { overlaying: 'y', range: [-0.03, 1], visible: false, fixedrange: true }
  };
}

/** Characters that plotly would read as markup, a reference or a formula. */
const SPECIAL = /[&<>$%{}]/g;

/**
 * `text` as plotly shows it literally: its labels know a few HTML tags, and names are text of the
 * profile.
 */
export function plotText(text: string): string {
  return text.replace(SPECIAL, character => `&#${character.charCodeAt(0)};`);
}

/** Points that one curve has on the page at most. */
export const MAX_POINTS = 4000;

/** How long before the next value a held one is repeated, as a share of the window. */
const HOLD_SHARE = 1e-6;

/**
 * The values of a counter within `window`, extremes kept, as the corners of a step line that holds its
 * last value to the end of the window. While there is room each value stands at both ends of its
 * step, so that the point nearest to a moment has the value of that moment. Empty before the first
 * value; never above {@link MAX_POINTS}.
 */
export function curvePoints(series: CounterSeries, window: TimeWindow): TimedValues {
  const points = heldValues(series, window);
  const count = points.time.length;
  if (count === 0) return points;
  if (2 * count <= MAX_POINTS) return bothEnds(points, window);
  return heldTo(window.toNs, decimate(points, MAX_POINTS - 1));
}

/** Two points for each value: where its step begins, and just before the next one. */
function bothEnds({ time, value }: TimedValues, { fromNs, toNs }: TimeWindow): TimedValues {
  const count = time.length;
  const gapNs = (toNs - fromNs) * HOLD_SHARE;
  const ends = new Float64Array(2 * count);
  const values = new Float64Array(2 * count);
  for (let row = 0; row < count; row++) {
    const end = row + 1 < count ? time[row + 1] - gapNs : toNs;
    ends[2 * row] = time[row];
    ends[2 * row + 1] = Math.max(time[row], end);
    values.fill(value[row], 2 * row, 2 * row + 2);
  }
  return { time: ends, value: values };
}

function heldTo(endNs: number, { time, value }: TimedValues): TimedValues {
  return { time: appended(time, endNs), value: appended(value, value[value.length - 1]) };
}

function appended(column: Float64Array, last: number): Float64Array {
  const result = new Float64Array(column.length + 1);
  result.set(column);
  result[column.length] = last;
  return result;
}
