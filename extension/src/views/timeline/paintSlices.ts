import { SLICE_COLORS } from 'kernelscope/formats';
import type { FrameLane, TimelineFrame } from 'kernelscope/layout';
import { pixelColor } from './laneStrips';
import { ORIGIN_OPACITY } from '../../shared/canvas/canvasTheme';
import { ROW_METRICS } from './metrics';
import { titleOfSlice } from './model';
import { type Scene, yOfRow } from './scene';

/** Steps of opacity by which merged slices show their density. */
const OPACITIES = [0.4, 0.6, 0.8, 1] as const;

/** Room between slices that are wide enough to lose it, device pixels. */
const GAP_PX = 1;
const MIN_GAPPED_PX = 3;

/** Narrowest room a name is written into, CSS pixels. */
const MIN_TEXT_PX = 26;
const TEXT_MARGIN_PX = 4;

/** Share of the full colour that slices have while others are lit. */
const DIMMED = 0.22;

/** Whether a colour is that of libraries, or of Node.js and native code, and not that of a name. */
function isOfOrigin(color: number): boolean {
  return color >= SLICE_COLORS.length;
}

/** Paints the slices in sight: all of them, or dimmed with the lit ones above. */
export function paintSlices(context: CanvasRenderingContext2D, scene: Scene): void {
  const { frame, litFrame } = scene;
  const { index } = scene.state.model;
  new LanePainter(context, scene, litFrame === null ? 1 : DIMMED).paint(frame, index.slice);
  const lit = scene.state.lit;
  if (litFrame !== null && lit !== null) {
    new LanePainter(context, scene, 1).paint(litFrame, lit.slice);
  }
  paintNames(context, scene);
}

/**
 * Paints pixels that many slices share as strips. The other rectangles it collects by colour,
 * neighbours of one colour joined, and then fills them colour by colour: changing the fill costs
 * more than filling.
 */
class LanePainter {
  readonly #runs: number[][];
  readonly #pixels: readonly (readonly number[])[];
  #color = -1;
  #x = 0;
  #right = 0;
  #top = 0;
  #height = 0;

  constructor(
    private readonly context: CanvasRenderingContext2D,
    private readonly scene: Scene,
    private readonly opacity: number
  ) {
    const { slices } = scene.theme;
    this.#runs = slices.map(() => []);
    this.#pixels = slices.map((color, number) =>
      OPACITIES.map(step => pixelColor(color, this.#opacityOf(number) * step))
    );
  }

  /** `slice` gives the slice of each entry of the frame. */
  paint(frame: TimelineFrame, slice: Uint32Array): void {
    const { strips } = this.scene;
    strips.begin(frame.viewport.widthPx, frame.lanes.length);
    const hasStrip = frame.lanes.map((lane, at) => {
      this.#top = yOfRow(this.scene, lane.topPx);
      this.#height = lane.heightPx - 1;
      const isCrowded = this.#addLane(frame, at, slice);
      this.#flush();
      return isCrowded;
    });
    strips.finish();
    frame.lanes.forEach((lane, at) => {
      if (hasStrip[at]) this.#paintStrip(lane, at);
    });
    this.#fill();
  }

  /** Sorts the rectangles of a lane; true when some of them are in its strip. */
  // hot
  #addLane({ rects, lanes }: TimelineFrame, lane: number, slice: Uint32Array): boolean {
    const { strips, state } = this.scene;
    const { colors, profile } = state.model;
    let isCrowded = false;
    for (let row = lanes[lane].from; row < lanes[lane].to; row++) {
      const color = colors[profile.slices.label[slice[rects.entry[row]]]];
      const x = rects.x[row];
      const width = rects.width[row];
      if (width === 1 && Number.isInteger(x)) {
        const step = Math.min(3, Math.floor(4 * rects.density[row]));
        strips.set(lane, x, this.#pixels[color][step]);
        isCrowded = true;
      } else this.#addRect(color, x, width);
    }
    return isCrowded;
  }

  #addRect(color: number, x: number, width: number): void {
    const isGapped = width >= MIN_GAPPED_PX;
    if (color !== this.#color || isGapped || x > this.#right) {
      this.#flush();
      this.#color = color;
      this.#x = x;
    }
    this.#right = isGapped ? x + width - GAP_PX : x + width;
  }

  #flush(): void {
    if (this.#color < 0) return;
    this.#runs[this.#color].push(this.#x, this.#top, this.#right - this.#x, this.#height);
    this.#color = -1;
  }

  #paintStrip({ topPx, heightPx }: FrameLane, lane: number): void {
    const { strips, widthPx } = this.scene;
    const top = yOfRow(this.scene, topPx);
    strips.paint(this.context, lane, { topPx: top, widthPx, heightPx: heightPx - 1 });
  }

  #opacityOf(color: number): number {
    return isOfOrigin(color) ? ORIGIN_OPACITY * this.opacity : this.opacity;
  }

  #fill(): void {
    const { context, scene } = this;
    this.#runs.forEach((runs, color) => {
      context.globalAlpha = this.#opacityOf(color);
      context.fillStyle = scene.theme.slices[color];
      for (let at = 0; at < runs.length; at += 4) {
        const [x, width] = [runs[at] / scene.ratio, runs[at + 2] / scene.ratio];
        context.fillRect(x, runs[at + 1], width, runs[at + 3]);
      }
    });
    context.globalAlpha = 1;
  }
}

/** Writes names into the slices that have room; into the lit ones alone while some are lit. */
function paintNames(context: CanvasRenderingContext2D, scene: Scene): void {
  const { state, theme } = scene;
  const frame = scene.litFrame ?? scene.frame;
  const { slice } = (scene.litFrame ? state.lit : null) ?? state.model.index;
  context.font = theme.font;
  context.textBaseline = 'middle';
  context.textAlign = 'left';
  for (const lane of frame.lanes) {
    if (lane.heightPx >= ROW_METRICS.lanePx) paintLaneNames(context, scene, frame, lane, slice);
  }
}

function paintLaneNames(
  context: CanvasRenderingContext2D,
  { state, ratio, texts, theme, ...scene }: Scene,
  { rects }: TimelineFrame,
  { from, to, topPx, heightPx }: FrameLane,
  slice: Uint32Array
): void {
  const y = yOfRow(scene, topPx) + heightPx / 2;
  for (let row = from; row < to; row++) {
    const room = rects.width[row] / ratio - 2 * TEXT_MARGIN_PX;
    if (room < MIN_TEXT_PX) continue;
    const shown = slice[rects.entry[row]];
    const name = titleOfSlice(state.model, shown);
    const color = state.model.colors[state.model.profile.slices.label[shown]];
    context.fillStyle = isOfOrigin(color) ? theme.text : theme.sliceText;
    const text = texts.fit(context, name, room);
    context.fillText(text, rects.x[row] / ratio + TEXT_MARGIN_PX, y);
  }
}
