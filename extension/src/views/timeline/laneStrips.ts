/**
 * Pictures of lanes that are one pixel high, to be stretched to the height of a lane: where slices
 * are narrower than a pixel, a lane costs one copy instead of a rectangle for each pixel.
 */
export class LaneStrips {
  readonly #canvas = document.createElement('canvas');
  readonly #context = this.#canvas.getContext('2d', { willReadFrequently: true });
  #image: ImageData | null = null;
  #pixels = new Uint32Array(0);

  /** Starts anew with `count` empty lanes of `widthPx` device pixels. */
  begin(widthPx: number, count: number): void {
    if (this.#context === null || widthPx === 0 || count === 0) return;
    if (this.#image?.width === widthPx && this.#image.height >= count) {
      this.#pixels.fill(0);
      return;
    }
    this.#canvas.width = widthPx;
    this.#canvas.height = count;
    this.#image = this.#context.createImageData(widthPx, count);
    this.#pixels = new Uint32Array(this.#image.data.buffer);
  }

  /** Sets a pixel of a lane to a colour of {@link pixelColor}. */
  set(lane: number, x: number, color: number): void {
    this.#pixels[lane * (this.#image?.width ?? 0) + x] = color;
  }

  /** Ends the setting of pixels. */
  finish(): void {
    if (this.#image !== null) this.#context?.putImageData(this.#image, 0, 0);
  }

  /** Paints one lane over the width of a canvas. */
  paint(
    context: CanvasRenderingContext2D,
    lane: number,
    { topPx, widthPx, heightPx }: Record<'topPx' | 'widthPx' | 'heightPx', number>
  ): void {
    if (this.#image === null) return;
    context.imageSmoothingEnabled = false;
    const { width } = this.#image;
    context.drawImage(this.#canvas, 0, lane, width, 1, 0, topPx, widthPx, heightPx);
  }

  /** Frees the memory of the pictures. */
  dispose(): void {
    this.#canvas.width = 0;
    this.#canvas.height = 0;
    this.#image = null;
    this.#pixels = new Uint32Array(0);
  }
}

/** `color`, written `#rrggbb`, with an opacity, as a pixel of image data in this machine's order. */
export function pixelColor(color: string, opacity: number): number {
  const channels = [1, 3, 5].map(at => parseInt(color.slice(at, at + 2), 16));
  return new Uint32Array(Uint8Array.of(...channels, Math.round(255 * opacity)).buffer)[0];
}
