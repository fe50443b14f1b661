import { createRange } from '../../src/engine/annotate/range';
import { monotonicClock } from '../../src/base/clock';
import { Recorder } from '../../src/record/recorder';
import type { RecordingWindow } from '../../src/record/slices/recordingWindow';
import type { MeasuredFigure } from './figure';
import { floorCase, interleave, median, sink } from './harness';
import { FLOOR_REFERENCE_NS, type FigureName } from './targets';

const ROUND_NS = 1e6;
const input = new Float64Array(4096).fill(1.3);

function operator(length: number): number {
  let sum = 0;
  for (let i = 0; i < length; i++) sum += Math.sqrt(input[i & 4095] + i);
  return sum;
}

/**
 * How many elements the operator has to work on to take so many F. From the best rounds: other programs
 * make rounds longer, and the operator would come out too short.
 */
async function lengthOf(floors: number): Promise<number> {
  const LENGTH = 10_000;
  const run = (count: number): void => {
    for (let i = 0; i < count; i++) sink.value += operator(LENGTH);
  };
  const times = await interleave({ floor: floorCase(), operator: { times: 20, run } });
  return Math.round((LENGTH * floors * Math.min(...times.floor)) / Math.min(...times.operator));
}

/** How much longer an operator takes inside a range, percent. */
export async function measureSlowdown(
  name: FigureName,
  durationNs: number
): Promise<MeasuredFigure> {
  const length = await lengthOf(durationNs / FLOOR_REFERENCE_NS);
  const count = Math.round(ROUND_NS / durationNs);
  const recorder = new Recorder({ clock: monotonicClock });
  const range = createRange(recorder);
  let window: RecordingWindow;
  const call = (fn: () => number): number => fn();
  const bare = (times: number): void => {
    for (let i = 0; i < times; i++) sink.value += call(() => operator(length));
  };
  const ranged = (times: number): void => {
    for (let i = 0; i < times; i++) sink.value += range('op', () => operator(length));
  };
  const recorded = {
    times: count,
    run: ranged,
    before() {
      window = recorder.openWindow();
      range('first', () => undefined);
    },
    after: () => recorder.closeWindow(window)
  };
  const cases = { floor: floorCase(), bare: { times: count, run: bare }, recorded };
  const times = await interleave(cases, { rounds: 401, warmup: 40 });
  const value = (median(times.recorded) / median(times.bare) - 1) * 100;
  return { name, value, floorNs: median(times.floor) };
}
