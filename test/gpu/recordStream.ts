import { statSync } from 'node:fs';
import type { CudaModule } from '../../src/index';
import type { ActivityKind } from '../../src/native/gpuActivities';
import type { GpuAddon } from '../../src/native/gpuAddon';
import { must } from './checklist';
import { doAllWork } from './work';

const KINDS: readonly ActivityKind[] = [
  'kernel',
  'memcpy',
  'memset',
  'runtime',
  'driver',
  'marker',
  'externalId',
  'memory',
  'memoryPool',
  'overhead',
  'synchronization',
  'device',
  'context'
];

/** Writes every record of the work into `file`, as CUPTI wrote it: for a fixture of the tests. */
export function recordStream(gpu: GpuAddon, module: CudaModule, file: string): string {
  gpu.start({ kinds: KINDS, recordTo: file });
  gpu.pushId(1);
  doAllWork(module);
  gpu.popId();
  const { kernels, calls, losses } = gpu.drain(true);
  gpu.stop();
  must(kernels.length > 0 && calls.length > 0, 'no kernel or no call was recorded');
  must(losses.dropped === 0, `${losses.dropped} records were dropped`);
  return `${statSync(file).size} bytes, ${kernels.length} kernels, ${calls.length} calls`;
}
