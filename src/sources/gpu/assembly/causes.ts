import type { SliceTable } from '../../../model/profile/profile';
import { NO_SLICE, type SliceRef, ownRow, ownSlice } from '../../../record/build/sliceColumns';
import type { Correlations } from './correlations';
import type { SlicePlaces } from './placeSlices';
import type { RunningOperators } from './runningOperators';
import { BESIDE_MAIN_GROUP } from './trackGroups';

/** The input for finding causes of slices. */
export interface CauseParts {
  readonly own: SliceTable;
  readonly start: Float64Array;
  readonly order: Uint32Array;
  /** Entry of the correlation of each slice, or -1. */
  readonly entry: Int32Array;
  readonly places: SlicePlaces;
  readonly correlations: Correlations;
  readonly operators: RunningOperators;
  /** True if slices of a group are calls and ranges of a thread. */
  readonly isThread: (group: number) => boolean;
}

/**
 * The cause of each call and each range of a thread: the slice around it on its track, or the operator
 * that CUPTI names if that began later, as an operator on a lane does. On threads of libraries, for
 * which no operators are named, it is the operator that runs at the time, if that is certain.
 */
export function causesOf(parts: CauseParts): Int32Array {
  const { order, places, isThread } = parts;
  const cause = new Int32Array(order.length).fill(NO_SLICE);
  for (let at = 0; at < order.length; at++) {
    const row = order[at];
    if (isThread(places.group[row])) cause[row] = causeOf(parts, row);
  }
  return cause;
}

function causeOf(
  { own, start, entry, places, correlations, operators }: CauseParts,
  row: number
): SliceRef {
  const around = places.around[row];
  const operator = entry[row] < 0 ? -1 : correlations.operator[entry[row]];
  if (operator >= 0) {
    const begun =
      around === NO_SLICE ? -Infinity : around >= 0 ? start[around] : own.start[ownRow(around)];
    return begun >= own.start[operator] ? around : ownSlice(operator);
  }
  const isOwnThread = places.group[row] <= BESIDE_MAIN_GROUP;
  return around === NO_SLICE && !isOwnThread ? ownSlice(operators.at(start[row])) : around;
}
