import type { TimedValues, TimeWindow } from 'kernelscope/analysis';
import { clipCounter } from 'kernelscope/analysis';
import type { CounterUnit } from 'kernelscope/model';
import type { Config, Data, Layout } from 'plotly.js/lib/core';
import { clipText } from '../elements/dom';
import type { NumberFormats } from '../content/format';
import type { TimeUnit } from './axes';
import { timeMarks, timeUnitOf, valueMarks, valueRange } from './axes';
import type { Collections } from './collections';
import { curvePoints } from './curvePoints';
import type { Curve } from './curves';
import { plotText } from './plotText';
import type { ChartTheme } from './theme';

/** The options of {@link figureOf}. */
export interface FigureOptions {
  /** The curves on show, all of one unit. */
  readonly curves: readonly Curve[];
  readonly unit: CounterUnit;
  readonly window: TimeWindow;
  readonly collections: Collections;
  /** Time of the selected slice. */
  readonly highlight: TimeWindow | null;
  readonly widthPx: number;
  readonly theme: ChartTheme;
  readonly formats: NumberFormats;
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
  if (options.collections.startNs.length > 0) data.push(collectionTrace(timeUnit, options));
  const range = valueRange(points.map(({ value }) => value));
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
function collectionTrace(
  { sizeNs }: TimeUnit,
  { collections, theme, window }: FigureOptions
): Data {
  const { startNs } = collections;
  return {
    type: 'scatter',
    mode: 'markers',
    x: startNs.map(ns => Math.max(ns, window.fromNs) / sizeNs),
    y: startNs.map(() => 0),
    yaxis: 'y2',
    hoverinfo: 'skip',
    marker: { symbol: 'line-ns-open', size: 10, color: theme.mark, line: { width: 1 } }
  };
}

/** A band over the time of the selected slice. */
function highlightShapes(
  { sizeNs }: TimeUnit,
  { highlight, theme }: FigureOptions
): Partial<Layout>['shapes'] {
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
  const { unit, window, widthPx, theme, formats } = options;
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
    yaxis: { ...axis, ...valueMarks(range, unit, formats, heightPx), range, fixedrange: true },
    shapes: highlightShapes(timeUnit, options),
    yaxis2: { overlaying: 'y', range: [-0.03, 1], visible: false, fixedrange: true }
  };
}
