import type { TimeWindow } from 'kernelscope/analysis';
import { trackActivity } from 'kernelscope/layout';
import { CanvasSurface, element } from 'kernelscope/web';
import { panned, spanOf } from '../../shared/canvas/timeScale';
import { MINIMAP_PX } from './metrics';
import type { TimelineModel } from './model';
import type { TimelineState } from './state';
import type { CanvasTheme } from '../../shared/canvas/canvasTheme';

/** Reach of the edges of the window, and least movement that draws a new one, CSS pixels. */
const EDGE_PX = 6;
const CLICK_PX = 3;

/** The part of the minimap that a press takes hold of. */
type Grip = 'window' | 'from' | 'to' | 'new';

interface Drag {
  readonly grip: Grip;
  readonly startX: number;
  readonly window: TimeWindow;
}

/**
 * The whole profile at a glance, and the window in it: dragged inside it moves, at an edge it grows
 * or shrinks, outside a new one is drawn; a click brings it there. Keys do the same on the timeline.
 */
export class Minimap {
  readonly node: HTMLCanvasElement;
  readonly #surface: CanvasSurface;
  #state: TimelineState | null = null;
  #activity = new Float64Array(0);
  #drag: Drag | null = null;

  constructor() {
    this.node = element('canvas', {
      part: 'timelineMinimap',
      attributes: { 'aria-hidden': 'true' }
    });
    this.#surface = new CanvasSurface(this.node);
    for (const type of EVENTS) this.node.addEventListener(type, this);
  }

  setState(state: TimelineState | null): void {
    this.#state = state;
    this.#activity = new Float64Array(0);
  }

  resize(widthPx: number): void {
    this.#surface.resize(widthPx, MINIMAP_PX);
  }

  /** Paints the profile, counted once for each width, and the window on it. */
  render(theme: CanvasTheme): void {
    const { context, widthPx, devicePx, ratio } = this.#surface;
    const state = this.#state;
    if (context === null || state === null || widthPx === 0) return;
    if (this.#activity.length !== devicePx) this.#activity = activityOf(state.model, devicePx);
    context.setTransform(1, 0, 0, ratio, 0, 0);
    context.fillStyle = theme.background;
    context.fillRect(0, 0, devicePx, MINIMAP_PX);
    context.fillStyle = theme.accent;
    const height = MINIMAP_PX - 6;
    this.#activity.forEach((share, x) => {
      const bar = share > 0 ? Math.max(1, share * height) : 0;
      context.fillRect(x, MINIMAP_PX - 1 - bar, 1, bar);
    });
    this.#paintWindow(context, theme);
  }

  /** Called by the browser; public only because `addEventListener` wants an object. */
  handleEvent(event: Event): void {
    if (!(event instanceof PointerEvent) || this.#state === null) return;
    const x = event.clientX - this.node.getBoundingClientRect().left;
    if (event.type === 'pointerdown') this.#grab(event, x);
    else if (event.type === 'pointermove') this.#move(x);
    else this.#release(x);
  }

  dispose(): void {
    for (const type of EVENTS) this.node.removeEventListener(type, this);
    this.#state = null;
    this.#surface.dispose();
  }

  #paintWindow(context: CanvasRenderingContext2D, theme: CanvasTheme): void {
    if (this.#state === null) return;
    const { ratio, widthPx } = this.#surface;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const [left, right] = this.#edges(this.#state.window);
    context.globalAlpha = 0.72;
    context.fillStyle = theme.shade;
    context.fillRect(0, 0, left, MINIMAP_PX);
    context.fillRect(right, 0, widthPx - right, MINIMAP_PX);
    context.globalAlpha = 1;
    context.fillStyle = theme.line;
    context.fillRect(0, MINIMAP_PX - 1, widthPx, 1);
    if (this.#state.isWhole) return;
    context.strokeStyle = theme.text;
    context.lineWidth = 1;
    const width = Math.max(2, right - left - 1);
    context.strokeRect(Math.min(left, widthPx - 3) + 0.5, 0.5, width, MINIMAP_PX - 1);
  }

  #grab(event: PointerEvent, x: number): void {
    if (event.button !== 0 || this.#state === null) return;
    event.preventDefault();
    this.node.setPointerCapture(event.pointerId);
    this.#drag = { grip: this.#gripAt(x), startX: x, window: this.#state.window };
  }

  #move(x: number): void {
    if (this.#drag === null) {
      this.node.style.cursor = CURSORS[this.#gripAt(x)];
      return;
    }
    if (this.#state === null) return;
    const { grip, startX, window } = this.#drag;
    if (Math.abs(x - startX) < CLICK_PX) return;
    const time = this.#timeAt(x);
    if (grip === 'new') this.#state.setWindow(ordered(this.#timeAt(startX), time));
    else if (grip === 'from') this.#state.setWindow(ordered(time, window.toNs));
    else if (grip === 'to') this.#state.setWindow(ordered(window.fromNs, time));
    else {
      const byNs = time - this.#timeAt(startX);
      this.#state.setWindow(panned(window, byNs, this.#state.model.extent));
    }
  }

  #release(x: number): void {
    const drag = this.#drag;
    this.#drag = null;
    if (drag?.grip !== 'new' || this.#state === null || Math.abs(x - drag.startX) >= CLICK_PX) {
      return;
    }
    const fromNs = this.#timeAt(x) - spanOf(drag.window) / 2;
    this.#state.setWindow({ fromNs, toNs: fromNs + spanOf(drag.window) });
  }

  #gripAt(x: number): Grip {
    if (this.#state === null || this.#state.isWhole) return 'new';
    const [left, right] = this.#edges(this.#state.window);
    const reach = Math.min(EDGE_PX, Math.max(2, (right - left) / 4));
    if (Math.abs(x - left) <= reach) return 'from';
    if (Math.abs(x - right) <= reach) return 'to';
    return x > left && x < right ? 'window' : 'new';
  }

  #edges({ fromNs, toNs }: TimeWindow): [left: number, right: number] {
    const extent = this.#state?.model.extent ?? { fromNs: 0, toNs: 1 };
    const scale = this.#surface.widthPx / spanOf(extent);
    return [(fromNs - extent.fromNs) * scale, (toNs - extent.fromNs) * scale];
  }

  #timeAt(x: number): number {
    const extent = this.#state?.model.extent ?? { fromNs: 0, toNs: 1 };
    const share = Math.max(0, Math.min(1, x / Math.max(1, this.#surface.widthPx)));
    return extent.fromNs + share * spanOf(extent);
  }
}

const EVENTS = ['pointerdown', 'pointermove', 'pointerup', 'pointercancel'] as const;

const CURSORS: Readonly<Record<Grip, string>> = {
  window: 'grab',
  from: 'ew-resize',
  to: 'ew-resize',
  new: 'crosshair'
};

function ordered(aNs: number, bNs: number): TimeWindow {
  return { fromNs: Math.min(aNs, bNs), toNs: Math.max(aNs, bNs) };
}

/** Busy tracks in each pixel as a share of the most that are busy anywhere. */
function activityOf({ index, extent, density, profile }: TimelineModel, widthPx: number) {
  const busy = trackActivity(index, { ...extent, widthPx });
  if (density !== null) {
    const binNs = profile.meta.durationNs / density.binCount;
    busy.forEach((shown, x) => {
      const time = extent.fromNs + ((x + 0.5) / widthPx) * spanOf(extent);
      const bin = Math.min(density.binCount - 1, Math.max(0, Math.floor(time / binNs)));
      let whole = 0;
      density.tracks.forEach((_, at) => (whole += density.busy[at * density.binCount + bin]));
      busy[x] = Math.max(shown, whole);
    });
  }
  const most = busy.reduce((a, b) => Math.max(a, b), 0) || 1;
  return busy.map(each => each / most);
}
