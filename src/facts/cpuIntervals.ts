import { list, number, record, type ValueOf } from '../schema/schema';
import { COLUMN_SOURCES } from './shared/columnSources';
import { type Fact, NOT_SHOWN, timeInWhole } from './shared/fact';

/** Recordings double the interval; profiles of many runs have a few for each. */
const MAX_INTERVALS = 10_000;

const SCHEMA = list(
  record({ pid: number(), fromNs: number(), intervalNs: number() }),
  MAX_INTERVALS
);

/** The times between CPU samples of the main threads of processes, each from a moment on, in order of time. */
export type CpuIntervals = ValueOf<typeof SCHEMA>;

/** The part of a profile. */
export interface CpuIntervalsPart {
  /** Absent where it is not known. */
  readonly cpuIntervals?: CpuIntervals;
}

/**
 * The time between samples of the main thread of a process at moments that do not fall, nanoseconds; `unless` where it is
 * not known.
 */
export function intervalAt(
  { cpuIntervals = [] }: CpuIntervalsPart,
  pid: number,
  unless: number
): (moment: number) => number {
  const own = cpuIntervals.filter(each => each.pid === pid);
  let at = 0;
  return moment => {
    while (at + 1 < own.length && own[at + 1].fromNs <= moment) at++;
    return own[at]?.intervalNs ?? unless;
  };
}

/** How often the stack was sampled, which a recording that gets long has done more seldom. */
export const CPU_INTERVALS = {
  ...NOT_SHOWN,
  name: 'cpuIntervals',
  source: { name: 'cpuSampler', title: COLUMN_SOURCES.cpuSampler, isLate: false },
  schema: SCHEMA,
  addsMembers: false,
  merge: runs => {
    const all = runs.flatMap(run =>
      (run.parts.cpuIntervals ?? []).map(each => {
        return { ...each, fromNs: timeInWhole(each.fromNs, run) };
      })
    );
    const inOrder = all.sort((a, b) => a.fromNs - b.fromNs).slice(0, MAX_INTERVALS);
    return inOrder.length === 0 ? {} : { cpuIntervals: inOrder };
  }
} as const satisfies Fact<CpuIntervalsPart>;
