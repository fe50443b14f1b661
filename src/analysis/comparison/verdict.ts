import type { ComparedWhole } from '../../model/output/comparison';
import { type Interval, type RepeatedMean, relativeChange } from './meanChange';

/**
 * What two profiles say of the whole cell: its time changed for sure, the change may be chance, or runs
 * are too few to tell the two apart.
 */
export type Verdict = 'faster' | 'slower' | 'chance' | 'unknown';

/**
 * The verdict on the whole cell, at 95 % confidence. Where the machine was busy, time spent waiting for a
 * processor must not decide: a change that is not there without it may be chance.
 */
export function verdictOf(whole: ComparedWhole): Verdict {
  const verdict = verdictOfInterval(whole);
  const { running } = whole;
  if (verdict === 'unknown' || running === undefined) return verdict;
  return verdictOfInterval(running) === verdict ? verdict : 'chance';
}

/** The verdict of the 95 % confidence interval of a change, as shares; null bounds for none. */
export function verdictOfInterval({ low, high }: Pick<ComparedWhole, 'low' | 'high'>): Verdict {
  if (low === null || high === null) return 'unknown';
  if (low <= 0 && high >= 0) return 'chance';
  return high < 0 ? 'faster' : 'slower';
}

/** The change of the whole cell as a share of the time before; null if that is 0. */
export function wholeChange({
  beforeNs,
  afterNs
}: Pick<ComparedWhole, 'beforeNs' | 'afterNs'>): number | null {
  return beforeNs > 0 ? (afterNs - beforeNs) / beforeNs : null;
}

/** The figures of a profiled cell of a notebook, of one run of it. */
export interface CellFigures {
  /** `Cell [5]`, or `cell 7` for one without an execution count. */
  readonly place: string;
  /** The name of its profile; null for none. */
  readonly name: string | null;
  /** Wall time, nanoseconds; of a repeated cell the mean. */
  readonly timeNs: number;
  /** The 95 % confidence interval of the mean reaches so far to either side; null for a single run. */
  readonly halfWidthNs: number | null;
  /** How often it was run: 1 unless it was repeated. */
  readonly runs: number;
  /** The highest resident memory, bytes; null where memory was not sampled. */
  readonly peakRssBytes: number | null;
  /** The time for which GPUs worked, nanoseconds; null where none did. */
  readonly gpuBusyNs: number | null;
}

/** The change of a cell's time. */
export interface CellChange {
  /** As a share of the time before; null if that is 0. */
  readonly change: number | null;
  /** The bounds of its 95 % confidence interval; null unless both cells were repeated. */
  readonly interval: Interval | null;
  /** `unknown` unless both were repeated: a single run cannot tell a change from chance. */
  readonly verdict: Verdict;
}

/** The change of a cell's time from one notebook to another. */
export function cellChange(before: CellFigures, after: CellFigures): CellChange {
  const change = before.timeNs > 0 ? after.timeNs / before.timeNs - 1 : null;
  const [from, to] = [repeated(before), repeated(after)];
  if (from === null || to === null) return { change, interval: null, verdict: 'unknown' };
  const interval = relativeChange(from, to);
  return { change, interval, verdict: verdictOfInterval(interval) };
}

function repeated({ timeNs, halfWidthNs, runs }: CellFigures): RepeatedMean | null {
  if (runs < 2 || halfWidthNs === null || !(timeNs > 0)) return null;
  return { mean: timeNs, halfWidth: halfWidthNs, runs };
}
