import type { MeasuredFigure } from '../figure';
import { floorCase, interleave, median } from '../harness';
import { recordedRanges } from '../recordedRanges';

/** `range(name, fn)` as cells call it, with a closure made for each call. */
export async function measure(): Promise<readonly MeasuredFigure[]> {
  const times = await interleave({ floor: floorCase(), range: recordedRanges(20_000) });
  const floorNs = median(times.floor);
  return [{ name: 'record.range', value: median(times.range) / floorNs, floorNs }];
}
