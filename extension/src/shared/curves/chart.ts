import type { TimeWindow } from 'kernelscope/analysis';
import type { PlotlyHTMLElement, PlotRelayoutEvent } from 'plotly.js/lib/core';
import type { TimeUnit } from './axes';
import { CHART_CONFIG, type Figure } from './figure';
import type { Plotly } from './plotly';

/** The events of {@link Chart}. */
export interface ChartEvents {
  /** A person dragged over a stretch of time, or asked for all of it with a double click (null). */
  onZoom(window: TimeWindow | null): void;
  /** A person clicked at a moment. */
  onPick(timeNs: number): void;
}

/** A plotly chart in a node of the page. */
export class Chart {
  readonly #node: HTMLElement;
  readonly #plotly: Plotly;
  readonly #events: ChartEvents;
  #timeUnit: TimeUnit | null = null;
  #isDisposed = false;

  constructor(node: HTMLElement, plotly: Plotly, events: ChartEvents) {
    this.#node = node;
    this.#plotly = plotly;
    this.#events = events;
  }

  /** Shows `figure` in place of the one before. Rejects when plotly fails to draw it. */
  async draw({ data, layout, timeUnit }: Figure): Promise<void> {
    if (this.#isDisposed) return;
    const isFirst = this.#timeUnit === null;
    this.#timeUnit = timeUnit;
    const drawn = await this.#plotly.react(this.#node, data, layout, CHART_CONFIG);
    if (isFirst) this.#listen(drawn);
  }

  /** Takes the chart and its listeners off the page. */
  dispose(): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    this.#plotly.purge(this.#node);
  }

  #listen(drawn: PlotlyHTMLElement): void {
    drawn.on('plotly_relayout', change => this.#onRelayout(change));
    drawn.on('plotly_click', ({ points }) => this.#onClick(points[0]?.x));
    drawn.on('plotly_doubleclick', () => this.#events.onZoom(null));
  }

  #onClick(x: unknown): void {
    if (typeof x === 'number' && this.#timeUnit) this.#events.onPick(x * this.#timeUnit.sizeNs);
  }

  #onRelayout(change: PlotRelayoutEvent): void {
    const from = change['xaxis.range[0]'];
    const to = change['xaxis.range[1]'];
    if (from === undefined || to === undefined || this.#timeUnit === null) return;
    const { sizeNs } = this.#timeUnit;
    this.#events.onZoom({ fromNs: from * sizeNs, toNs: to * sizeNs });
  }
}
