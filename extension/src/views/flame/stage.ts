import { flameRects } from 'kernelscope/layout';
import { CanvasStage } from '../../shared/canvas/canvasStage';
import type { CanvasTheme } from '../../shared/canvas/canvasTheme';
import { rangeOf } from '../../shared/flame/treeZoom';
import { type PlacedPart, depthAt, LEVEL_PX, levelTopPx, placed } from './flameParts';
import { render, type CalleeLook, type DrawnPart } from './render';
import type { FlameRow, FlameState } from './state';
import type { FlameWords } from './words';
import { calledFunction } from 'kernelscope/analysis';
import { colorOf, ORIGIN_COLORS } from 'kernelscope/formats';
import { type Profile, FrameKind } from 'kernelscope/model';

const HEIGHTS = { minHeightPx: 3 * LEVEL_PX, maxHeightPx: 400 };

/** The target under the pointer. */
export interface FlameHit extends FlameRow {
  readonly isMerged: boolean;
}

/** The drawn part of a flame view. */
export class FlameStage extends CanvasStage<FlameState> {
  #lookOf: (callee: number) => CalleeLook = () => ({ name: '', color: null, isPale: false });
  #drawn: readonly DrawnPart[] = [];

  constructor(private readonly words: FlameWords) {
    super({ name: 'flame', ...HEIGHTS });
  }

  /** Rectangles in the last picture. */
  get rectCount(): number {
    return this.#drawn.reduce((sum, { rects }) => sum + rects.length, 0);
  }

  /** Shows another state; null for nothing. */
  setState(state: FlameState | null): void {
    this.state = state;
    this.#drawn = [];
    if (state) this.#lookOf = looksOf(state.profile, this.words);
    this.arrange();
    this.scrollToRoots();
  }

  /** Scrolls to where the trees begin: for flames that is below. */
  scrollToRoots(): void {
    const { state } = this;
    if (state === null) return;
    const { parts } = placed(state.parts);
    const [first] = parts;
    const rootPx = levelTopPx(first, first.skipped);
    const isMiddle = state.shape === 'sandwich';
    const { heightPx } = this.surface;
    if (first.grows === 'down') this.scroller.scrollTop = 0;
    else this.scroller.scrollTop = rootPx + LEVEL_PX - (isMiddle ? heightPx / 2 : heightPx);
    this.schedule();
  }

  /** Scrolls so that a row is in sight. */
  scrollTo({ part, row }: FlameRow): void {
    if (this.state === null) return;
    const { parts } = placed(this.state.parts);
    const topPx = levelTopPx(parts[part], parts[part].tree.depth[row]);
    this.reveal({ topPx, heightPx: LEVEL_PX });
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

  protected override heightOf({ heightPx }: FlameState): number {
    return heightPx;
  }

  protected override paint(
    context: CanvasRenderingContext2D,
    { parts, lit, selected }: FlameState,
    theme: CanvasTheme
  ): void {
    const { ratio, widthPx, heightPx } = this.surface;
    const topPx = this.scroller.scrollTop;
    this.#drawn = placed(parts).parts.map(part => {
      return { part, rects: rectsInView(part, { topPx, heightPx, widthPx }) };
    });
    const { texts } = this;
    const lookOf = this.#lookOf;
    const size = { ratio, widthPx, heightPx, topPx };
    render(context, { parts: this.#drawn, lookOf, lit, selected, theme, texts, ...size });
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

/** Kinds that are no code of a file. */
const PLAIN: ReadonlySet<number> = new Set([FrameKind.native, FrameKind.gc, FrameKind.program]);

/** The colours of functions in files that are not the user's. */
const ORIGINS: ReadonlyMap<number, string> = new Map<number, string>([
  [FrameKind.library, ORIGIN_COLORS.library],
  [FrameKind.runtime, ORIGIN_COLORS.system]
]);

/** How each callee of a profile looks, worked out when it is first seen. */
function looksOf(profile: Profile, words: FlameWords): (callee: number) => CalleeLook {
  const known = new Map<number, CalleeLook>();
  return callee => {
    const look = known.get(callee);
    if (look) return look;
    const { name, kind } = calledFunction(profile, callee);
    const origin = kind === null ? undefined : ORIGINS.get(kind);
    const color = kind !== null && PLAIN.has(kind) ? null : (origin ?? colorOf(name));
    const made = { name: words.name(profile, callee), color, isPale: origin !== undefined };
    known.set(callee, made);
    return made;
  };
}
