/** Most device pixels across or down: beyond, browsers refuse to draw. */
const MAX_SIDE_PX = 16_384;

/** A canvas that is as sharp as the screen it is on. */
export class CanvasSurface {
  readonly context: CanvasRenderingContext2D | null;
  #widthPx = 0;
  #heightPx = 0;

  constructor(readonly node: HTMLCanvasElement) {
    this.context = node.getContext('2d', { alpha: false });
  }

  /** Size in CSS pixels. */
  get widthPx(): number {
    return this.#widthPx;
  }

  get heightPx(): number {
    return this.#heightPx;
  }

  /** Device pixels across. */
  get devicePx(): number {
    return this.node.width;
  }

  /** Device pixels in a CSS pixel. */
  get ratio(): number {
    return this.#widthPx > 0 ? this.node.width / this.#widthPx : 1;
  }

  /** Takes a size in CSS pixels; forgets the picture only if the size is another. */
  resize(widthPx: number, heightPx: number): void {
    const wanted = window.devicePixelRatio || 1;
    const ratio = Math.min(wanted, MAX_SIDE_PX / Math.max(1, widthPx, heightPx));
    const [across, down] = [Math.round(widthPx * ratio), Math.round(heightPx * ratio)];
    this.#widthPx = widthPx;
    this.#heightPx = heightPx;
    if (this.node.width !== across) this.node.width = across;
    if (this.node.height !== down) this.node.height = down;
    this.node.style.width = `${widthPx}px`;
    this.node.style.height = `${heightPx}px`;
  }

  /** Frees the memory of the picture. */
  dispose(): void {
    this.node.width = 0;
    this.node.height = 0;
  }
}
