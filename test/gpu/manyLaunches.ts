import type { CudaModule } from '../../src/index';
import type { GpuAddon } from '../../src/native/gpuAddon';
import { must } from './checklist';

const LAUNCHES = 100_000;

/** Launches between two drains that do not wait, as of a recording that goes on. */
const DRAIN_EVERY = 10_000;

/** Counts the kernels of many launches, and the calls that launched them. */
export function checkManyLaunches(gpu: GpuAddon, module: CudaModule): string {
  const fn = module.fn('nothing');
  const launched = new Set<number>();
  const ran: number[] = [];
  let dropped = 0;
  const drain = (all: boolean) => {
    const { kernels, calls, losses } = gpu.drain(all);
    for (const correlation of calls.correlation) launched.add(correlation);
    ran.push(...kernels.correlation);
    dropped += losses.dropped + losses.untimed + losses.refusedBuffers;
  };
  gpu.start({ kinds: ['kernel', 'driver'] });
  for (let launch = 1; launch <= LAUNCHES; launch++) {
    fn.launch({ grid: 1, block: 1 }, []);
    if (launch % DRAIN_EVERY === 0) drain(false);
  }
  drain(true);
  gpu.stop();
  must(dropped === 0, `${dropped} records or buffers were lost`);
  must(ran.length === LAUNCHES, `${ran.length} kernels were recorded, not ${LAUNCHES}`);
  const stray = ran.filter(correlation => !launched.has(correlation)).length;
  must(stray === 0, `${stray} kernels have no call`);
  return `${LAUNCHES} kernels, each with its call`;
}
