import { monotonicClock } from '../../../src/record/clock';
import { Recorder } from '../../../src/record/recorder';
import type { MeasuredFigure } from '../figure';
import { millisecondFigure } from '../figure';
import { floorCase, interleave, median, sink } from '../harness';

const EVENTS = 10_000_000;

/** Records slices with the default limit; the longest that one begin and end took, nanoseconds. */
function worstAppend(recorder: Recorder, count: number): number {
  const label = recorder.label('op', 'range');
  const cell = new BigUint64Array(2);
  const halves = new Uint32Array(cell.buffer);
  const now = monotonicClock;
  let worst = 0;
  for (let i = 0; i < count; i++) {
    cell[0] = now();
    const token = recorder.begin(label);
    sink.value++;
    recorder.end(token);
    cell[1] = now();
    const elapsed = (halves[2] - halves[0]) >>> 0;
    if (elapsed > worst) worst = elapsed;
  }
  return worst;
}

/** The longest wait for one slice, over new chunks and, beyond the limit, folded ones. */
export async function measure(): Promise<readonly MeasuredFigure[]> {
  const worst: number[] = [];
  const times = await interleave(
    {
      floor: floorCase(),
      appends: {
        times: EVENTS,
        run(count) {
          const recorder = new Recorder({ clock: monotonicClock });
          const window = recorder.openWindow();
          worst.push(worstAppend(recorder, count));
          recorder.closeWindow(window);
        }
      }
    },
    { rounds: 9, warmup: 1 }
  );
  return [millisecondFigure('record.stall', median(worst.slice(1)), median(times.floor))];
}
