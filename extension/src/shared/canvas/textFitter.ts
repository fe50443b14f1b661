import { clipText } from 'kernelscope/web';

/** Characters of a name that are measured; what does not fit is cut off anyway. */
const MAX_MEASURED = 120;

/** Widths that are remembered at most. */
const MAX_KNOWN = 5_000;

/** Cuts texts to the room they have. Widths are measured once for each text and font. */
export class TextFitter {
  readonly #widths = new Map<string, number>();

  /** `text`, or as much of it with an ellipsis as fits in `roomPx`; empty when nothing does. */
  fit(context: CanvasRenderingContext2D, text: string, roomPx: number): string {
    const short = text.length > MAX_MEASURED ? text.slice(0, MAX_MEASURED) : text;
    const width = this.width(context, short);
    if (width <= roomPx) return clipText(short);
    let characters = Math.floor((short.length * roomPx) / width) - 1;
    while (characters >= 2) {
      const cut = `${short.slice(0, characters)}…`;
      const cutWidth = this.width(context, cut);
      if (cutWidth <= roomPx) return clipText(cut);
      characters = Math.min(characters - 1, Math.floor((characters * roomPx) / cutWidth));
    }
    return '';
  }

  /** Width of `text` in the font of `context`, pixels. */
  width(context: CanvasRenderingContext2D, text: string): number {
    const key = `${context.font}|${text}`;
    const known = this.#widths.get(key);
    if (known !== undefined) return known;
    if (this.#widths.size >= MAX_KNOWN) this.#widths.clear();
    const { width } = context.measureText(text);
    this.#widths.set(key, width);
    return width;
  }
}
