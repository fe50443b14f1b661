import type { CrossRankRun, RankTimes } from './crossRankReport';

/** A part of a step's time. */
export type StepPart = 'computing' | 'dataWait' | 'gpuWait' | 'communication' | 'free';

/** One part of a rank's steps beside that of the ranks. */
export interface PartFigures {
  readonly part: StepPart;
  /** Average of the rank's steps, nanoseconds. */
  readonly meanNs: number;
  /** Median of the ranks' averages; of an even number the lower one. */
  readonly medianNs: number;
  /** `meanNs` − `medianNs`. */
  readonly excessNs: number;
}

/** Why the steps of a rank take longer than those of others, or make others wait. */
export interface RankReason {
  readonly rank: number;
  /** The average of its steps less the median of the ranks' averages, nanoseconds. */
  readonly excessNs: number;
  /** Its own work: the average of its steps without communication, less the median of that. */
  readonly ownExcessNs: number;
  /** All parts, the one with the largest excess first. */
  readonly parts: readonly PartFigures[];
  /** The first of `parts` if it is well above the median; null for a rank like the others. */
  readonly main: PartFigures | null;
}

/** A part is a reason from this share of the ranks' median step on. */
const WORTH_NAMING = 0.01;

const PARTS: readonly (readonly [part: StepPart, of: (times: RankTimes) => number])[] = [
  ['computing', ({ computingNs }) => computingNs],
  ['dataWait', ({ dataWaitNs }) => dataWaitNs],
  ['gpuWait', ({ gpuWaitNs }) => gpuWaitNs],
  ['communication', ({ communicationNs }) => communicationNs],
  ['free', ({ freeNs }) => freeNs]
];

/** The reasons of all ranks of a run by rank; empty for a run without steps or with one rank. */
export function rankReasons({
  rankTimes
}: Pick<CrossRankRun, 'rankTimes'>): ReadonlyMap<number, RankReason> {
  if (rankTimes.length < 2) return new Map();
  const medians = PARTS.map(([, of]) => lowerMedian(rankTimes.map(of)));
  const stepNs = lowerMedian(rankTimes.map(({ durationNs }) => durationNs));
  const ownNs = lowerMedian(rankTimes.map(ownTime));
  const reasonOf = (times: RankTimes): RankReason => {
    const parts = PARTS.map(([part, of], at): PartFigures => {
      const meanNs = of(times);
      return { part, meanNs, medianNs: medians[at], excessNs: meanNs - medians[at] };
    }).sort((a, b) => b.excessNs - a.excessNs);
    const isReason = parts[0].excessNs >= Math.max(1, WORTH_NAMING * stepNs);
    return {
      rank: times.rank,
      excessNs: times.durationNs - stepNs,
      ownExcessNs: ownTime(times) - ownNs,
      parts,
      main: isReason ? parts[0] : null
    };
  };
  return new Map(rankTimes.map(times => [times.rank, reasonOf(times)]));
}

/** From this share of the ranks' median step on, a rank's own work holds up the others. */
const HOLDS_UP = 0.02;

/**
 * The rank that the others wait for, where all ranks exchange results in each step and so take the same
 * time: the one whose own work is furthest above the median while it communicates less. Null if there
 * is none.
 */
export function rankThatHoldsUp(run: Pick<CrossRankRun, 'rankTimes'>): RankReason | null {
  const stepNs = lowerMedian(run.rankTimes.map(({ durationNs }) => durationNs));
  let found: RankReason | null = null;
  for (const reason of rankReasons(run).values()) {
    const waits = reason.parts.find(({ part }) => part === 'communication')?.excessNs ?? 0;
    const isLate = reason.ownExcessNs >= HOLDS_UP * stepNs && reason.ownExcessNs > 0;
    const isWaitedFor = waits <= -reason.ownExcessNs / 2;
    if (isLate && isWaitedFor && reason.ownExcessNs > (found?.ownExcessNs ?? 0)) found = reason;
  }
  return found;
}

function ownTime({ durationNs, communicationNs }: RankTimes): number {
  return durationNs - communicationNs;
}

/** The middle value, and the lower of two, as in the SQL of the report. */
function lowerMedian(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted.length === 0 ? 0 : sorted[Math.ceil(sorted.length / 2) - 1];
}
