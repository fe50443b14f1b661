import type { TimeWindow } from 'kernelscope/analysis';
import type { TimelineFrame, TimelineViewport } from 'kernelscope/layout';
import { FrameLayout } from 'kernelscope/layout';
import { element } from '../../shared/elements/dom';
import type { TabOptions } from '../../shared/content/profileTab';
import { between, clampWindow, spanOf } from '../../shared/canvas/timeScale';
import { CanvasSurface } from '../../shared/canvas/canvasSurface';
import type { Gutter } from './paint/gutter';
import {
  AXIS_PX,
  gutterWidthPx,
  MAX_HEIGHT_PX,
  ROW_METRICS,
  TICK_DISTANCE_PX
} from './state/metrics';
import { LaneStrips } from './paint/laneStrips';
import { Minimap } from './paint/minimap';
import { render } from './paint/render';
import type { TimelineState } from './state/state';
import { TextFitter } from '../../shared/canvas/textFitter';
import type { CanvasTheme } from '../../shared/canvas/canvasTheme';
import { prefersStillness, readTheme } from '../../shared/canvas/canvasTheme';

/** How long a zoom or a jump takes to get there, milliseconds. */
const MOTION_MS = 140;

interface Motion {
  readonly from: TimeWindow;
  readonly to: TimeWindow;
  /** Null until the first picture of it. */
  startMs: number | null;
}

/**
 * The drawn part of a timeline: minimap, names, axis, rows. Draws at most once for each picture of
 * the screen, and only while it is active.
 */
export class TimelineStage {
  readonly node = element('div', { part: 'timelineStage' });
  readonly scroller = element('div', { part: 'timelineScroller' });
  readonly canvas: HTMLCanvasElement;
  readonly #surface: CanvasSurface;
  readonly #minimap = new Minimap();
  readonly #spacer = element('div', { part: 'timelineSpacer' });
  readonly #span = element('div', { part: 'timelineSpan' });
  readonly #layout = new FrameLayout();
  readonly #litLayout = new FrameLayout();
  readonly #texts = new TextFitter();
  readonly #strips = new LaneStrips();
  #state: TimelineState | null = null;
  #theme: CanvasTheme | null = null;
  #frame: TimelineFrame | null = null;
  #request = 0;
  #isActive = false;
  #motion: Motion | null = null;
  #naturalPx = 0;

  constructor(
    private readonly gutter: Gutter,
    private readonly options: Pick<TabOptions, 'trans' | 'formats'>
  ) {
    this.canvas = element('canvas', { part: 'timelineCanvas' });
    this.#surface = new CanvasSurface(this.canvas);
    const sheet = element('div', { part: 'timelineSheet' }, [gutter.node, this.canvas]);
    this.scroller.append(sheet, this.#spacer);
    const corner = element('div', { part: 'timelineCorner' }, [this.#span]);
    const head = element('div', { part: 'timelineHead' }, [corner, this.#minimap.node]);
    this.node.append(head, this.scroller);
    this.scroller.addEventListener('scroll', this);
  }

  /** The last picture, or null before the first. */
  get frame(): TimelineFrame | null {
    return this.#frame;
  }

  /** Device pixels in a CSS pixel. */
  get ratio(): number {
    return this.#surface.ratio;
  }

  get widthPx(): number {
    return this.#surface.widthPx;
  }

  /** Shows another state; null for nothing. */
  setState(state: TimelineState | null): void {
    this.#state = state;
    this.#frame = null;
    this.#motion = null;
    this.#minimap.setState(state);
    this.gutter.clear();
    this.arrange();
  }

  /** Starts or ends drawing: an inactive stage does no work, and a move under way is over at once. */
  setActive(isActive: boolean): void {
    const { target } = this;
    this.#isActive = isActive;
    if (isActive) {
      this.arrange();
      return;
    }
    this.#cancel();
    if (target !== null) this.#state?.setWindow(target);
  }

  /** Reads the colours of the page again. */
  retheme(): void {
    this.#theme = null;
    this.schedule();
  }

  /** Takes the size of the page, and the height that the rows need. */
  arrange(): void {
    if (!this.#isActive || this.#state === null) return;
    const totalPx = AXIS_PX + this.#state.rows.heightPx;
    const naturalPx = Math.min(MAX_HEIGHT_PX, totalPx);
    if (naturalPx !== this.#naturalPx) this.scroller.style.height = `${naturalPx}px`;
    this.#naturalPx = naturalPx;
    const heightPx = this.scroller.clientHeight || naturalPx;
    this.scroller.classList.toggle('jp-mod-long', totalPx > heightPx);
    const gutterPx = gutterWidthPx(this.node.clientWidth);
    this.node.style.setProperty('--jp-kernelscope-gutter', `${gutterPx}px`);
    const widthPx = Math.max(0, this.scroller.clientWidth - gutterPx);
    this.#spacer.style.height = `${Math.max(0, totalPx - heightPx)}px`;
    this.#surface.resize(widthPx, heightPx);
    this.#minimap.resize(widthPx);
    this.schedule();
  }

  /** Moves to `window`, in a few pictures unless the person wants stillness. */
  moveTo(window: TimeWindow): void {
    const state = this.#state;
    if (state === null) return;
    const to = clampWindow(window, state.model.extent);
    if (!this.#isActive || prefersStillness()) {
      this.#motion = null;
      state.setWindow(to);
      return;
    }
    this.#motion = { from: state.window, to, startMs: null };
    this.schedule();
  }

  /** Where a move under way leads, or what is on show. */
  get target(): TimeWindow | null {
    return this.#motion?.to ?? this.#state?.window ?? null;
  }

  /** Stops a move where it is. */
  rest(): void {
    this.#motion = null;
  }

  /** Scrolls so that a place among the rows is in sight. */
  scrollTo(topPx: number, heightPx: number): void {
    const room = this.#surface.heightPx - AXIS_PX;
    const { scrollTop } = this.scroller;
    if (topPx < scrollTop) this.scroller.scrollTop = topPx;
    else if (topPx + heightPx > scrollTop + room) {
      this.scroller.scrollTop = topPx + heightPx - room + ROW_METRICS.gapPx;
    }
  }

  /** Draws with the next picture of the screen. */
  schedule(): void {
    if (!this.#isActive || this.#request !== 0) return;
    this.#request = requestAnimationFrame(nowMs => {
      this.#request = 0;
      this.#advance(nowMs);
      this.renderNow();
    });
  }

  /** Draws at once, if there is something to draw on. */
  renderNow(): void {
    const state = this.#state;
    const { context, widthPx, heightPx, devicePx, ratio } = this.#surface;
    if (state === null || context === null || widthPx <= 0 || heightPx <= 0) return;
    const viewport = this.#viewport(state, devicePx, heightPx);
    const { model, rows, lit } = state;
    const { counters, index } = model;
    const source = { index, rows, counters, lanePx: ROW_METRICS.lanePx };
    const maxTicks = Math.max(2, Math.floor(widthPx / TICK_DISTANCE_PX));
    const frame = this.#layout.frame(source, viewport, maxTicks);
    const litFrame = lit && this.#litLayout.frame({ ...source, index: lit }, viewport, maxTicks);
    this.#frame = frame;
    const theme = (this.#theme ??= readTheme(this.node));
    const { formats, trans } = this.options;
    const [texts, strips] = [this.#texts, this.#strips];
    const size = { ratio, widthPx, heightPx };
    const scene = { state, frame, litFrame, theme, formats, texts, strips, ...size };
    render(context, scene);
    this.#minimap.render(theme);
    this.gutter.render(state, frame.rows, viewport.topPx);
    this.#span.textContent = trans.__('%1 shown', formats.duration(spanOf(state.window)));
  }

  /** Called by the browser; public only because `addEventListener` wants an object. */
  handleEvent(): void {
    this.schedule();
  }

  dispose(): void {
    this.#cancel();
    this.#state = null;
    this.#frame = null;
    this.scroller.removeEventListener('scroll', this);
    this.#minimap.dispose();
    this.gutter.dispose();
    this.#surface.dispose();
    this.#strips.dispose();
  }

  #viewport({ window }: TimelineState, widthPx: number, heightPx: number): TimelineViewport {
    return { ...window, widthPx, heightPx: heightPx - AXIS_PX, topPx: this.scroller.scrollTop };
  }

  #advance(nowMs: number): void {
    const motion = this.#motion;
    if (motion === null || this.#state === null) return;
    motion.startMs ??= nowMs;
    const share = Math.min(1, (nowMs - motion.startMs) / MOTION_MS);
    this.#state.setWindow(between(motion.from, motion.to, 1 - (1 - share) ** 3));
    if (share >= 1) this.#motion = null;
    else this.schedule();
  }

  #cancel(): void {
    if (this.#request !== 0) cancelAnimationFrame(this.#request);
    this.#request = 0;
    this.#motion = null;
  }
}
