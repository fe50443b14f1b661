import { rankOf, selectRank } from '../../base/stats';
import { Recorder } from '../../record/recorder';
import { type Clock, monotonicClock } from '../../base/clock';
import { createRange } from './range';

const ROUNDS = 60;
/** The rounds before this one are slower, until V8 has optimised everything. */
const WARM = 40;
/** Slices of a round, at least and at most. */
const LEAST = 20;
const MOST = 2000;

/** Steps of the work inside a slice: some 20 ns, which overlap with those of the next slice if bare. */
const WORK_STEPS = 5;

/**
 * Measures what a `range` around short work costs on this machine, nanoseconds: the median of the later rounds with
 * it, each less the same work without it. Work is part of it because reading the clock keeps a processor from
 * overlapping one piece with the next. It takes about as many slices as it is to speak of: measuring a few costs no
 * more than they did, and V8 has optimised the code as far as theirs. From 120,000 on, which take some 30 milliseconds,
 * it is optimised, and there are no more.
 */
export function measureSliceCost(slices: number, clock: Clock = monotonicClock): number {
  const perRound = slicesOfRound(slices);
  const recorder = new Recorder({ clock });
  const range = createRange(recorder);
  const window = recorder.openWindow({ mode: 'keepFirst', slices: ROUNDS * perRound });
  const costs = new Float64Array(ROUNDS);
  let sum = 0;
  const bare = (): void => {
    for (let slice = 0; slice < perRound; slice++) sum += work(slice);
  };
  const inRanges = (): void => {
    for (let slice = 0; slice < perRound; slice++) {
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
    costs[round] = Number(clock() - between - (between - begin)) / perRound;
  }
  recorder.closeWindow(window);
  if (!(sum > 0)) throw new Error('the measured work was not done');
  return Math.max(0, selectRank(costs, WARM, ROUNDS, WARM + rankOf(ROUNDS - WARM, 0.5)));
}

function slicesOfRound(slices: number): number {
  return Math.min(Math.max(LEAST, Math.ceil(slices / ROUNDS)), MOST);
}

function work(start: number): number {
  let value = start;
  for (let step = 0; step < WORK_STEPS; step++) value = Math.sqrt(value + step);
  return value;
}

/** Tells what each of so many slices costs, nanoseconds; measures on first use, and again for more than twice as many. */
export type SliceCost = (slices: number) => number;

/** A cost of slices that nothing has measured yet. */
export function createSliceCost(measure: SliceCost = measureSliceCost): SliceCost {
  let measured = { ns: 0, perRound: 0 };
  return slices => {
    const perRound = slicesOfRound(slices);
    if (perRound > 2 * measured.perRound) measured = { ns: measure(slices), perRound };
    return measured.ns;
  };
}

/** That of this thread: the same for all that it records. */
export const ownSliceCost = createSliceCost();
