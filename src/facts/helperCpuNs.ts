import { number } from '../schema/schema';
import { type Fact, NOT_SHOWN } from './shared/fact';

/** The part of a profile. */
export interface HelperCpuPart {
  /** CPU time of threads that only record, nanoseconds, besides the overhead; absent where not known. */
  readonly helperCpuNs?: number;
}

/** The CPU time of threads that only record, which the summary tells beside the overhead. */
export const HELPER_CPU = {
  ...NOT_SHOWN,
  name: 'helperCpuNs',
  source: { name: 'helperThreads', title: 'Helper threads', isLate: false },
  schema: number(),
  addsMembers: true,
  merge: runs => {
    const known = runs.flatMap(({ parts }) => parts.helperCpuNs ?? []);
    return known.length === 0 ? {} : { helperCpuNs: known.reduce((sum, each) => sum + each) };
  }
} as const satisfies Fact<HelperCpuPart>;
