import { zoomAround } from './rankMoves';
import { type PlotTarget, placeOf, targetAt } from './rankPlot';
import type { RankStage } from './rankStage';
import type { RankState } from './rankState';

/** The intents of the pointer. */
export interface RankIntents {
  pick(target: PlotTarget): void;
  hover(target: PlotTarget, x: number, y: number): void;
  leave(): void;
}

/** Movement from which on a press is not a click, CSS pixels. */
const CLICK_PX = 4;

/** Zoom for each pixel of a wheel, and of fingers on a trackpad. */
const WHEEL_ZOOM = 0.002;
const PINCH_ZOOM = 0.01;

/** Pixels of a line of a wheel. */
const LINE_PX = 16;

interface Press {
  x: number;
  y: number;
  hasMoved: boolean;
}

const EVENTS = [
  ...['pointerdown', 'pointermove', 'pointerup', 'pointercancel', 'pointerleave'],
  ...['dblclick', 'wheel']
] as const;

/** The pointer on the heat map: drag and scroll move it, Ctrl + wheel zooms, a click picks a rank. */
export class RankGestures {
  #press: Press | null = null;

  constructor(
    private readonly stage: RankStage,
    private readonly stateOf: () => RankState | null,
    private readonly intents: RankIntents
  ) {
    for (const type of EVENTS) stage.canvas.addEventListener(type, this, { passive: false });
  }

  /** Called by the browser; public only because `addEventListener` wants an object. */
  handleEvent(event: Event): void {
    const state = this.stateOf();
    if (state === null || !(event instanceof MouseEvent)) return;
    switch (event.type) {
      case 'pointerdown':
        this.#down(event as PointerEvent);
        break;
      case 'pointermove':
        this.#move(event, state);
        break;
      case 'pointerup':
        this.#up(event, state);
        break;
      case 'dblclick':
        this.#enlarge(event, state);
        break;
      case 'wheel':
        this.#wheel(event as WheelEvent, state);
        break;
      default:
        this.#press = null;
        this.intents.leave();
    }
  }

  dispose(): void {
    for (const type of EVENTS) this.stage.canvas.removeEventListener(type, this);
    this.#press = null;
  }

  #down(event: PointerEvent): void {
    if (event.button !== 0) return;
    this.#press = { x: event.clientX, y: event.clientY, hasMoved: false };
    this.stage.canvas.focus({ preventScroll: true });
    this.stage.canvas.setPointerCapture?.(event.pointerId);
  }

  #move(event: MouseEvent, state: RankState): void {
    const press = this.#press;
    if (press === null) {
      const { x, y } = this.#pointOf(event);
      const target = targetAt(state, this.stage.box, x, y);
      if (target === null) this.intents.leave();
      else this.intents.hover(target, x, y);
      return;
    }
    const [dx, dy] = [event.clientX - press.x, event.clientY - press.y];
    if (!press.hasMoved && Math.hypot(dx, dy) < CLICK_PX) return;
    this.#press = { x: event.clientX, y: event.clientY, hasMoved: true };
    this.intents.leave();
    this.#panBy(state, -dx, -dy);
  }

  #up(event: MouseEvent, state: RankState): void {
    const press = this.#press;
    this.#press = null;
    if (press === null || press.hasMoved) return;
    const { x, y } = this.#pointOf(event);
    const target = targetAt(state, this.stage.box, x, y);
    if (target !== null) this.intents.pick(target);
  }

  #enlarge(event: MouseEvent, state: RankState): void {
    const { x, y } = this.#pointOf(event);
    const { column, line } = placeOf(state, this.stage.box, x, y);
    zoomAround(state, this.stage.box, 0.5, { columns: column, rows: line });
  }

  /** Without Ctrl the page scrolls, unless the map has the keyboard and somewhere to go. */
  #wheel(event: WheelEvent, state: RankState): void {
    const scale = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1;
    const [across, down] = [event.deltaX * scale, event.deltaY * scale];
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      this.intents.leave();
      const { x, y } = this.#pointOf(event);
      const { column, line } = placeOf(state, this.stage.box, x, y);
      const factor = Math.exp(down * (Math.abs(down) < 40 ? PINCH_ZOOM : WHEEL_ZOOM));
      zoomAround(state, this.stage.box, factor, { columns: column, rows: line });
      return;
    }
    if (document.activeElement !== this.stage.canvas) return;
    const hasMoved = event.shiftKey
      ? this.#panBy(state, across + down, 0)
      : this.#panBy(state, across, down);
    if (!hasMoved) return;
    event.preventDefault();
    this.intents.leave();
  }

  #panBy(state: RankState, x: number, y: number): boolean {
    const { width, height } = this.stage.box;
    const { columns, rows } = state.window;
    return state.pan({
      columns: (x * (columns.to - columns.from)) / width,
      rows: (y * (rows.to - rows.from)) / height
    });
  }

  #pointOf(event: MouseEvent): { readonly x: number; readonly y: number } {
    const { left, top } = this.stage.canvas.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }
}
