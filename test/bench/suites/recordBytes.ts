import { type RangeFunction, createRange } from '../../../src/engine/annotate/range';
import { monotonicClock } from '../../../src/base/clock';
import { Recorder } from '../../../src/record/recorder';
import type { MeasuredFigure } from '../figure';
import { floorCase, interleave, median, sink } from '../harness';

/** Whole chunks, so that neither a part of one nor the spare one counts. */
const FIRST = 1 << 18;
const RANGES = 1 << 20;

function usedBytes(): number {
  // The second collection waits for the buffers that the first one is still giving back.
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function record(range: RangeFunction, count: number): void {
  for (let i = 0; i < count; i++) range('op', () => sink.value++);
}

/** What one more range takes, on the heap and in buffers. */
export async function measure(): Promise<readonly MeasuredFigure[]> {
  const bytes: number[] = [];
  const ranges = {
    times: RANGES,
    run(count: number) {
      const recorder = new Recorder({ clock: monotonicClock });
      const range = createRange(recorder);
      const window = recorder.openWindow();
      record(range, FIRST);
      const before = usedBytes();
      record(range, count);
      bytes.push((usedBytes() - before) / count);
      recorder.closeWindow(window);
    }
  };
  const times = await interleave({ floor: floorCase(), ranges }, { rounds: 9, warmup: 1 });
  return [{ name: 'record.bytes', value: median(bytes), floorNs: median(times.floor) }];
}
