import type { Figure } from '../figure';
import { measureManyCells } from '../manyCells';

const CELL = '%%profile\n[3, 1, 2].sort().join();';

/** CPU time and memory of a thousand profiled cells, in a real kernel. */
export function measure(): Promise<readonly Figure[]> {
  const names = ['cell.profiledLater', 'cell.profiledGrowth'] as const;
  return measureManyCells(CELL, names, ({ earlyNs, lateNs, growth, floorNs }) => [
    { name: 'cell.profiledLater', value: lateNs / earlyNs, floorNs },
    { name: 'cell.profiledGrowth', value: growth, floorNs }
  ]);
}
