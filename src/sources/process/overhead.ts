import type { Clock } from '../../record/time/clock';
import { monotonicClock } from '../../record/time/clock';
import { Recorder } from '../../record/recorder';

const ROUNDS = 24;
const SLICES_PER_ROUND = 2000;

/**
 * Measures the cost of beginning and ending one slice on this machine, nanoseconds: the best of a few
 * rounds on a separate recorder, enough for V8 to optimise it. Takes 10 to 30 milliseconds, once.
 */
export function measureSliceCost(clock: Clock = monotonicClock): number {
  const recorder = new Recorder({ clock });
  const label = recorder.label('calibration', 'calibration');
  const window = recorder.openWindow({
    mode: 'keepFirst',
    slices: ROUNDS * SLICES_PER_ROUND
  });
  let best = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const begin = clock();
    for (let slice = 0; slice < SLICES_PER_ROUND; slice++) recorder.end(recorder.begin(label));
    best = Math.min(best, Number(clock() - begin) / SLICES_PER_ROUND);
  }
  recorder.closeWindow(window);
  return best;
}

/** The cost of one slice, measured on first use and then kept. */
export class SliceCost {
  private measured: number | null = null;

  constructor(private readonly measure: () => number = measureSliceCost) {}

  /** Nanoseconds to begin and end one slice. */
  get ns(): number {
    this.measured ??= this.measure();
    return this.measured;
  }
}
