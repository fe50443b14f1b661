import type { ActivityKind } from '../../../src/native/gpuActivities';
import { loadFakeGpu } from '../fakeGpu';
import { type MeasuredFigure, nanosecondFigure } from '../figure';
import { type BenchCase, floorCase, interleave, median } from '../harness';

const LAUNCHES = 2_000;
const KINDS: readonly ActivityKind[] = ['kernel', 'runtime', 'driver', 'externalId'];

/**
 * What recording adds to a launch within an operator: a launch while all is recorded, less one while
 * nothing is. The records are those of the stand-in, which writes them in CUPTI's place.
 */
export async function measure(): Promise<readonly MeasuredFigure[]> {
  const { gpu, runtime } = loadFakeGpu({ FAKE_GPU_KERNEL_NS: '1', FAKE_GPU_LAUNCH_NS: '1' });
  const launch = (times: number) => {
    for (let id = 0; id < times; id++) {
      gpu.pushId(id);
      runtime.launchMany('gemm', 1);
      gpu.popId();
    }
  };
  const plain: BenchCase = { times: LAUNCHES, run: launch, after: () => runtime.synchronize() };
  const recorded: BenchCase = {
    ...plain,
    before: () => gpu.start({ kinds: KINDS }),
    after() {
      runtime.synchronize();
      const { length } = gpu.drain(true).kernels;
      gpu.stop();
      if (length !== LAUNCHES) throw new Error(`${length} kernels of ${LAUNCHES} were recorded`);
    }
  };
  const times = await interleave({ floor: floorCase(), plain, recorded });
  const addedNs = median(times.recorded.map((ns, round) => ns - times.plain[round]));
  return [nanosecondFigure('gpu.launch', addedNs, median(times.floor))];
}
