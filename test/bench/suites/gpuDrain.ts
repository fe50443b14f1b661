import type { ActivityBatch, ActivityKind } from '../../../src/native/gpuActivities';
import { loadFakeGpu } from '../fakeGpu';
import { type MeasuredFigure, nanosecondFigure } from '../figure';
import { type BenchCase, floorCase, interleave, median, sink } from '../harness';

const LAUNCHES = 20_000;
const KINDS: readonly ActivityKind[] = ['kernel', 'runtime', 'driver', 'externalId'];

const recordsOf = ({ kernels, calls, externalIds }: ActivityBatch): number =>
  kernels.length + calls.length + externalIds.length;

/**
 * One record of a batch: a launch makes four, a call of the runtime, one of the driver, the number of
 * an operator, and a kernel. The stand-in has written them into the buffers before.
 */
export async function measure(): Promise<readonly MeasuredFigure[]> {
  const { gpu, runtime } = loadFakeGpu({ FAKE_GPU_KERNEL_NS: '1', FAKE_GPU_LAUNCH_NS: '1' });
  gpu.start({ kinds: KINDS });
  let records = 0;
  const drain: BenchCase = {
    times: 4 * LAUNCHES,
    before() {
      gpu.pushId(1);
      runtime.launchMany('gemm', LAUNCHES);
      gpu.popId();
      runtime.synchronize();
    },
    run: () => {
      records = recordsOf(gpu.drain(false));
      sink.value += records;
    },
    after() {
      if (records < 4 * LAUNCHES) throw new Error(`Only ${records} records were drained`);
    }
  };
  const times = await interleave({ floor: floorCase(), drain }, { rounds: 31, warmup: 5 });
  gpu.stop();
  return [nanosecondFigure('gpu.drain', median(times.drain), median(times.floor))];
}
