import { drawGridPixels, PixelScratch } from '../layout/gridPixels';
import { type GridSpan, placeAt, shareOf } from '../layout/gridWindow';
import { COLOR_STEPS, colorOfStep } from '../layout/rankColors';
import { PACE_PX, type PlotBox, cellBox, tickStep } from './rankPlot';
import type { RankState } from './rankState';
import type { PageTheme } from '../web/pageTheme';

/** Pixels between labels. */
const LABEL_GAP_PX = { across: 64, down: 18 } as const;

/** Pixels between the cells and what stands beside them. */
const BESIDE_PX = 6;

/** Width of the marks that tell hosts apart. */
const HOST_PX = 3;

/** The headings of the axes and of the paces. */
export interface RankHeadings {
  readonly rank: string;
  readonly pace: string;
  readonly step: string;
  readonly cycle: string;
}

/** Draws the picture of a run; keeps what it needs between pictures. */
export class RankPaint {
  readonly #scratch = new PixelScratch();
  readonly #buffer = document.createElement('canvas');
  readonly #palette = createPalette();
  #steps = new Uint8Array(0);
  #image: ImageData | null = null;

  constructor(private readonly headings: RankHeadings) {}

  paint(context: CanvasRenderingContext2D, state: RankState, box: PlotBox, theme: PageTheme): void {
    const { width, height } = context.canvas;
    context.fillStyle = theme.background;
    context.fillRect(0, 0, width, height);
    this.#paintCells(context, state, box);
    paintPaces(context, state, box);
    paintHosts(context, state, box, theme);
    paintLines(context, state, box, theme);
    paintColumns(context, state, box, theme);
    this.#paintHeadings(context, state, box, theme);
    paintMarks(context, state, box, theme);
  }

  #paintHeadings(
    context: CanvasRenderingContext2D,
    { run }: RankState,
    { left, top, width, height }: PlotBox,
    theme: PageTheme
  ): void {
    const { rank, pace, step, cycle } = this.headings;
    context.font = theme.font;
    context.fillStyle = theme.faintText;
    context.textBaseline = 'middle';
    context.textAlign = 'right';
    context.fillText(rank, left - BESIDE_PX - 4, top / 2);
    const phase = run.comparedBy === 'step' ? step : cycle;
    context.fillText(phase, left - BESIDE_PX - 4, top + height + 12);
    context.textAlign = 'center';
    context.fillText(pace, left + width + BESIDE_PX + PACE_PX / 2, top / 2);
  }

  // hot
  #paintCells(context: CanvasRenderingContext2D, state: RankState, box: PlotBox): void {
    const { width, height } = box;
    const buffered = this.#buffer.getContext('2d');
    if (buffered === null) return;
    if (this.#image?.width !== width || this.#image.height !== height) {
      this.#buffer.width = width;
      this.#buffer.height = height;
      this.#image = buffered.createImageData(width, height);
      this.#steps = new Uint8Array(width * height);
    }
    const steps = this.#steps;
    const palette = this.#palette;
    drawGridPixels(state.levels, state.window, { width, height, steps }, this.#scratch);
    const pixels = new Uint32Array(this.#image.data.buffer);
    for (let at = 0; at < pixels.length; at++) pixels[at] = palette[steps[at]];
    buffered.putImageData(this.#image, 0, 0);
    context.imageSmoothingEnabled = false;
    context.drawImage(this.#buffer, box.left, box.top, width, height);
  }
}

/** Pixels of all steps as `ImageData` has them; the first is see-through. */
function createPalette(): Uint32Array {
  const bytes = new Uint8Array(4 * (COLOR_STEPS + 1));
  for (let step = 1; step <= COLOR_STEPS; step++) bytes.set([...colorOfStep(step), 255], 4 * step);
  return new Uint32Array(bytes.buffer);
}

const COLORS = Array.from(
  { length: COLOR_STEPS + 1 },
  (_, step) => `rgb(${colorOfStep(Math.max(1, step)).join(' ')})`
);

/** One mark for each pixel down, in the color of the highest pace there. */
function paintPaces(context: CanvasRenderingContext2D, state: RankState, box: PlotBox): void {
  const left = box.left + box.width + BESIDE_PX;
  for (let y = 0; y < box.height; y++) {
    const [from, to] = linesAt(state.window.rows, y, box.height, state.size.rows);
    let step = 0;
    for (let line = from; line < to; line++) step = Math.max(step, state.paceSteps[line]);
    if (step === 0) continue;
    context.fillStyle = COLORS[step];
    context.fillRect(left, box.top + y, PACE_PX, 1);
  }
}

/** The lines in one pixel, one at least. */
function linesAt(rows: GridSpan, y: number, height: number, lines: number): [number, number] {
  const from = Math.min(lines - 1, Math.floor(placeAt(rows, y / height)));
  return [from, Math.max(from + 1, Math.min(lines, Math.floor(placeAt(rows, (y + 1) / height))))];
}

/** Marks in two shades that change where the next host begins, in the order of ranks alone. */
function paintHosts(
  context: CanvasRenderingContext2D,
  { order, hosts, window }: RankState,
  box: PlotBox,
  theme: PageTheme
): void {
  if (order !== 'rank' || hosts.length < 2) return;
  hosts.forEach((host, at) => {
    const from = Math.max(0, shareOf(window.rows, host.from));
    const to = Math.min(1, shareOf(window.rows, host.to));
    if (to <= from) return;
    context.fillStyle = at % 2 === 0 ? theme.shade : theme.faintText;
    const top = box.top + from * box.height;
    context.fillRect(box.left - BESIDE_PX, top, HOST_PX, (to - from) * box.height);
  });
}

function paintLines(
  context: CanvasRenderingContext2D,
  state: RankState,
  box: PlotBox,
  theme: PageTheme
): void {
  const { grid, window, lines, selected } = state;
  const { from, to } = window.rows;
  const step = tickStep((LABEL_GAP_PX.down * (to - from)) / box.height);
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  context.font = theme.font;
  context.fillStyle = theme.faintText;
  for (let line = Math.ceil(from / step) * step; line < Math.min(to, grid.rows); line += step) {
    const y = box.top + shareOf(window.rows, line + 0.5) * box.height;
    const isCovered = selected !== null && Math.abs(y - labelY(state, box, selected)) < 13;
    if (isCovered || y < box.top + 6 || y > box.top + box.height - 4) continue;
    const rank = String(grid.ranks[lines[line] * grid.rowSize]);
    context.fillText(rank, box.left - BESIDE_PX - 4, y);
  }
}

function paintColumns(
  context: CanvasRenderingContext2D,
  { grid, window }: RankState,
  box: PlotBox,
  theme: PageTheme
): void {
  const { from, to } = window.columns;
  const step = tickStep((LABEL_GAP_PX.across * (to - from)) / box.width);
  const bottom = box.top + box.height;
  context.textAlign = 'center';
  context.textBaseline = 'top';
  context.font = theme.font;
  const last = Math.min(to, grid.phases.length);
  for (let column = Math.ceil(from / step) * step; column < last; column += step) {
    const x = box.left + shareOf(window.columns, column + 0.5) * box.width;
    if (x > box.left + box.width) continue;
    context.fillStyle = theme.faintText;
    context.fillRect(Math.round(x), bottom, 1, 4);
    context.fillText(String(grid.phases[column].first), x, bottom + 7);
  }
}

/** The picked rank's line and the cell of the keyboard. */
function paintMarks(
  context: CanvasRenderingContext2D,
  state: RankState,
  box: PlotBox,
  theme: PageTheme
): void {
  const { selected, cursor } = state;
  context.save();
  context.beginPath();
  context.rect(0, box.top - 1, context.canvas.width, box.height + 2);
  context.clip();
  if (selected !== null) {
    const { top, height } = cellBox(state, box, { line: state.lineOf(selected), column: 0 });
    outline(context, aroundCell({ ...box, top, height }), theme);
    context.font = theme.boldFont;
    context.textAlign = 'right';
    context.textBaseline = 'middle';
    context.fillStyle = theme.text;
    context.fillText(String(selected), box.left - BESIDE_PX - 4, labelY(state, box, selected));
  }
  if (cursor !== null) {
    outline(context, aroundCell(cellBox(state, box, cursor)), theme);
  }
  context.restore();
}

/** The place of the number of the picked rank: at the edge where its line is beyond it. */
function labelY(state: RankState, box: PlotBox, rank: number): number {
  const { top, height } = cellBox(state, box, { line: state.lineOf(rank), column: 0 });
  return Math.min(box.top + box.height - 7, Math.max(box.top + 7, top + height / 2));
}

/** Width of the frame around a cell, and what is left free within it, CSS pixels. */
const FRAME_PX = 1.5;
const FREE_PX = 2;

/** The frame around a cell, which does not cover it, however small it is. */
function aroundCell({ left, top, width, height }: PlotBox): PlotBox {
  const [across, down] = [Math.max(FREE_PX, width), Math.max(FREE_PX, height)];
  return {
    left: left - (across - width) / 2 - FRAME_PX,
    top: top - (down - height) / 2 - FRAME_PX,
    width: across + 2 * FRAME_PX,
    height: down + 2 * FRAME_PX
  };
}

/** A frame in two colours, so that it is seen on light cells and on dark ones. */
function outline(
  context: CanvasRenderingContext2D,
  { left, top, width, height }: PlotBox,
  theme: PageTheme
): void {
  context.lineWidth = 2 * FRAME_PX;
  context.strokeStyle = theme.background;
  context.strokeRect(left, top, width, height);
  context.lineWidth = FRAME_PX;
  context.strokeStyle = theme.accent;
  context.strokeRect(left, top, width, height);
}
