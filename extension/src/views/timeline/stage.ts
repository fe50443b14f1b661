import type { TimeWindow } from 'kernelscope/analysis';
import { FrameLayout, type TimelineFrame } from 'kernelscope/layout';
import { element, prefersStillness } from 'kernelscope/web';
import type { TabOptions } from '../../shared/content/profileTab';
import { between, clampWindow, spanOf } from '../../shared/canvas/timeScale';
import { CanvasStage } from '../../shared/canvas/canvasStage';
import type { Gutter } from './gutter';
import { AXIS_PX, gutterWidthPx, MAX_HEIGHT_PX, ROW_METRICS, TICK_DISTANCE_PX } from './metrics';
import { LaneStrips } from './laneStrips';
import { Minimap } from './minimap';
import { render } from './render';
import type { TimelineState } from './state';
import type { CanvasTheme } from '../../shared/canvas/canvasTheme';

/** How long a zoom or a jump takes to get there, milliseconds. */
const MOTION_MS = 140;

interface Motion {
  readonly from: TimeWindow;
  readonly to: TimeWindow;
  /** Null until the first frame of it. */
  startMs: number | null;
}

/** The drawn part of a timeline: minimap, names, axis, rows. */
export class TimelineStage extends CanvasStage<TimelineState> {
  readonly #minimap = new Minimap();
  readonly #span = element('div', { part: 'timelineSpan' });
  readonly #layout = new FrameLayout();
  readonly #litLayout = new FrameLayout();
  readonly #strips = new LaneStrips();
  #frame: TimelineFrame | null = null;
  #motion: Motion | null = null;

  constructor(
    private readonly gutter: Gutter,
    private readonly options: Pick<TabOptions, 'trans' | 'formats'>
  ) {
    super({ name: 'timeline', minHeightPx: 0, maxHeightPx: MAX_HEIGHT_PX }, [gutter.node]);
    const corner = element('div', { part: 'timelineCorner' }, [this.#span]);
    this.node.prepend(element('div', { part: 'timelineHead' }, [corner, this.#minimap.node]));
  }

  /** The last picture, or null before the first. */
  get frame(): TimelineFrame | null {
    return this.#frame;
  }

  /** Shows another state; null for nothing. */
  setState(state: TimelineState | null): void {
    this.state = state;
    this.#frame = null;
    this.#motion = null;
    this.#minimap.setState(state);
    this.gutter.clear();
    this.arrange();
  }

  /** Starts or ends drawing; when it ends, a move under way is over at once. */
  override setActive(isActive: boolean): void {
    const { target } = this;
    super.setActive(isActive);
    if (isActive) return;
    this.#motion = null;
    if (target !== null) this.state?.setWindow(target);
  }

  override arrange(): void {
    super.arrange();
    this.#minimap.resize(this.widthPx);
  }

  /** Moves to `window`, in a few frames unless the person wants stillness. */
  moveTo(window: TimeWindow): void {
    const { state } = this;
    if (state === null) return;
    const to = clampWindow(window, state.model.extent);
    if (!this.isActive || prefersStillness()) {
      this.#motion = null;
      state.setWindow(to);
      return;
    }
    this.#motion = { from: state.window, to, startMs: null };
    this.schedule();
  }

  /** Where a move under way leads, or what is on show. */
  get target(): TimeWindow | null {
    return this.#motion?.to ?? this.state?.window ?? null;
  }

  /** Stops a move where it is. */
  rest(): void {
    this.#motion = null;
  }

  /** Scrolls so that a place among the rows is in sight. */
  scrollTo(topPx: number, heightPx: number): void {
    const roomPx = this.surface.heightPx - AXIS_PX;
    this.reveal({ topPx, heightPx, roomPx, gapPx: ROW_METRICS.gapPx });
  }

  override dispose(): void {
    super.dispose();
    this.#motion = null;
    this.#frame = null;
    this.#minimap.dispose();
    this.gutter.dispose();
    this.#strips.dispose();
  }

  protected override heightOf({ rows }: TimelineState): number {
    return AXIS_PX + rows.heightPx;
  }

  protected override besidePx(): number {
    const neededPx = this.state === null ? 0 : this.gutter.neededPx(this.state);
    const gutterPx = gutterWidthPx(this.node.clientWidth, neededPx);
    this.node.style.setProperty('--jp-kernelscope-gutter', `${gutterPx}px`);
    return gutterPx;
  }

  protected override paint(
    context: CanvasRenderingContext2D,
    state: TimelineState,
    theme: CanvasTheme
  ): void {
    const { widthPx, heightPx, devicePx, ratio } = this.surface;
    const topPx = this.scroller.scrollTop;
    const viewport = { ...state.window, widthPx: devicePx, heightPx: heightPx - AXIS_PX, topPx };
    const { model, rows, lit } = state;
    const { counters, index } = model;
    const source = { index, rows, counters, lanePx: ROW_METRICS.lanePx };
    const maxTicks = Math.max(2, Math.floor(widthPx / TICK_DISTANCE_PX));
    const frame = this.#layout.frame(source, viewport, maxTicks);
    const litFrame = lit && this.#litLayout.frame({ ...source, index: lit }, viewport, maxTicks);
    this.#frame = frame;
    const { formats, trans } = this.options;
    const { texts } = this;
    const strips = this.#strips;
    const size = { ratio, widthPx, heightPx };
    render(context, { state, frame, litFrame, theme, formats, texts, strips, ...size });
    this.#minimap.render(theme);
    this.gutter.render(state, frame.rows, topPx);
    this.#span.textContent = trans.__('%1 shown', formats.duration(spanOf(state.window)));
  }

  protected override advance(nowMs: number): void {
    const motion = this.#motion;
    if (motion === null || this.state === null) return;
    motion.startMs ??= nowMs;
    const share = Math.min(1, (nowMs - motion.startMs) / MOTION_MS);
    this.state.setWindow(between(motion.from, motion.to, 1 - (1 - share) ** 3));
    if (share >= 1) this.#motion = null;
    else this.schedule();
  }
}
