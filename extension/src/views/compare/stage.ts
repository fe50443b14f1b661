import { changeColor } from 'kernelscope/formats';
import { type FlameRects, flameRects, flameStarts } from 'kernelscope/layout';
import { comparedFlame } from 'kernelscope/analysis';
import type { ComparedTree } from 'kernelscope/model';
import { clearCanvas, outlineBox, outlineSelected } from '../../shared/canvas/canvasBoxes';
import { CanvasStage } from '../../shared/canvas/canvasStage';
import type { CanvasTheme } from '../../shared/canvas/canvasTheme';
import { rangeOf, type ZoomedTree } from '../../shared/flame/treeZoom';
import type { CalleeFlags } from '../../shared/flame/treeMatches';

/** Height of a level, CSS pixels. */
const LEVEL_PX = 18;

/** Room beside a text, and the least that is worth one, CSS pixels. */
const TEXT_PX = 4;
const MIN_TEXT_PX = 26;

/** Opacity of merged calls, and of calls that a search did not find. */
const MERGED = 0.45;
const DIM = 0.25;

/** The call under the pointer. */
interface FlameHit {
  readonly row: number;
  readonly isMerged: boolean;
}

/** The calls of two profiles as icicles: what is slower is red and marked ▲, what is faster blue and ▼. */
export class CompareStage extends CanvasStage<FlameState> {
  #rects: FlameRects | null = null;

  /** `textOf` is the text on a call. */
  constructor(private readonly textOf: (state: FlameState, row: number) => string) {
    super({ name: 'compare', minHeightPx: 2 * LEVEL_PX, maxHeightPx: 360 });
  }

  /** Shows another state; null for nothing. */
  setState(state: FlameState | null): void {
    this.state = state;
    this.#rects = null;
    this.arrange();
    this.schedule();
  }

  /** Scrolls so that a level is in sight. */
  scrollTo(depth: number): void {
    this.reveal({ topPx: depth * LEVEL_PX, heightPx: LEVEL_PX });
  }

  /** The target at a place of the canvas, CSS pixels. */
  hit(x: number, y: number): FlameHit | null {
    const rects = this.#rects;
    if (rects === null) return null;
    const wanted = Math.floor((y + this.scroller.scrollTop) / LEVEL_PX);
    const at = rects.depth.findIndex((depth, each) => {
      const left = rects.x[each];
      return depth === wanted && x >= left && x < left + Math.max(1, rects.width[each]);
    });
    return at < 0 ? null : { row: rects.row[at], isMerged: rects.isMerged[at] };
  }

  /** Middle of a row in the last picture, CSS pixels within the canvas; null when out of sight. */
  placeOf(row: number): { readonly x: number; readonly y: number } | null {
    const rects = this.#rects;
    const at = rects?.row.indexOf(row) ?? -1;
    if (rects === null || at < 0) return null;
    const y = (rects.depth[at] + 0.5) * LEVEL_PX - this.scroller.scrollTop;
    return { x: rects.x[at] + rects.width[at] / 2, y };
  }

  protected override heightOf({ levels }: FlameState): number {
    return levels * LEVEL_PX;
  }

  protected override paint(
    context: CanvasRenderingContext2D,
    state: FlameState,
    theme: CanvasTheme
  ): void {
    const { widthPx, heightPx } = this.surface;
    const topPx = this.scroller.scrollTop;
    const rects = flameRects(state.tree, state.starts, {
      ...rangeOf(state),
      widthPx,
      firstDepth: Math.floor(topPx / LEVEL_PX),
      lastDepth: Math.floor((topPx + heightPx) / LEVEL_PX)
    });
    this.#rects = rects;
    clearCanvas(context, theme, this.surface);
    for (let at = 0; at < rects.length; at++) {
      this.#paintRect(context, state, theme, { rects, at, topPx });
    }
  }

  #paintRect(
    context: CanvasRenderingContext2D,
    state: FlameState,
    theme: CanvasTheme,
    { rects, at, topPx }: { rects: FlameRects; at: number; topPx: number }
  ): void {
    const { compared, selected, lit } = state;
    const [row, isMerged] = [rects.row[at], rects.isMerged[at]];
    const [x, y] = [rects.x[at], rects.depth[at] * LEVEL_PX - topPx];
    const width = Math.max(0.5, rects.width[at] - (rects.width[at] > 3 ? 1 : 0));
    const isLit = lit !== null && !isMerged && lit[compared.function[row]] === 1;
    const isDim = lit !== null && !isLit;
    context.globalAlpha = isDim ? DIM : isMerged ? MERGED : 1;
    context.fillStyle = isMerged
      ? theme.faintText
      : changeColor(compared.totalBefore[row], compared.totalAfter[row]);
    context.fillRect(x, y, width, LEVEL_PX - 1);
    context.globalAlpha = 1;
    if (isLit) outlineBox(context, theme.text, [x, y, width, LEVEL_PX - 1]);
    if (row === selected && !isMerged) outlineSelected(context, theme, [x, y, width, LEVEL_PX - 1]);
    if (isMerged || width < MIN_TEXT_PX) return;
    context.fillStyle = isDim ? theme.text : theme.sliceText;
    const text = this.texts.fit(context, this.textOf(state, row), width - 2 * TEXT_PX);
    context.fillText(text, x + TEXT_PX, y + LEVEL_PX / 2);
  }
}

/** The calls of a comparison, and what a person set in their picture. */
export interface FlameState extends ZoomedTree {
  readonly compared: ComparedTree;
  readonly levels: number;
  /** The selected row, or -1. */
  readonly selected: number;
  /** The functions that a search found; null without one. */
  readonly lit: CalleeFlags | null;
}

export function flameStateOf(compared: ComparedTree): FlameState {
  const tree = comparedFlame(compared);
  const levels = tree.depth.reduce((most, depth) => Math.max(most, depth + 1), 0);
  const starts = flameStarts(tree);
  return { compared, tree, starts, levels, zoom: -1, selected: -1, lit: null };
}

/** The functions whose name or file contains `text` in any case; null for no text. */
export function functionsOfText({ functions }: ComparedTree, text: string): CalleeFlags | null {
  if (text === '') return null;
  const wanted = text.toLowerCase();
  return Uint8Array.from(functions, ({ name, file }) =>
    Number([name, file].some(each => each.toLowerCase().includes(wanted)))
  );
}
