import type { Plotly } from '../../shared/curves/plotly';

/**
 * Loaders of the kinds of traces of plotly.js, a chunk each; null for the kind that its core draws. Kinds on maps are left
 * out, since they load their tiles from servers elsewhere, and so is `image`, which needs the streams of Node.
 */
const KINDS = {
  bar: () => import('plotly.js/lib/bar'),
  barpolar: () => import('plotly.js/lib/barpolar'),
  box: () => import('plotly.js/lib/box'),
  candlestick: () => import('plotly.js/lib/candlestick'),
  carpet: () => import('plotly.js/lib/carpet'),
  choropleth: () => import('plotly.js/lib/choropleth'),
  cone: () => import('plotly.js/lib/cone'),
  contour: () => import('plotly.js/lib/contour'),
  contourcarpet: () => import('plotly.js/lib/contourcarpet'),
  funnel: () => import('plotly.js/lib/funnel'),
  funnelarea: () => import('plotly.js/lib/funnelarea'),
  heatmap: () => import('plotly.js/lib/heatmap'),
  histogram: () => import('plotly.js/lib/histogram'),
  histogram2d: () => import('plotly.js/lib/histogram2d'),
  histogram2dcontour: () => import('plotly.js/lib/histogram2dcontour'),
  icicle: () => import('plotly.js/lib/icicle'),
  indicator: () => import('plotly.js/lib/indicator'),
  isosurface: () => import('plotly.js/lib/isosurface'),
  mesh3d: () => import('plotly.js/lib/mesh3d'),
  ohlc: () => import('plotly.js/lib/ohlc'),
  parcats: () => import('plotly.js/lib/parcats'),
  parcoords: () => import('plotly.js/lib/parcoords'),
  pie: () => import('plotly.js/lib/pie'),
  quiver: () => import('plotly.js/lib/quiver'),
  sankey: () => import('plotly.js/lib/sankey'),
  scatter: null,
  scatter3d: () => import('plotly.js/lib/scatter3d'),
  scattercarpet: () => import('plotly.js/lib/scattercarpet'),
  scattergeo: () => import('plotly.js/lib/scattergeo'),
  scattergl: () => import('plotly.js/lib/scattergl'),
  scatterpolar: () => import('plotly.js/lib/scatterpolar'),
  scatterpolargl: () => import('plotly.js/lib/scatterpolargl'),
  scattersmith: () => import('plotly.js/lib/scattersmith'),
  scatterternary: () => import('plotly.js/lib/scatterternary'),
  splom: () => import('plotly.js/lib/splom'),
  streamtube: () => import('plotly.js/lib/streamtube'),
  sunburst: () => import('plotly.js/lib/sunburst'),
  surface: () => import('plotly.js/lib/surface'),
  table: () => import('plotly.js/lib/table'),
  treemap: () => import('plotly.js/lib/treemap'),
  violin: () => import('plotly.js/lib/violin'),
  volume: () => import('plotly.js/lib/volume'),
  waterfall: () => import('plotly.js/lib/waterfall')
} as const;

type TraceKind = keyof typeof KINDS;

const isKnown = (kind: string): kind is TraceKind => Object.hasOwn(KINDS, kind);

/** Those of `kinds` of traces that nothing here draws. */
export function unknownKinds(kinds: Iterable<string>): string[] {
  return [...new Set(kinds)].filter(kind => !isKnown(kind));
}

/** Loads what draws these kinds of traces, and hands it to plotly.js. */
export async function registerKinds(plotly: Plotly, kinds: Iterable<string>): Promise<void> {
  const loads = [...new Set(kinds)]
    .filter(isKnown)
    .flatMap((kind): Promise<Parameters<Plotly['register']>[0]>[] => {
      const load = KINDS[kind];
      return load === null ? [] : [load()];
    });
  for (const module of await Promise.all(loads)) plotly.register(moduleIn(module));
}

/** A module of CommonJS as it was exported, which bundlers wrap in `default`. */
function moduleIn<Module extends object>(module: Module): Module {
  return 'default' in module ? (module.default as Module) : module;
}
