import { createRange } from '../../../src/engine/annotate/range';
import { monotonicClock } from '../../../src/base/clock';
import { Recorder } from '../../../src/record/recorder';
import type { RecordingWindow } from '../../../src/record/slices/recordingWindow';
import type { MeasuredFigure } from '../figure';
import { floorCase, interleave, median, sink } from '../harness';

const TIMES = 20_000;

async function step(): Promise<void> {
  sink.value++;
}

async function body(): Promise<void> {
  await step();
  await step();
  sink.value++;
}

/** What `range` adds to awaiting an async function. */
export async function measure(): Promise<readonly MeasuredFigure[]> {
  const recorder = new Recorder({ clock: monotonicClock });
  const range = createRange(recorder);
  let window: RecordingWindow;
  const times = await interleave({
    floor: floorCase(),
    bare: {
      times: TIMES,
      async run(count) {
        for (let i = 0; i < count; i++) await body();
      }
    },
    recorded: {
      times: TIMES,
      before() {
        window = recorder.openWindow();
        range('first', () => undefined);
      },
      async run(count) {
        for (let i = 0; i < count; i++) await range('op', body);
      },
      after: () => recorder.closeWindow(window)
    }
  });
  const floorNs = median(times.floor);
  const value = (median(times.recorded) - median(times.bare)) / floorNs;
  return [{ name: 'record.async', value, floorNs }];
}
