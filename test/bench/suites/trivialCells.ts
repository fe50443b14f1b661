import { existsSync } from 'node:fs';
import { KernelClient } from '../../bridge/kernelClient';
import type { Figure } from '../figure';
import { millisecondFigure } from '../figure';
import { floorCase, interleave, median } from '../harness';
import { runManyCells } from '../manyCells';

const NAMES = ['cell.trivial', 'cell.trivialLater', 'cell.growth'] as const;

const CELL = 'const x = 1 + 1;';

/** CPU time and memory of cells that do next to nothing, in a real kernel: what every cell costs. */
export async function measure(): Promise<readonly Figure[]> {
  if (!existsSync('/proc/self/stat')) {
    return NAMES.map(name => ({ name, skipped: 'the system has no /proc' }));
  }
  const { floor } = await interleave({ floor: floorCase() });
  const floorNs = median(floor);
  const kernel = await KernelClient.start();
  try {
    const { earlyMs, lateMs, growth } = await runManyCells(kernel, CELL);
    return [
      millisecondFigure('cell.trivial', earlyMs * 1e6, floorNs),
      { name: 'cell.trivialLater', value: lateMs / earlyMs, floorNs },
      { name: 'cell.growth', value: growth, floorNs }
    ];
  } finally {
    await kernel.dispose();
  }
}
