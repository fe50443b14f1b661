import { existsSync } from 'node:fs';
import { KernelClient } from '../../bridge/kernelClient';
import type { Figure } from '../figure';
import { floorCase, interleave, median } from '../harness';
import { runManyCells } from '../manyCells';

const NAMES = ['cell.profiledLater', 'cell.profiledGrowth'] as const;

const CELL = '%%profile\n[3, 1, 2].sort().join();';

/** CPU time and memory of a thousand profiled cells, in a real kernel. */
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
      { name: 'cell.profiledLater', value: lateMs / earlyMs, floorNs },
      { name: 'cell.profiledGrowth', value: growth, floorNs }
    ];
  } finally {
    await kernel.dispose();
  }
}
