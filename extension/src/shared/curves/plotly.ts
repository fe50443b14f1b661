import type * as PlotlyModule from 'plotly.js/lib/core';
import { loadPart } from '../content/application';

/** The parts of plotly.js that draw line charts. */
export type Plotly = typeof PlotlyModule;

/** Delivers plotly.js, or rejects when it cannot be loaded. */
export type PlotlyLoader = () => Promise<Plotly>;

/**
 * Loads plotly.js with the one kind of trace that the curves need: a chunk of its own, which no
 * page has before it shows curves.
 */
export const loadPlotly: PlotlyLoader = async () =>
  unwrapModule(await loadPart(() => import('plotly.js/lib/core')));

/** A CommonJS module as it was exported; bundlers wrap it in `default` never, once or twice. */
function unwrapModule(module: Plotly): Plotly {
  let inner: unknown = module;
  while (isWrapped(inner)) inner = inner.default;
  return inner as Plotly;
}

function isWrapped(module: unknown): module is { readonly default: unknown } {
  return typeof module === 'object' && module !== null && !('newPlot' in module);
}
