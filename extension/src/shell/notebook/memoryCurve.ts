const SVG = 'http://www.w3.org/2000/svg';
const WIDTH_PX = 64;
const HEIGHT_PX = 16;

/** Room for half of the line's width at each edge. */
const EDGE_PX = 1;

/** Points at most; once there are so many, every other one is dropped. */
const MAX_POINTS = 128;

/** Smaller changes do not fill the height, bytes: memory always flickers a little. */
const LEAST_SPAN = 8e6;

interface Point {
  readonly elapsedMs: number;
  readonly bytes: number;
}

/**
 * The memory of a process so far as a small curve, from as many values as there have been. Assistive
 * software does not see it: the newest value is a figure beside it.
 */
export class MemoryCurve {
  readonly node = document.createElementNS(SVG, 'svg');
  readonly #line = document.createElementNS(SVG, 'polyline');
  #points: Point[] = [];

  constructor() {
    this.node.setAttribute('class', 'jp-Kernelscope-progressCurve');
    this.node.setAttribute('aria-hidden', 'true');
    this.node.setAttribute('width', String(WIDTH_PX));
    this.node.setAttribute('height', String(HEIGHT_PX));
    this.node.append(this.#line);
  }

  /** The least and the largest value so far, bytes; null without one. */
  get range(): readonly [least: number, most: number] | null {
    if (this.#points.length === 0) return null;
    const all = this.#points.map(({ bytes }) => bytes);
    return [Math.min(...all), Math.max(...all)];
  }

  /** Adds a value; one that is not later than the last one is left out. */
  add(elapsedMs: number, bytes: number): void {
    const last = this.#points.at(-1);
    if (last && elapsedMs <= last.elapsedMs) return;
    if (this.#points.length === MAX_POINTS) {
      this.#points = this.#points.filter((_, at) => at % 2 === 0);
    }
    this.#points.push({ elapsedMs, bytes });
    this.#line.setAttribute('points', this.#coordinates());
  }

  #coordinates(): string {
    const [least, most] = this.range ?? [0, 0];
    const span = Math.max(LEAST_SPAN, most - least);
    const from = this.#points[0].elapsedMs;
    const length = Math.max(1, (this.#points.at(-1)?.elapsedMs ?? from) - from);
    const bottom = HEIGHT_PX - EDGE_PX;
    return this.#points
      .map(({ elapsedMs, bytes }) => {
        const x = EDGE_PX + ((elapsedMs - from) / length) * (WIDTH_PX - 2 * EDGE_PX);
        const y = bottom - ((bytes - least) / span) * (bottom - EDGE_PX);
        return `${x.toFixed(1)},${y.toFixed(1)}`;
      })
      .join(' ');
  }
}
