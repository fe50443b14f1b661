import { type CudaModule, cuda } from '../../src/index';
import type { GpuAddon } from '../../src/native/gpuAddon';
import { must } from './checklist';

/** How long each kernel keeps its stream busy, nanoseconds: longer than this process may be paused. */
const BUSY_NS = 2_000_000_000n;

/** Two kernels, each on a stream of its own: their records name two streams and lie side by side. */
export function checkStreams(gpu: GpuAddon, module: CudaModule): string {
  const busy = module.fn('busyFor');
  gpu.start({ kinds: ['kernel'] });
  cuda.stream(first =>
    cuda.stream(second => {
      for (const stream of [first, second]) cuda.launch(busy, 1, 1, [BUSY_NS], { stream });
      first.synchronizeNow();
      second.synchronizeNow();
    })
  );
  const { kernels } = gpu.drain(true);
  gpu.stop();
  must(kernels.length === 2, `${kernels.length} kernels were recorded, not 2`);
  const [left, right] = kernels.stream;
  must(left !== right, `both kernels are on stream ${left}`);
  const overlapNs = Math.min(...kernels.end) - Math.max(...kernels.start);
  must(overlapNs > 0, `the kernels lie ${-overlapNs} ns apart`);
  return `streams ${left} and ${right} ran side by side for ${(overlapNs / 1e6).toFixed(1)} ms`;
}
