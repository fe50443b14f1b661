import type { MemoryFlowPanel } from './memoryFlow';
import { type FlowFrame, boxOf } from './memoryFlowBox';
import { type FlowCells, flowCells } from './memoryFlowCells';
import { type MergedPieces, mergeSmall } from './memoryFlowMerge';

/** The drawn parts of a panel: every piece is in exactly one of the two. */
export interface FlowRects {
  /** Rows of the panel, in order of time. */
  readonly single: readonly number[];
  readonly merged: readonly MergedPieces[];
  /** The cells that the merged pieces cover, in finer detail than their rectangles. */
  readonly cells: FlowCells;
}

/** The share of the individually drawn pieces that are chosen by bytes, whatever their area. */
const LARGEST_SHARE = 0.25;

/**
 * The pieces of `panel` that are drawn one by one: the largest in bytes, and of those at least a pixel
 * wide and high the ones with the largest area. The others are merged with their neighbours.
 */
export function flowRects(panel: MemoryFlowPanel, frame: FlowFrame): FlowRects {
  const isSingle = new Uint8Array(panel.rows.length);
  const { bytes } = panel;
  const count = bytes.length;
  const largest = largestRows(count, row => bytes[row], frame.maxSingle * LARGEST_SHARE);
  for (const row of largest) isSingle[row] = 1;
  const area = (row: number): number => {
    const { width, height } = boxOf(panel, row, frame);
    return isSingle[row] === 0 && width >= 1 && height >= 1 ? width * height : 0;
  };
  const rest = largestRows(count, area, frame.maxSingle - largest.length);
  for (const row of rest) isSingle[row] = 1;
  const small: number[] = [];
  const single: number[] = [];
  isSingle.forEach((flag, row) => (flag === 1 ? single : small).push(row));
  const cells = flowCells(panel, small, frame);
  return { single, merged: mergeSmall(panel, small, frame), cells };
}

/** At most `most` of the rows up to `count`, those of the largest size; none whose size is 0. */
function largestRows(count: number, sizeOf: (row: number) => number, most: number): number[] {
  const size = new Float64Array(count);
  for (let row = 0; row < count; row++) size[row] = sizeOf(row);
  const least = size.slice().sort()[Math.max(0, count - Math.floor(most))] ?? 0;
  const rows: number[] = [];
  const ties: number[] = [];
  for (let row = 0; row < count; row++) {
    if (size[row] > least) rows.push(row);
    else if (size[row] === least && least > 0) ties.push(row);
  }
  return [...rows, ...ties].slice(0, Math.floor(most));
}
