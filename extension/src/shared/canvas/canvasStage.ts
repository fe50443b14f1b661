import { CanvasSurface, element } from 'kernelscope/web';
import { type CanvasTheme, readTheme } from './canvasTheme';
import { TextFitter } from './textFitter';

/** The options of a {@link CanvasStage}. */
export interface StageOptions {
  /** Prefix of the parts' classes. */
  readonly name: string;
  /** Height of the picture in CSS pixels; what needs more scrolls. */
  readonly minHeightPx: number;
  readonly maxHeightPx: number;
}

/** A stretch of the picture to scroll to, CSS pixels. */
export interface Stretch {
  readonly topPx: number;
  readonly heightPx: number;
  /** Height of what scrolls; all of the canvas by default. */
  readonly roomPx?: number;
  /** Space to leave below; none by default. */
  readonly gapPx?: number;
}

/**
 * The drawn part of a view: a canvas that stays in place while its contents scroll. Draws at most once
 * for each frame of the screen, and only while it is active.
 */
export abstract class CanvasStage<State> {
  readonly node: HTMLElement;
  readonly scroller: HTMLElement;
  readonly canvas: HTMLCanvasElement;
  protected readonly surface: CanvasSurface;
  protected readonly texts = new TextFitter();
  protected state: State | null = null;
  readonly #options: StageOptions;
  readonly #spacer: HTMLElement;
  #theme: CanvasTheme | null = null;
  #request = 0;
  #isActive = false;
  #naturalPx = 0;

  /** `beside` stands to the left of the canvas. */
  protected constructor(options: StageOptions, beside: readonly Node[] = []) {
    const { name } = options;
    this.#options = options;
    this.node = element('div', { part: `${name}Stage` });
    this.scroller = element('div', { part: `${name}Scroller` });
    this.canvas = element('canvas', { part: `${name}Canvas` });
    this.#spacer = element('div');
    this.surface = new CanvasSurface(this.canvas);
    const sheet = element('div', { part: `${name}Sheet` }, [...beside, this.canvas]);
    this.node.classList.add('jp-Kernelscope-canvasStage');
    this.scroller.classList.add('jp-Kernelscope-canvasScroller');
    this.canvas.classList.add('jp-Kernelscope-canvas');
    sheet.classList.add('jp-Kernelscope-canvasSheet');
    this.scroller.append(sheet, this.#spacer);
    this.node.append(this.scroller);
    this.scroller.addEventListener('scroll', this);
  }

  /** Device pixels in a CSS pixel. */
  get ratio(): number {
    return this.surface.ratio;
  }

  /** Width of the canvas, CSS pixels. */
  get widthPx(): number {
    return this.surface.widthPx;
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

  /** Takes the size of the page, and the height that the state needs. */
  arrange(): void {
    if (!this.#isActive || this.state === null) return;
    const { minHeightPx, maxHeightPx } = this.#options;
    const totalPx = this.heightOf(this.state);
    const naturalPx = Math.max(minHeightPx, Math.min(maxHeightPx, totalPx));
    if (naturalPx !== this.#naturalPx) this.scroller.style.height = `${naturalPx}px`;
    this.#naturalPx = naturalPx;
    const heightPx = this.scroller.clientHeight || naturalPx;
    this.scroller.classList.toggle('jp-mod-long', totalPx > heightPx);
    this.#spacer.style.height = `${Math.max(0, totalPx - heightPx)}px`;
    this.surface.resize(Math.max(0, this.scroller.clientWidth - this.besidePx()), heightPx);
    this.schedule();
  }

  /** Draws with the next frame of the screen. */
  schedule(): void {
    if (!this.#isActive || this.#request !== 0) return;
    this.#request = requestAnimationFrame(nowMs => {
      this.#request = 0;
      this.advance(nowMs);
      this.renderNow();
    });
  }

  /** Draws at once, if there is something to draw on. */
  renderNow(): void {
    const { context, widthPx, heightPx } = this.surface;
    if (this.state === null || context === null || widthPx <= 0 || heightPx <= 0) return;
    this.paint(context, this.state, (this.#theme ??= readTheme(this.node)));
  }

  /** Called by the browser; public only because `addEventListener` wants an object. */
  handleEvent(): void {
    this.schedule();
  }

  dispose(): void {
    this.#cancel();
    this.state = null;
    this.scroller.removeEventListener('scroll', this);
    this.surface.dispose();
  }

  /** The height of the whole picture, CSS pixels. */
  protected abstract heightOf(state: State): number;

  protected abstract paint(
    context: CanvasRenderingContext2D,
    state: State,
    theme: CanvasTheme
  ): void;

  /** Width to leave for what stands beside the canvas, CSS pixels. */
  protected besidePx(): number {
    return 0;
  }

  /** Moves on to what is to be drawn at `nowMs`, the time of a frame. */
  protected advance(_nowMs: number): void {
    // A stage without motion has nothing to move.
  }

  /** True while it draws. */
  protected get isActive(): boolean {
    return this.#isActive;
  }

  /** Scrolls no further than it takes to bring a stretch into sight. */
  protected reveal({ topPx, heightPx, gapPx = 0, ...room }: Stretch): void {
    const { scrollTop } = this.scroller;
    const { roomPx = this.surface.heightPx } = room;
    const bottomPx = topPx + heightPx;
    if (topPx < scrollTop) this.scroller.scrollTop = topPx;
    else if (bottomPx > scrollTop + roomPx) this.scroller.scrollTop = bottomPx - roomPx + gapPx;
  }

  #cancel(): void {
    if (this.#request !== 0) cancelAnimationFrame(this.#request);
    this.#request = 0;
  }
}
