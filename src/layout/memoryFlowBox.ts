import type { MemoryFlowPanel } from './memoryFlow';

/** A rectangle in pixels, from the left and the top of its panel. */
export interface FlowBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The window and the size of a drawn panel, and how many rectangles it may have. */
export interface FlowFrame {
  readonly fromNs: number;
  readonly toNs: number;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Pieces that are drawn one by one. */
  readonly maxSingle: number;
  /** Rectangles that stand for several pieces. */
  readonly maxMerged: number;
  /** Cells in which the others are drawn. */
  readonly maxCells: number;
}

/** The rectangle of one piece, without a minimum size. */
export function boxOf(
  { from, to, bytes, bottom, height: top }: MemoryFlowPanel,
  row: number,
  { fromNs, toNs, widthPx, heightPx }: FlowFrame
): FlowBox {
  const perNs = widthPx / (toNs - fromNs);
  const perByte = top > 0 ? heightPx / top : 0;
  const height = bytes[row] * perByte;
  const x = Math.max(0, (from[row] - fromNs) * perNs);
  const end = Math.min(widthPx, (to[row] - fromNs) * perNs);
  const y = heightPx - bottom[row] * perByte - height;
  return { x, y, width: Math.max(0, end - x), height };
}
