import { selfTimesOf } from '../../../analysis/slices/selfTimes';
import type { ProfileStep } from '../../../analysis/statistics/profileSteps';
import { OPERATOR_CATEGORIES } from '../../../model/profile/categories';
import type { Profile } from '../../../model/profile/profile';
import { type OperatorName, OperatorNames } from './operatorNames';

/** The operators that a profile has slices of, in order of start. */
export interface OperatorRuns {
  readonly profile: Profile;
  /** Rows of their slices, ascending. */
  readonly slices: Uint32Array;
  /** For each run the place of its name in `names`. */
  readonly nameOf: Uint32Array;
  readonly names: readonly OperatorName[];
  /** Of all slices, by row: time without the operators within, nanoseconds. */
  readonly selfNs: Float64Array;
  readonly steps: readonly ProfileStep[];
}

/** Finds the operators of a profile, custom ones and instrumented functions among them. */
export function operatorRuns(profile: Profile, steps: readonly ProfileStep[]): OperatorRuns {
  const { slices, labels, strings } = profile;
  const isOperator = Uint8Array.from(labels.category, category =>
    Number(OPERATOR_CATEGORIES.includes(strings[category]))
  );
  const isRun = (slice: number): boolean => isOperator[slices.label[slice]] === 1;
  const rows = new Uint32Array(slices.length);
  let length = 0;
  for (let slice = 0; slice < slices.length; slice++) if (isRun(slice)) rows[length++] = slice;
  const runs = rows.slice(0, length);
  const names = new OperatorNames(profile);
  return {
    profile,
    slices: runs,
    nameOf: runs.map(slice => names.of(slice)),
    names: names.names,
    selfNs: selfTimesOf(profile, isRun),
    steps
  };
}
