import { EventIds } from '../../../src/compat/torch/eventIds';
import { Profiler } from '../../../src/compat/mindspore/profiler/profiler';
import { profilerDeps } from '../../../src/runtime/profilerDeps';
import { createInstrumentIterator } from '../../../src/engine/annotate/instrumentIterator';
import { createRange } from '../../../src/engine/annotate/range';
import { RecordingHost } from '../../../src/engine/recording/recordingHost';
import { schedule } from '../../../src/compat/torch/schedule';
import type { MeasuredFigure } from '../figure';
import { type BenchCase, floorCase, interleave, median, sink } from '../harness';

/** Steps that a schedule leaves alone: more than are timed. */
const MANY_STEPS = 1e9;

/** `step()` while the schedule waits for its window, as a training loop calls it. */
export async function measure(): Promise<readonly MeasuredFigure[]> {
  const host = new RecordingHost();
  const surroundings = profilerDeps(
    host,
    new EventIds(),
    createInstrumentIterator(createRange(host.recorder))
  );
  const profiler = new Profiler(surroundings, {
    schedule: schedule({ wait: MANY_STEPS, warmup: 1, active: 3 })
  });
  const step: BenchCase = {
    times: 20_000,
    run(times) {
      for (let i = 0; i < times; i++) {
        void profiler.step();
        sink.value++;
      }
    }
  };
  const times = await interleave({ floor: floorCase(), step });
  profiler.dispose();
  const floorNs = median(times.floor);
  return [{ name: 'profiler.step', value: median(times.step) / floorNs, floorNs }];
}
