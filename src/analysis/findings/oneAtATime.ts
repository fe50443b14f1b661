import { IntervalLengths, type Intervals, joined, lengthOf, NO_TIME } from '../slices/intervals';
import { shareOf, timeOf } from '../slices/scopedTime';
import { loaderThreads } from '../stacks/moduleLoading';
import { awaitAt, exactShare, type FindingContext, type RankedFinding } from './findingContext';
import { timesOfOthers } from './otherThreads';
import { greatest } from './sampleUses';
import { aboutWaits, waitsOf } from './waiting';

/** Less time is not worth a sentence. */
const MIN_SHARE = 0.2;

/** A thread that ran for a smaller part of the time of all is not one that takes turns. */
const MIN_PART = 0.05;

/** The part of the time in which two may seem to run at once: a sample stands for the time until the next one. */
const MOST_OVERLAP = 0.1;

/** Fewer waits come one after another by chance, and so do fewer turns than a part of the waits. */
const MIN_WAITS = 4;
const MIN_TURNS = 0.25;

/** Calls that are awaited together were started at once. */
const AT_ONCE = /^await\s+Promise\.(?:all|allSettled|any|race)\b/;

/** The thread must have waited at one line for this part of the time of the others, for it to be what has them take turns. */
const MIN_WAITED = 0.5;

/**
 * Several other threads or processes that ran one at a time, since the thread waited at one line for each of them in turn, as
 * for a pool whose tasks are awaited one after another.
 */
export function oneAtATime(context: FindingContext): readonly RankedFinding[] {
  const { profile, whole } = context;
  const loaders = loaderThreads(profile);
  const all = [...timesOfOthers(context)].filter(([track]) => !loaders.has(track));
  const times = all.map(([, each]) => each);
  const union = times.reduce(joined, NO_TIME);
  const ranNs = lengthOf(union);
  const sumNs = times.reduce((sum, each) => sum + lengthOf(each), 0);
  const threads = times.filter(each => lengthOf(each) >= MIN_PART * ranNs).length;
  const share = shareOf(timeOf('thread', ranNs), whole.thread);
  const isInTurn = threads >= 2 && sumNs - ranNs <= MOST_OVERLAP * ranNs;
  if (!isInTurn || share < MIN_SHARE) return [];
  const others = new IntervalLengths(union);
  const waits = waitsOf(context, (from, to) => others.within(from, to));
  const top = greatest(waits.byLabel);
  if (top === null || top.value < MIN_WAITED * ranNs) return [];
  const { place, waits: count = 0 } = aboutWaits(context, waits, top.key);
  const { file, line } = place;
  const code = awaitAt(profile, file, line);
  const turns = Math.max(MIN_WAITS, MIN_TURNS * count);
  const isAtOnce = file === '' || AT_ONCE.test(code);
  if (isAtOnce || count < MIN_WAITS || turnsOf(times) < turns) return [];
  const finding = {
    kind: 'oneAtATime',
    ...exactShare(share),
    facts: { threads, timeNs: ranNs, code, ...place, waits: count },
    target: {
      view: 'source',
      selection: { type: 'line', file, line, costs: 'waiting' },
      window: null
    }
  } as const;
  return [{ finding, weight: share * (1 - 1 / threads) }];
}

/** How often another thread went on than the one that ran before. */
function turnsOf(times: readonly Intervals[]): number {
  const begins = times.flatMap((each, thread) =>
    Array.from({ length: each.length / 2 }, (_, at) => ({ thread, atNs: each[2 * at] }))
  );
  begins.sort((a, b) => a.atNs - b.atNs);
  return begins.filter(({ thread }, at) => at > 0 && begins[at - 1].thread !== thread).length;
}
