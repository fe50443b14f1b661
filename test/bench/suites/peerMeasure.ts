import { performance } from 'node:perf_hooks';
import type { MeasuredFigure } from '../figure';
import { floorCase, interleave, median, sink } from '../harness';
import { recordedRanges } from '../recordedRanges';

/** A recorded range against `performance.measure` with both its times. */
export async function measure(): Promise<readonly MeasuredFigure[]> {
  const times = await interleave({
    floor: floorCase(),
    range: recordedRanges(20_000),
    measure: {
      times: 3_000,
      run(count) {
        for (let i = 0; i < count; i++) {
          const start = performance.now();
          sink.value++;
          performance.measure('op', { start, end: performance.now() });
        }
      },
      after: () => performance.clearMeasures()
    }
  });
  const value = median(times.range) / median(times.measure);
  return [{ name: 'peer.measure', value, floorNs: median(times.floor) }];
}
