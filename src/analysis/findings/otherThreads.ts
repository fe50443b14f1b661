import { oncePer } from '../../base/oncePer';
import { coreWaits } from '../slices/recordedTimes';
import {
  IntervalLengths,
  type Intervals,
  IntervalUnion,
  joined,
  NO_TIME
} from '../slices/intervals';
import { loaderThreads } from '../stacks/moduleLoading';
import type { FindingContext } from './findingContext';

/** When threads other than the profiled one ran or had something to run and waited for a core. */
export const othersRan = oncePer(
  (context: FindingContext) =>
    new IntervalLengths([...timesOfOthers(context).values()].reduce(joined, NO_TIME))
);

/** The same by track. */
export const timesOfOthers = oncePer(findTimesOfOthers);

function findTimesOfOthers({ profile, threads }: FindingContext): ReadonlyMap<number, Intervals> {
  const { track, stack, time, weight } = profile.samples;
  const ran = new Map<number, IntervalUnion>();
  for (let row = 0; row < stack.length; row++) {
    if (stack[row] < 0 || threads.includes(track[row])) continue;
    let ofTrack = ran.get(track[row]);
    if (ofTrack === undefined) ran.set(track[row], (ofTrack = new IntervalUnion()));
    ofTrack.add(time[row], time[row] + weight[row]);
  }
  return new Map(
    [...ran].map(([each, union]) => [
      each,
      joined(union.toIntervals(), coreWaits(profile, each) ?? NO_TIME)
    ])
  );
}

/** When each of the others ran its first code, nanoseconds. */
const firstTimes = oncePer((context: FindingContext): readonly number[] =>
  [...timesOfOthers(context).values()].flatMap(each => [...each.subarray(0, 1)])
);

/**
 * How much of some waits, nanoseconds, was over before another thread or process that began to run in them ran its first code;
 * the `continued` ones go on in the next.
 */
export function startingNs(
  context: FindingContext,
  rows: readonly number[],
  continued: ReadonlySet<number>
): number {
  const { start, duration } = context.profile.slices;
  const firsts = firstTimes(context);
  let [ns, fromNs] = [0, Infinity];
  for (const row of rows) {
    fromNs = Math.min(fromNs, start[row]);
    if (continued.has(row)) continue;
    const within = firsts.filter(at => at <= start[row] + duration[row]);
    ns += Math.max(0, Math.max(...within) - fromNs);
    fromNs = Infinity;
  }
  return ns;
}

/** If another thread ran for this part of some waits, they were for its work: the rest is data that goes to and fro. */
const MOST_WORK = 0.4;

/** The same of waits that a message ended, so that it is known that they were for another thread or process. */
const SOME_WORK = 0.1;
export const BY_MESSAGE: readonly string[] = ['message', 'process'];

/** A thread that did this part of the work of all others counts as the only one. */
const ALONE = 0.9;

/**
 * Whether the work of one other thread was waited for, and next to none of others: more would not be done at a time if it
 * were asked for at once.
 */
export function endedByOne(
  context: FindingContext,
  rows: readonly number[],
  endedBy: string
): boolean {
  const { profile } = context;
  const { start, duration } = profile.slices;
  const loaders = loaderThreads(profile);
  const worked = [...timesOfOthers(context)].map(([track, times]) => {
    const lengths = new IntervalLengths(loaders.has(track) ? NO_TIME : times);
    return rows.reduce((ns, row) => ns + lengths.within(start[row], start[row] + duration[row]), 0);
  });
  const most = Math.max(0, ...worked);
  const wholeNs = rows.reduce((ns, row) => ns + duration[row], 0);
  const least = BY_MESSAGE.includes(endedBy) ? SOME_WORK : MOST_WORK;
  return most >= ALONE * worked.reduce((sum, ns) => sum + ns, 0) && most >= least * wholeNs;
}
