import { createRange } from '../../src/engine/annotate/range';
import { monotonicClock } from '../../src/base/clock';
import { Recorder } from '../../src/record/recorder';
import type { RecordingWindow } from '../../src/record/slices/recordingWindow';
import { type BenchCase, sink } from './harness';

/** Calls of `range(name, fn)` while recording, in a window of its own for each round. */
export function recordedRanges(times: number): BenchCase {
  const recorder = new Recorder({ clock: monotonicClock });
  const range = createRange(recorder);
  let window: RecordingWindow;
  return {
    times,
    before() {
      window = recorder.openWindow();
      range('first', () => undefined);
    },
    run(count) {
      for (let i = 0; i < count; i++) {
        range('op', () => {
          sink.value++;
        });
      }
    },
    after: () => recorder.closeWindow(window)
  };
}
