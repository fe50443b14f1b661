import type { MeasuredFigure } from '../figure';
import { measureSlowdown } from '../slowdown';

/** Operators of 10 µs on the machine for which the limits were set, elsewhere as many F. */
export async function measure(): Promise<readonly MeasuredFigure[]> {
  return [await measureSlowdown('slowdown.10us', 10_000)];
}
