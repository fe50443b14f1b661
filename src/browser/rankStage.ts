import { CanvasSurface } from '../web/canvasSurface';
import { type PageTheme, readPageTheme } from '../web/pageTheme';
import { element } from '../web/element';
import { type RankHeadings, RankPaint } from './rankPaint';
import { type PlotBox, plotBox } from './rankPlot';
import type { RankState } from './rankState';

/** Height of a line at best, and of the picture, CSS pixels. */
const LINE_PX = 20;
const HEIGHT_PX = { least: 120, most: 400 } as const;

const SHADE = { variable: 'layout-color3', usual: '#bdbdbd', forced: 'GrayText' } as const;

/** The canvas of the heat map. Draws at most once for each frame of the screen. */
export class RankStage {
  readonly canvas = element('canvas', { part: 'ranksCanvas' });
  readonly node = element('div', { part: 'ranksStage' }, [this.canvas]);
  readonly #painter: RankPaint;
  readonly #surface = new CanvasSurface(this.canvas);
  #state: RankState | null = null;
  #theme: PageTheme | null = null;
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
    return plotBox(this.#surface.widthPx, this.#surface.heightPx);
  }

  /** Takes the width of the page, and the height that the lines need. */
  arrange(): void {
    if (this.#state === null) return;
    const linesPx = this.#state.size.rows * LINE_PX + 42;
    const heightPx = Math.max(HEIGHT_PX.least, Math.min(HEIGHT_PX.most, linesPx));
    this.#surface.resize(Math.max(0, this.node.clientWidth), heightPx);
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
    const { context, ratio, widthPx } = this.#surface;
    const state = this.#state;
    if (context === null || state === null || widthPx <= 0) return;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.#theme ??= readPageTheme(this.node, SHADE);
    this.#painter.paint(context, state, this.box, this.#theme);
  }

  dispose(): void {
    if (this.#request !== 0) cancelAnimationFrame(this.#request);
    this.#request = 0;
    this.#state = null;
    this.#surface.dispose();
  }
}
