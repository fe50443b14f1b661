import { monotonicClock } from '../../../src/base/clock';
import { Recorder } from '../../../src/record/recorder';
import { type MeasuredFigure, millisecondFigure } from '../figure';
import { floorCase, interleave, median, sink } from '../harness';

const EVENTS = 10_000_000;
const ROUNDS = 9;
const WARMUP = 1;

/** Appends that are no longer than this are not looked at, nanoseconds. */
const NOTED_NS = 20_000;

/** Records slices with the default limit; the long ones by number, with their nanoseconds. */
function longAppends(recorder: Recorder, count: number): Map<number, number> {
  const label = recorder.label('op', 'range');
  const cell = new BigUint64Array(2);
  const halves = new Uint32Array(cell.buffer);
  const now = monotonicClock;
  const long = new Map<number, number>();
  for (let i = 0; i < count; i++) {
    cell[0] = now();
    const token = recorder.begin(label);
    sink.value++;
    recorder.end(token);
    cell[1] = now();
    const elapsed = (halves[2] - halves[0]) >>> 0;
    if (elapsed > NOTED_NS) long.set(i, elapsed);
  }
  return long;
}

/**
 * The longest append by the median over the rounds of what the append with the same number took:
 * new chunks and folded ones come at the same numbers, what other programs take does not.
 */
function worstMedian(rounds: readonly Map<number, number>[]): number {
  const appends = new Set(rounds.flatMap(round => [...round.keys()]));
  const medians = [...appends].map(append => median(rounds.map(round => round.get(append) ?? 0)));
  return Math.max(0, ...medians);
}

/** The longest wait for one slice, over new chunks and, beyond the limit, folded ones. */
export async function measure(): Promise<readonly MeasuredFigure[]> {
  const rounds: Map<number, number>[] = [];
  const appends = {
    times: EVENTS,
    run(count: number) {
      const recorder = new Recorder({ clock: monotonicClock });
      const window = recorder.openWindow();
      rounds.push(longAppends(recorder, count));
      recorder.closeWindow(window);
    }
  };
  const cases = { floor: floorCase(), appends };
  const times = await interleave(cases, { rounds: ROUNDS, warmup: WARMUP });
  return [
    millisecondFigure('record.stall', worstMedian(rounds.slice(WARMUP)), median(times.floor))
  ];
}
