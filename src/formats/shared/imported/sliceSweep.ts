import { partitionPoint } from '../../../base/partitionPoint';
import { groupRows, rowsOf } from '../rows/rowGroups';
import type { SliceFinder } from './importedFlows';
import { NONE, type PlacedSlices } from './importedSlices';

/** The state of the search in one row. */
interface Sweep {
  readonly slices: Uint32Array;
  next: number;
  readonly open: number[];
}

/** Finds slices of rows for times that only grow from question to question. Linear in all. */
export class SliceSweep implements SliceFinder {
  readonly #sweeps = new Map<number, Sweep>();
  readonly #byRow: ReturnType<typeof groupRows>;

  constructor(
    private readonly placed: PlacedSlices,
    rowCount: number
  ) {
    this.#byRow = groupRows(
      placed.order.map(slice => placed.row[slice]),
      rowCount
    );
  }

  around(row: number, time: number): number {
    const { start, end } = this.placed;
    const sweep = this.#sweepOf(row);
    const { slices, open } = sweep;
    for (; sweep.next < slices.length && start[slices[sweep.next]] <= time; sweep.next++) {
      const slice = slices[sweep.next];
      while (open.length > 0 && end[open[open.length - 1]] < start[slice]) open.pop();
      open.push(slice);
    }
    while (open.length > 0 && end[open[open.length - 1]] < time) open.pop();
    return open.at(-1) ?? NONE;
  }

  next(row: number, time: number): number {
    const { start } = this.placed;
    const { slices } = this.#sweepOf(row);
    const at = partitionPoint(0, slices.length, each => start[slices[each]] < time);
    return at < slices.length ? slices[at] : NONE;
  }

  #sweepOf(row: number): Sweep {
    const known = this.#sweeps.get(row);
    if (known) return known;
    const slices = rowsOf(this.#byRow, row).map(at => this.placed.order[at]);
    const sweep = { slices, next: 0, open: [] };
    this.#sweeps.set(row, sweep);
    return sweep;
  }
}
