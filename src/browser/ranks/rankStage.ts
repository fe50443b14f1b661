import { element } from '../elements/element';
import { type RankHeadings, RankPaint } from './rankPaint';
import { type PlotBox, plotBox } from './rankPlot';
import type { RankState } from './rankState';
import { type RankTheme, readRankTheme } from './rankTheme';

/** Height of a line at best, and of the picture, CSS pixels. */
const LINE_PX = 20;
const HEIGHT_PX = { least: 120, most: 400 } as const;

/** The canvas of the heat map. Draws at most once for each frame of the screen. */
export class RankStage {
  readonly canvas = element('canvas', { part: 'ranksCanvas' });
  readonly node = element('div', { part: 'ranksStage' }, [this.canvas]);
  readonly #painter: RankPaint;
  readonly #context = this.canvas.getContext('2d', { alpha: false });
  #state: RankState | null = null;
  #theme: RankTheme | null = null;
  #widthPx = 0;
  #heightPx = 0;
  #request = 0;

  constructor(headings: RankHeadings) {
    this.#painter = new RankPaint(headings);
  }

  setState(state: RankState | null): void {
    this.#state = state;
    this.arrange();
  }

  /** The place of the cells on the canvas. */
  get box(): PlotBox {
    return plotBox(this.#widthPx, this.#heightPx);
  }

  /** Takes the width of the page, and the height that the lines need. */
  arrange(): void {
    if (this.#state === null) return;
    const linesPx = this.#state.size.rows * LINE_PX + 42;
    const heightPx = Math.max(HEIGHT_PX.least, Math.min(HEIGHT_PX.most, linesPx));
    const widthPx = Math.max(0, this.node.clientWidth);
    const ratio = window.devicePixelRatio || 1;
    this.#widthPx = widthPx;
    this.#heightPx = heightPx;
    this.canvas.style.width = `${widthPx}px`;
    this.canvas.style.height = `${heightPx}px`;
    this.canvas.width = Math.round(widthPx * ratio);
    this.canvas.height = Math.round(heightPx * ratio);
    this.schedule();
  }

  /** Reads the colours of the page again. */
  retheme(): void {
    this.#theme = null;
    this.schedule();
  }

  /** Draws with the next frame of the screen. */
  schedule(): void {
    if (this.#request !== 0) return;
    this.#request = requestAnimationFrame(() => {
      this.#request = 0;
      this.paintNow();
    });
  }

  /** Draws at once, if there is something to draw on. */
  paintNow(): void {
    const context = this.#context;
    const state = this.#state;
    const widthPx = this.#widthPx;
    if (context === null || state === null || widthPx <= 0) return;
    const ratio = this.canvas.width / widthPx;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.#painter.paint(context, state, this.box, (this.#theme ??= readRankTheme(this.node)));
  }

  dispose(): void {
    if (this.#request !== 0) cancelAnimationFrame(this.#request);
    this.#request = 0;
    this.#state = null;
    this.canvas.width = 0;
    this.canvas.height = 0;
  }
}
