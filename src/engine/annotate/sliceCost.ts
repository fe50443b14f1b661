import { rankOf, selectRank } from '../../base/stats';
import { Recorder } from '../../record/recorder';
import { type Clock, monotonicClock } from '../../base/clock';
import { createRange } from './range';

const ROUNDS = 60;
const SLICES_PER_ROUND = 2000;
/** The rounds before this one are slower, until V8 has optimised everything. */
const WARM = 40;

/** Steps of the work inside a slice: some 20 ns, which overlap with those of the next slice if bare. */
const WORK_STEPS = 5;

/**
 * Measures what a `range` around short work costs on this machine, nanoseconds: the median of rounds with
 * it, each less the same work without it, after V8 has optimised both. Work is part of it because reading
 * the clock keeps a processor from overlapping one piece with the next. Takes some 30 milliseconds, once.
 */
export function measureSliceCost(clock: Clock = monotonicClock): number {
  const recorder = new Recorder({ clock });
  const range = createRange(recorder);
  const slices = ROUNDS * SLICES_PER_ROUND;
  const window = recorder.openWindow({ mode: 'keepFirst', slices });
  const costs = new Float64Array(ROUNDS);
  let sum = 0;
  const bare = (): void => {
    for (let slice = 0; slice < SLICES_PER_ROUND; slice++) sum += work(slice);
  };
  const inRanges = (): void => {
    for (let slice = 0; slice < SLICES_PER_ROUND; slice++) {
      range('calibration', () => {
        sum += work(slice);
      });
    }
  };
  for (let round = 0; round < ROUNDS; round++) {
    const begin = clock();
    bare();
    const between = clock();
    inRanges();
    costs[round] = Number(clock() - between - (between - begin)) / SLICES_PER_ROUND;
  }
  recorder.closeWindow(window);
  if (!(sum > 0)) throw new Error('the measured work was not done');
  return Math.max(0, selectRank(costs, WARM, ROUNDS, WARM + rankOf(ROUNDS - WARM, 0.5)));
}

function work(start: number): number {
  let value = start;
  for (let step = 0; step < WORK_STEPS; step++) value = Math.sqrt(value + step);
  return value;
}

/** The cost of one slice, measured on first use and then kept. */
export class SliceCost {
  #measured: number | null = null;

  constructor(private readonly measure: () => number = measureSliceCost) {}

  /** Nanoseconds to begin and end one slice. */
  get ns(): number {
    this.#measured ??= this.measure();
    return this.#measured;
  }
}

/** That of this thread: the same for all that it records. */
export const ownSliceCost = new SliceCost();
