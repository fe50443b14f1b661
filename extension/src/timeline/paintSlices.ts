import type { FrameLane, TimelineFrame } from 'kernelscope/layout';
import { ROW_METRICS } from './metrics';
import { nameOfSlice } from './model';
import type { Scene } from './scene';
import { yOfRow } from './scene';

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

/** Paints the slices in sight: all of them, or dimmed with the lit ones above. */
export function paintSlices(context: CanvasRenderingContext2D, scene: Scene): void {
  const { frame, litFrame } = scene;
  const { index } = scene.state.model;
  new RunPainter(context, scene, litFrame === null ? 1 : DIMMED).paint(frame, index.slice);
  const lit = scene.state.lit;
  if (litFrame !== null && lit !== null) {
    new RunPainter(context, scene, 1).paint(litFrame, lit.slice);
  }
  paintNames(context, scene);
}

/**
 * Collects rectangles by colour and opacity, neighbours of one kind joined, and then fills them one
 * kind after the other: changing the fill costs more than filling.
 */
class RunPainter {
  readonly #runs: number[][];
  readonly #colorCount: number;
  #kind = -1;
  #x = 0;
  #right = 0;
  #top = 0;
  #height = 0;

  constructor(
    private readonly context: CanvasRenderingContext2D,
    private readonly scene: Scene,
    private readonly opacity: number
  ) {
    this.#colorCount = scene.theme.slices.length;
    this.#runs = Array.from({ length: this.#colorCount * OPACITIES.length }, () => []);
  }

  /** `slice` gives the slice of each entry of the frame. */
  paint(frame: TimelineFrame, slice: Uint32Array): void {
    for (const lane of frame.lanes) {
      this.#top = yOfRow(this.scene, lane.topPx);
      this.#height = lane.heightPx - 1;
      this.#addLane(frame, lane, slice);
      this.#flush();
    }
    this.#fill();
  }

  // hot
  #addLane({ rects }: TimelineFrame, { from, to }: FrameLane, slice: Uint32Array): void {
    const { colors, profile } = this.scene.state.model;
    for (let row = from; row < to; row++) {
      const color = colors[profile.slices.label[slice[rects.entry[row]]]];
      const step = Math.min(3, Math.floor(4 * rects.density[row]));
      const kind = step * this.#colorCount + color;
      const x = rects.x[row];
      const width = rects.width[row];
      if (kind !== this.#kind || width >= MIN_GAPPED_PX || x > this.#right) {
        this.#flush();
        this.#kind = kind;
        this.#x = x;
      }
      this.#right = width >= MIN_GAPPED_PX ? x + width - GAP_PX : x + width;
    }
  }

  #flush(): void {
    if (this.#kind < 0) return;
    const width = Math.max(0.6, this.#right - this.#x);
    this.#runs[this.#kind].push(this.#x, this.#top, width, this.#height);
    this.#kind = -1;
  }

  #fill(): void {
    const { context, scene } = this;
    this.#runs.forEach((runs, kind) => {
      if (runs.length === 0) return;
      context.globalAlpha = this.opacity * OPACITIES[Math.floor(kind / this.#colorCount)];
      context.fillStyle = scene.theme.slices[kind % this.#colorCount];
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
  context.fillStyle = theme.sliceText;
  for (const lane of frame.lanes) {
    if (lane.heightPx >= ROW_METRICS.lanePx) paintLaneNames(context, scene, frame, lane, slice);
  }
}

function paintLaneNames(
  context: CanvasRenderingContext2D,
  { state, ratio, texts, ...scene }: Scene,
  { rects }: TimelineFrame,
  { from, to, topPx, heightPx }: FrameLane,
  slice: Uint32Array
): void {
  const y = yOfRow(scene, topPx) + heightPx / 2;
  for (let row = from; row < to; row++) {
    const room = rects.width[row] / ratio - 2 * TEXT_MARGIN_PX;
    if (room < MIN_TEXT_PX) continue;
    const name = nameOfSlice(state.model.profile, slice[rects.entry[row]]);
    const text = texts.fit(context, name, room);
    context.fillText(text, rects.x[row] / ratio + TEXT_MARGIN_PX, y);
  }
}
