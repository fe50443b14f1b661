import { type RangeFunction, createRange } from '../../../src/engine/annotate/range';
import { monotonicClock } from '../../../src/base/clock';
import { Recorder } from '../../../src/record/recorder';
import type { MeasuredFigure } from '../figure';
import { floorCase, interleave, median, sink } from '../harness';

const TIMES = 300_000;

/** So that `range` is compiled for recording too, as it is once anything has been profiled. */
function recordSome(recorder: Recorder, range: RangeFunction): void {
  const window = recorder.openWindow();
  for (let i = 0; i < 100_000; i++) range('recorded', () => sink.value++);
  recorder.closeWindow(window);
}

/** What `range` adds to the call of a closure while nothing is recorded. */
export async function measure(): Promise<readonly MeasuredFigure[]> {
  const recorder = new Recorder({ clock: monotonicClock });
  const range = createRange(recorder);
  recordSome(recorder, range);
  const increment = (fn: () => void): void => fn();
  const times = await interleave({
    floor: floorCase(),
    bare: {
      times: TIMES,
      run(count) {
        for (let i = 0; i < count; i++) {
          increment(() => {
            sink.value++;
          });
        }
      }
    },
    disabled: {
      times: TIMES,
      run(count) {
        for (let i = 0; i < count; i++) {
          range('op', () => {
            sink.value++;
          });
        }
      }
    }
  });
  const floorNs = median(times.floor);
  const value = (median(times.disabled) - median(times.bare)) / floorNs;
  return [{ name: 'record.disabled', value, floorNs }];
}
