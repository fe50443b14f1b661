import { pairwiseSum } from './pairwiseSum';
import type { ProfiledOperator } from './profiledOperator';
import { type EndKey, operatorTime } from './selectRecords';

/** Type of the operators that copy between devices. */
export const COPY_TYPE = 'Copy';

/** Seconds that copies took on devices together and each. */
export interface CopyTime {
  readonly totalS: number;
  readonly averageS: number;
}

/** Time of copies up to an end; null if there are none, or the time was not recorded. */
export function copyTime(operators: readonly ProfiledOperator[], endKey: EndKey): CopyTime | null {
  const times = operators
    .filter(operator => operator.type === COPY_TYPE)
    .map(operator => operatorTime(operator, { place: 'device', endKey }))
    .filter(time => time !== null);
  if (times.length === 0) return null;
  const totalS = pairwiseSum(times);
  return { totalS, averageS: totalS / times.length };
}

/** Seconds of all operators at a place; null if none ran there. */
export function totalTime(
  operators: readonly ProfiledOperator[],
  place: 'device' | 'host'
): number | null {
  const times = operators
    .map(operator => operatorTime(operator, { place, endKey: 'end' }))
    .filter(time => time !== null);
  return times.length === 0 ? null : pairwiseSum(times);
}
