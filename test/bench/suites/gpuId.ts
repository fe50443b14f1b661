import { loadFakeGpu } from '../fakeGpu';
import { type MeasuredFigure, nanosecondFigure } from '../figure';
import { floorCase, interleave, median } from '../harness';

/** The number of an operator, given to CUPTI and taken back, while it records. */
export async function measure(): Promise<readonly MeasuredFigure[]> {
  const { gpu } = loadFakeGpu();
  gpu.start({ kinds: ['kernel', 'driver', 'externalId'] });
  const pushAndPop = {
    times: 20_000,
    run(times: number) {
      for (let id = 0; id < times; id++) {
        gpu.pushId(id);
        gpu.popId();
      }
    }
  };
  const times = await interleave({ floor: floorCase(), pushAndPop });
  gpu.stop();
  return [nanosecondFigure('gpu.id', median(times.pushAndPop), median(times.floor))];
}
