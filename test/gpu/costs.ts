import { type CudaModule, cuda, profile, range } from '../../src/index';
import type { ActivityKind } from '../../src/native/gpuActivities';
import type { GpuAddon } from '../../src/native/gpuAddon';
import type { Checklist } from './checklist';
import { GPU_ALONE } from './recordedWork';

const LAUNCHES = 20_000;
const ROUNDS = 7;

/** Kinds whose cost is told apart. */
const KINDS: readonly ActivityKind[] = [
  'kernel',
  'driver',
  'runtime',
  'externalId',
  'synchronization',
  'memory',
  'overhead'
];

/** Nanoseconds of one launch of an empty kernel, in the mean over many. */
function launchNs(module: CudaModule): number {
  const fn = module.fn('nothing');
  cuda.synchronizeNow();
  const start = process.hrtime.bigint();
  for (let launch = 0; launch < LAUNCHES; launch++) fn.launch({ grid: 1, block: 1 }, []);
  const elapsed = Number(process.hrtime.bigint() - start);
  cuda.synchronizeNow();
  return elapsed / LAUNCHES;
}

/** What recording adds to a launch: altogether, and by kind of record. */
export async function measureLaunches(list: Checklist, module: CudaModule): Promise<number> {
  launchNs(module);
  const plain: number[] = [];
  const recorded: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    plain.push(launchNs(module));
    await profile.run(() => {
      recorded.push(range('launches', () => launchNs(module)));
    }, GPU_ALONE);
  }
  list.figure({ name: 'gpu.launch.plain', value: median(plain), unit: 'ns' });
  const added = Math.max(0, median(recorded) - median(plain));
  list.figure({ name: 'gpu.launch.added', value: added / 1000, unit: 'µs', target: 1.5 });
  return added;
}

/** What each kind of record alone adds to a launch, and what draining a record takes. */
export function measureKinds(list: Checklist, gpu: GpuAddon, module: CudaModule): void {
  for (const kind of KINDS) {
    const value = addedByKind(gpu, module, kind);
    if (value !== null) list.figure({ name: `gpu.launch.${kind}`, value, unit: 'ns' });
  }
  measureDrain(list, gpu, module);
}

/** Nanoseconds that a kind adds to a launch; null for one that CUPTI refuses. */
function addedByKind(gpu: GpuAddon, module: CudaModule, kind: ActivityKind): number | null {
  const plain: number[] = [];
  const recorded: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    plain.push(launchNs(module));
    const { kinds } = gpu.start({ kinds: [kind] });
    if (kinds.includes(kind)) recorded.push(launchNs(module));
    gpu.drain(true);
    gpu.stop();
  }
  return recorded.length === 0 ? null : Math.max(0, median(recorded) - median(plain));
}

function measureDrain(list: Checklist, gpu: GpuAddon, module: CudaModule): void {
  gpu.start({ kinds: ['kernel', 'driver'] });
  launchNs(module);
  gpu.drain(true);
  launchNs(module);
  const start = process.hrtime.bigint();
  const { kernels, calls } = gpu.drain(true);
  const elapsed = Number(process.hrtime.bigint() - start);
  gpu.stop();
  const records = kernels.length + calls.length;
  const value = elapsed / 1000 / Math.max(1, records);
  list.figure({ name: 'gpu.drain', value, unit: 'µs/record', target: 0.5 });
}

/** The middle one of some numbers. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}
