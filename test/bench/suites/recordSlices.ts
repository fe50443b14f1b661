import { monotonicClock } from '../../../src/base/clock';
import { Recorder } from '../../../src/record/recorder';
import type { RecordingWindow } from '../../../src/record/slices/recordingWindow';
import type { MeasuredFigure } from '../figure';
import { type BenchCase, floorCase, interleave, median, sink } from '../harness';

const POOLED_SLICES = 20_000;

/** One chunk: while it fills, the one after it is made. */
const FRESH_SLICES = 1 << 16;

/** Records slices of eight labels in a window of its own for each round. */
function slices(times: number, nextRecorder: () => Recorder): BenchCase {
  let recorder = nextRecorder();
  let window: RecordingWindow;
  let labels = labelsOf(recorder);
  return {
    times,
    before() {
      recorder = nextRecorder();
      labels = labelsOf(recorder);
      window = recorder.openWindow();
      recorder.end(recorder.begin(labels[0]));
    },
    run(count) {
      for (let i = 0; i < count; i++) {
        const token = recorder.begin(labels[i & 7]);
        sink.value++;
        recorder.end(token);
      }
    },
    after: () => recorder.closeWindow(window)
  };
}

function labelsOf(recorder: Recorder): ReturnType<Recorder['label']>[] {
  return Array.from({ length: 8 }, (_, index) => recorder.label(`op${index}`, 'range'));
}

/** Slices by token: into chunks kept from the last recording, and into new ones. */
export async function measure(): Promise<readonly MeasuredFigure[]> {
  const kept = new Recorder({ clock: monotonicClock });
  const times = await interleave({
    floor: floorCase(),
    pooled: slices(POOLED_SLICES, () => kept),
    fresh: slices(FRESH_SLICES, () => new Recorder({ clock: monotonicClock }))
  });
  const floorNs = median(times.floor);
  return [
    { name: 'record.beginEnd', value: median(times.pooled) / floorNs, floorNs },
    { name: 'record.freshChunk', value: median(times.fresh) / floorNs, floorNs }
  ];
}
