import type { TimeWindow } from 'kernelscope/analysis';
import { panned, spanOf, zoomedAt } from '../../shared/canvas/timeScale';
import type { TimelineStage } from './stage';
import type { TimelineState } from './state';
import { type CanvasPoint, type Target, targetAt, timeAt } from './target';

/** The events of the pointer, besides moving through time. */
export interface GestureIntents {
  pick(target: Target): void;
  enlarge(target: Target): void;
  hover(target: Target, point: CanvasPoint): void;
  leave(): void;
  marked(range: TimeWindow): void;
}

/** Movement below which a press is a click, CSS pixels. */
const CLICK_PX = 4;
/** Zoom of one pixel of wheel; a trackpad's pinch comes in smaller steps. */
const WHEEL_ZOOM = 0.0016;
const PINCH_ZOOM = 0.01;
const LINE_PX = 16;

interface Press {
  readonly start: CanvasPoint;
  readonly window: TimeWindow;
  readonly scrollTop: number;
  readonly isMarking: boolean;
  hasMoved: boolean;
}

/**
 * Pointer and wheel on the canvas. A drag moves, with Shift it marks a range; Ctrl (or Cmd) and the
 * wheel zoom, and so does the wheel alone once the canvas has the focus; Shift and the wheel, or a
 * wheel across, move. Otherwise the wheel is the page's.
 */
export class Gestures {
  #press: Press | null = null;
  readonly #touches = new Map<number, CanvasPoint>();

  constructor(
    private readonly stage: TimelineStage,
    private readonly stateOf: () => TimelineState | null,
    private readonly intents: GestureIntents
  ) {
    for (const type of EVENTS) stage.canvas.addEventListener(type, this, { passive: false });
  }

  /** True while the pointer is down and moves. */
  get isDragging(): boolean {
    return this.#press?.hasMoved ?? false;
  }

  /** Called by the browser; public only because `addEventListener` wants an object. */
  handleEvent(event: Event): void {
    const state = this.stateOf();
    if (state === null) return;
    if (event instanceof WheelEvent) this.#onWheel(event, state);
    else if (event.type === 'pointerleave') this.intents.leave();
    else if (event instanceof PointerEvent) this.#onPointer(event, state);
    else if (event.type === 'mousedown') this.#keepFromNotebook(event as MouseEvent);
    else if (event instanceof MouseEvent) this.intents.enlarge(this.#targetOf(event, state));
  }

  dispose(): void {
    for (const type of EVENTS) this.stage.canvas.removeEventListener(type, this);
    this.#press = null;
  }

  /** A notebook selects cells by Shift and the mouse, and takes the focus for that. */
  #keepFromNotebook(event: MouseEvent): void {
    if (event.shiftKey) event.stopPropagation();
  }

  #onPointer(event: PointerEvent, state: TimelineState): void {
    if (event.type === 'pointerdown') this.#down(event, state);
    else if (event.type === 'pointermove') this.#move(event, state);
    else this.#up(event, state);
  }

  #down(event: PointerEvent, state: TimelineState): void {
    if (event.button !== 0) return;
    this.stage.canvas.focus({ preventScroll: true });
    this.stage.canvas.setPointerCapture(event.pointerId);
    this.stage.rest();
    const start = this.#pointOf(event);
    this.#touches.set(event.pointerId, start);
    const { window } = state;
    const { scrollTop } = this.stage.scroller;
    this.#press = { start, window, scrollTop, isMarking: event.shiftKey, hasMoved: false };
  }

  #move(event: PointerEvent, state: TimelineState): void {
    const point = this.#pointOf(event);
    const press = this.#press;
    if (press === null) {
      this.intents.hover(this.#targetAt(point, state), point);
      return;
    }
    if (this.#touches.size === 2) {
      this.#pinch(event.pointerId, point, state);
      return;
    }
    const [dx, dy] = [point.x - press.start.x, point.y - press.start.y];
    press.hasMoved ||= Math.hypot(dx, dy) >= CLICK_PX;
    if (!press.hasMoved) return;
    this.intents.leave();
    if (press.isMarking) {
      state.mark(this.#rangeTo(press, point, state));
      return;
    }
    const nsPerPx = spanOf(press.window) / Math.max(1, this.stage.widthPx);
    state.setWindow(panned(press.window, -dx * nsPerPx, state.model.extent));
    this.stage.scroller.scrollTop = press.scrollTop - dy;
  }

  #up(event: PointerEvent, state: TimelineState): void {
    const press = this.#press;
    this.#touches.delete(event.pointerId);
    this.#press = null;
    if (press === null || event.type === 'pointercancel') return;
    if (!press.hasMoved) this.intents.pick(this.#targetOf(event, state));
    else if (press.isMarking && state.range !== null) this.intents.marked(state.range);
  }

  /** Two fingers: the times under them stay under them. */
  #pinch(id: number, point: CanvasPoint, state: TimelineState): void {
    const other = [...this.#touches].find(([each]) => each !== id)?.[1];
    const before = this.#touches.get(id);
    const { frame, ratio } = this.stage;
    this.#touches.set(id, point);
    if (other === undefined || before === undefined || frame === null) return;
    if (this.#press !== null) this.#press.hasMoved = true;
    const factor = Math.abs(before.x - other.x) / Math.max(1, Math.abs(point.x - other.x));
    const anchor = timeAt(frame, other.x, ratio);
    state.setWindow(zoomedAt(state.window, factor, anchor, state.model.extent));
  }

  #onWheel(event: WheelEvent, state: TimelineState): void {
    const scale = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1;
    const [across, down] = [event.deltaX * scale, event.deltaY * scale];
    const { extent } = state.model;
    const { frame, ratio, canvas } = this.stage;
    const isAcross = Math.abs(across) > Math.abs(down);
    const isZoom = event.ctrlKey || event.metaKey;
    if (!isZoom && !isAcross && !event.shiftKey && document.activeElement !== canvas) return;
    event.preventDefault();
    this.stage.rest();
    if (!isZoom && (isAcross || event.shiftKey)) {
      const byPx = isAcross ? across : down;
      const nsPerPx = spanOf(state.window) / Math.max(1, this.stage.widthPx);
      state.setWindow(panned(state.window, byPx * nsPerPx, extent));
      return;
    }
    if (frame === null) return;
    const isPinch = isZoom && Math.abs(down) < 40;
    const factor = Math.exp(down * (isPinch ? PINCH_ZOOM : WHEEL_ZOOM));
    const anchor = timeAt(frame, this.#pointOf(event).x, ratio);
    state.setWindow(zoomedAt(state.window, factor, anchor, extent));
  }

  #rangeTo({ start }: Press, point: CanvasPoint, { model }: TimelineState): TimeWindow | null {
    const { frame, ratio } = this.stage;
    if (frame === null) return null;
    const times = [timeAt(frame, start.x, ratio), timeAt(frame, point.x, ratio)];
    const fromNs = Math.max(model.extent.fromNs, Math.min(...times));
    return { fromNs, toNs: Math.min(model.extent.toNs, Math.max(...times)) };
  }

  #targetOf(event: MouseEvent, state: TimelineState): Target {
    return this.#targetAt(this.#pointOf(event), state);
  }

  #targetAt(point: CanvasPoint, { model }: TimelineState): Target {
    const { frame, ratio } = this.stage;
    return frame === null ? { type: 'nothing' } : targetAt(model, frame, point, ratio);
  }

  #pointOf(event: MouseEvent): CanvasPoint {
    const { left, top } = this.stage.canvas.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }
}

const EVENTS = [
  'mousedown',
  'pointerdown',
  'pointermove',
  'pointerup',
  'pointercancel',
  'pointerleave',
  'dblclick',
  'wheel'
] as const;
