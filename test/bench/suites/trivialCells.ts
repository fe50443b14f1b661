import { type Figure, millisecondFigure } from '../figure';
import { measureManyCells } from '../manyCells';

const CELL = 'const x = 1 + 1;';

/** CPU time and memory of cells that do next to nothing, in a real kernel: what every cell costs. */
export function measure(): Promise<readonly Figure[]> {
  const names = ['cell.trivial', 'cell.trivialLater', 'cell.growth'] as const;
  return measureManyCells(CELL, names, ({ earlyNs, lateNs, growth, floorNs }) => [
    millisecondFigure('cell.trivial', earlyNs, floorNs),
    { name: 'cell.trivialLater', value: lateNs / earlyNs, floorNs },
    { name: 'cell.growth', value: growth, floorNs }
  ]);
}
