import { createObjects } from '../../../src/compat/mxnet/createObjects';
import { monotonicClock } from '../../../src/base/clock';
import { Recorder } from '../../../src/record/recorder';
import type { RecordingWindow } from '../../../src/record/slices/recordingWindow';
import type { MeasuredFigure } from '../figure';
import { floorCase, interleave, median, sink } from '../harness';

const UPDATES = 20_000;

/** One update of a counter while it is recorded: setting it, or adding to it. */
export async function measure(): Promise<readonly MeasuredFigure[]> {
  const recorder = new Recorder({ clock: monotonicClock });
  const { Domain } = createObjects(recorder);
  const counter = new Domain('bench').newCounter('updates');
  let window: RecordingWindow;
  const recorded = {
    times: UPDATES,
    before: () => (window = recorder.openWindow()),
    after: () => recorder.closeWindow(window)
  };
  const times = await interleave({
    floor: floorCase(),
    set: {
      ...recorded,
      run(count) {
        for (let i = 0; i < count; i++) counter.setValue(sink.value++);
      }
    },
    increment: {
      ...recorded,
      run(count) {
        for (let i = 0; i < count; i++) {
          counter.increment();
          sink.value++;
        }
      }
    }
  });
  const floorNs = median(times.floor);
  const worst = Math.max(median(times.set), median(times.increment));
  return [{ name: 'counter.update', value: worst / floorNs, floorNs }];
}
