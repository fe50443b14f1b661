import { type ReadonlyJSONObject, JSONExt } from '@lumino/coreutils';
import type { Message } from '@lumino/messaging';
import { Widget } from '@lumino/widgets';
import type { Data, Frame, Layout } from 'plotly.js/lib/core';
import { type Plotly, loadPlotly } from '../../shared/curves/plotly';
import { failureBox, messageOf } from '../../shared/elements/messageNodes';
import { PageWatch } from '../../shared/elements/pageWatch';
import { type TranslationBundle, loadPart } from '../../shared/content/application';

/** A figure as Plotly's libraries write it. */
interface PlotlyFigure {
  readonly data: Data[];
  readonly layout?: Partial<Layout>;
  readonly frames?: Frame[];
}

/** A figure of Plotly as a chart, as wide as the output. */
export class FigureView extends Widget {
  readonly #trans: TranslationBundle;
  readonly #watch: PageWatch;
  #plotly: Plotly | null = null;
  #figure: PlotlyFigure | null = null;
  #isDrawn = false;

  constructor(trans: TranslationBundle) {
    super();
    this.#trans = trans;
    const resized = (): void => this.#resize();
    this.#watch = new PageWatch(this.node, { resized, rethemed: () => undefined });
    this.addClass('jp-Kernelscope-figure');
  }

  /** Shows a figure in place of the one before, or says why it cannot. */
  async setData(data: unknown): Promise<void> {
    try {
      const figure = this.#checked(data);
      const plotly = await loadPlotly();
      await loadPart(() => registerKinds(plotly, kindsOf(figure)));
      if (this.isDisposed) return;
      this.#plotly = plotly;
      this.#figure = figure;
      await this.#draw();
    } catch (error) {
      this.#clear();
      const title = this.#trans.__('This figure cannot be shown.');
      this.node.replaceChildren(failureBox(title, messageOf(error)));
    }
  }

  override dispose(): void {
    if (this.isDisposed) return;
    this.#clear();
    this.#watch.dispose();
    super.dispose();
  }

  protected override onAfterAttach(message: Message): void {
    super.onAfterAttach(message);
    this.#watch.start();
  }

  protected override onBeforeDetach(message: Message): void {
    this.#watch.stop();
    super.onBeforeDetach(message);
  }

  #checked(data: unknown): PlotlyFigure {
    if (!isFigure(data)) throw new TypeError('data must be an array of traces');
    const unknown = unknownKinds(kindsOf(data));
    if (unknown.length > 0) {
      throw new TypeError(
        this.#trans.__(
          'Traces of the type %1 need the extension of Plotly for JupyterLab: pip install plotly.',
          unknown.join(', ')
        )
      );
    }
    // Plotly writes into what it draws, and this is the output of the notebook
    return JSONExt.deepCopy(data as unknown as ReadonlyJSONObject) as unknown as PlotlyFigure;
  }

  /** Draws once there is room: Plotly takes the width of a node that is on the page. */
  async #draw(): Promise<void> {
    const [plotly, figure] = [this.#plotly, this.#figure];
    if (plotly === null || figure === null || this.node.offsetWidth === 0) return;
    this.#figure = null;
    if (!this.#isDrawn) this.node.replaceChildren();
    this.#isDrawn = true;
    const { data, layout = {}, frames = [] } = figure;
    await plotly.newPlot(this.node, data, layout, { displaylogo: false });
    if (frames.length > 0) await plotly.addFrames(this.node, frames);
  }

  #resize(): void {
    if (this.#figure !== null) void this.#draw();
    else if (this.#isDrawn && this.node.offsetWidth > 0) this.#plotly?.Plots.resize(this.node);
  }

  #clear(): void {
    if (this.#isDrawn) this.#plotly?.purge(this.node);
    this.#isDrawn = false;
    this.#figure = null;
  }
}

function isFigure(data: unknown): data is PlotlyFigure {
  if (typeof data !== 'object' || data === null || !('data' in data)) return false;
  const { data: traces } = data;
  return (
    Array.isArray(traces) && traces.every(trace => typeof trace === 'object' && trace !== null)
  );
}

/** The type of each trace; one without is a line chart. */
function kindsOf({ data }: PlotlyFigure): string[] {
  return data.map(({ type }) => type ?? 'scatter');
}

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
function unknownKinds(kinds: Iterable<string>): string[] {
  return [...new Set(kinds)].filter(kind => !isKnown(kind));
}

/** Loads what draws these kinds of traces, and hands it to plotly.js. */
async function registerKinds(plotly: Plotly, kinds: Iterable<string>): Promise<void> {
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
