import { flameRects } from 'kernelscope/layout';
import { CanvasSurface } from '../../shared/canvas/canvasSurface';
import type { CanvasTheme } from '../../shared/canvas/canvasTheme';
import { readTheme } from '../../shared/canvas/canvasTheme';
import { element } from '../../shared/elements/dom';
import { TextFitter } from '../../shared/canvas/textFitter';
import type { PlacedPart } from './flameParts';
import { depthAt, LEVEL_PX, levelTopPx, placed, rangeOf } from './flameParts';
import { looksOf } from './looks';
import { render } from './render';
import type { CalleeLook, DrawnPart } from './scene';
import type { FlameRow, FlameState } from './state';
import type { FlameWords } from './words';

/** The picture is at most this high, CSS pixels; beyond, it scrolls. */
const MAX_HEIGHT_PX = 400;
const MIN_HEIGHT_PX = 3 * LEVEL_PX;

/** The target under the pointer. */
export interface FlameHit extends FlameRow {
  readonly isMerged: boolean;
}

/**
 * The drawn part of a flame view. Draws at most once for each picture of the screen, and only while
 * it is active.
 */
export class FlameStage {
  readonly node = element('div', { part: 'flameStage' });
  readonly scroller = element('div', { part: 'flameScroller' });
  readonly canvas = element('canvas', { part: 'flameCanvas' });
  readonly #surface = new CanvasSurface(this.canvas);
  readonly #spacer = element('div', { part: 'flameSpacer' });
  readonly #texts = new TextFitter();
  #state: FlameState | null = null;
  #lookOf: (callee: number) => CalleeLook = () => ({ name: '', color: null });
  #theme: CanvasTheme | null = null;
  #drawn: readonly DrawnPart[] = [];
  #request = 0;
  #isActive = false;

  constructor(private readonly words: FlameWords) {
    this.scroller.append(element('div', { part: 'flameSheet' }, [this.canvas]), this.#spacer);
    this.node.append(this.scroller);
    this.scroller.addEventListener('scroll', this);
  }

  /** Rectangles in the last picture. */
  get rectCount(): number {
    return this.#drawn.reduce((sum, { rects }) => sum + rects.length, 0);
  }

  /** Shows another state; null for nothing. */
  setState(state: FlameState | null): void {
    this.#state = state;
    this.#drawn = [];
    if (state) this.#lookOf = looksOf(state.profile, this.words);
    this.arrange();
    this.scrollToRoots();
  }

  /** Starts or ends drawing: an inactive stage does no work. */
  setActive(isActive: boolean): void {
    this.#isActive = isActive;
    if (isActive) this.arrange();
    else this.#cancel();
  }

  /** Reads the colours of the page again. */
  retheme(): void {
    this.#theme = null;
    this.schedule();
  }

  /** Takes the size of the page, and the height that the levels need. */
  arrange(): void {
    if (!this.#isActive || this.#state === null) return;
    const totalPx = this.#state.heightPx;
    const heightPx = Math.max(MIN_HEIGHT_PX, Math.min(MAX_HEIGHT_PX, totalPx));
    this.scroller.style.height = `${heightPx}px`;
    this.scroller.classList.toggle('jp-mod-long', totalPx > heightPx);
    this.#spacer.style.height = `${Math.max(0, totalPx - heightPx)}px`;
    this.#surface.resize(Math.max(0, this.scroller.clientWidth), heightPx);
    this.schedule();
  }

  /** Scrolls to where the trees begin: for flames that is below. */
  scrollToRoots(): void {
    const state = this.#state;
    if (state === null) return;
    const { parts } = placed(state.parts);
    const [first] = parts;
    const rootPx = levelTopPx(first, first.skipped);
    const isMiddle = state.shape === 'sandwich';
    const { heightPx } = this.#surface;
    if (first.grows === 'down') this.scroller.scrollTop = 0;
    else this.scroller.scrollTop = rootPx + LEVEL_PX - (isMiddle ? heightPx / 2 : heightPx);
    this.schedule();
  }

  /** Scrolls so that a row is in sight. */
  scrollTo({ part, row }: FlameRow): void {
    if (this.#state === null) return;
    const { parts } = placed(this.#state.parts);
    const topPx = levelTopPx(parts[part], parts[part].tree.depth[row]);
    const { heightPx } = this.#surface;
    if (topPx < this.scroller.scrollTop) this.scroller.scrollTop = topPx;
    else if (topPx + LEVEL_PX > this.scroller.scrollTop + heightPx) {
      this.scroller.scrollTop = topPx + LEVEL_PX - heightPx;
    }
  }

  /** The target at a place of the canvas, CSS pixels. */
  hit(x: number, y: number): FlameHit | null {
    const yPx = y + this.scroller.scrollTop;
    for (const [index, { part, rects }] of this.#drawn.entries()) {
      const depth = depthAt(part, yPx);
      const isWithin = depth >= part.skipped && depth < part.skipped + part.levels;
      const at = isWithin ? rectAt(rects, depth, x) : -1;
      if (at >= 0) return { part: index, row: rects.row[at], isMerged: rects.isMerged[at] };
    }
    return null;
  }

  /** Middle of a row in the last picture, CSS pixels within the canvas; null when out of sight. */
  placeOf({ part, row }: FlameRow): { readonly x: number; readonly y: number } | null {
    const drawn = this.#drawn.at(part);
    const at = drawn?.rects.row.indexOf(row) ?? -1;
    if (!drawn || at < 0) return null;
    const { x, width, depth } = drawn.rects;
    const y = levelTopPx(drawn.part, depth[at]) + LEVEL_PX / 2 - this.scroller.scrollTop;
    return { x: x[at] + width[at] / 2, y };
  }

  /** Draws with the next picture of the screen. */
  schedule(): void {
    if (!this.#isActive || this.#request !== 0) return;
    this.#request = requestAnimationFrame(() => {
      this.#request = 0;
      this.renderNow();
    });
  }

  /** Draws at once, if there is something to draw on. */
  renderNow(): void {
    const state = this.#state;
    const { context, widthPx, heightPx, ratio } = this.#surface;
    if (state === null || context === null || widthPx <= 0 || heightPx <= 0) return;
    const topPx = this.scroller.scrollTop;
    this.#drawn = placed(state.parts).parts.map(part => {
      return { part, rects: rectsInView(part, { topPx, heightPx, widthPx }) };
    });
    const { lit, selected } = state;
    const theme = (this.#theme ??= readTheme(this.node));
    const [lookOf, texts] = [this.#lookOf, this.#texts];
    const size = { ratio, widthPx, heightPx, topPx };
    render(context, { parts: this.#drawn, lookOf, lit, selected, theme, texts, ...size });
  }

  /** Called by the browser; public only because `addEventListener` wants an object. */
  handleEvent(): void {
    this.schedule();
  }

  dispose(): void {
    this.#cancel();
    this.#state = null;
    this.scroller.removeEventListener('scroll', this);
    this.#surface.dispose();
  }

  #cancel(): void {
    if (this.#request !== 0) cancelAnimationFrame(this.#request);
    this.#request = 0;
  }
}

function rectsInView(
  part: PlacedPart,
  { topPx, heightPx, widthPx }: Readonly<Record<'topPx' | 'heightPx' | 'widthPx', number>>
) {
  const edges = [depthAt(part, topPx), depthAt(part, topPx + heightPx)];
  return flameRects(part.tree, part.starts, {
    ...rangeOf(part),
    widthPx,
    firstDepth: Math.max(part.skipped, Math.min(...edges)),
    lastDepth: Math.max(...edges)
  });
}

function rectAt(
  { depth, x, width }: DrawnPart['rects'],
  wantedDepth: number,
  wantedX: number
): number {
  return depth.findIndex((each, at) => {
    return each === wantedDepth && wantedX >= x[at] && wantedX < x[at] + Math.max(1, width[at]);
  });
}
