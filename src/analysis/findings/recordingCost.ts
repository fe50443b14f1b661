import { NS_PER_MS, NS_PER_US } from '../../base/time';
import type { Profile } from '../../model/profile/profile';
import { intervalAt } from '../../facts/cpuIntervals';
import { recordsOf } from '../../model/profile/sourceReport';
import { type FindingContext, type RankedFinding, exactShare } from './findingContext';
import { coreWaitNs } from '../slices/recordedTimes';
import { threadSpans } from '../slices/recordedThreads';
import { type TimeOf, shareOf, timeOf } from '../slices/scopedTime';
import { Use } from './sampleUses';

/** Less overhead changes no conclusion. */
const MIN_OVERHEAD = 0.05;

/** Less overhead is not worth leaving out an option, nanoseconds. */
const MIN_OVERHEAD_NS = NS_PER_MS;

/** Samples that a recording needs before their number is worth a sentence. */
const MIN_EXPECTED = 40;

/** Fewer than this share of the samples that were asked for are too few. */
const FEW = 0.5;

/** Options with a cost of their own, dearest first, as they are dropped. */
const DROPPED_OPTIONS = [
  'allocations',
  'retained',
  'stack',
  'async',
  'api',
  'shapes',
  'flops'
] as const;

/** Values of options that were not asked for. */
const NOT_GIVEN: readonly (string | undefined)[] = [undefined, 'off', 'auto'];

/** Waits for a core that are a smaller part of the run, or take less time, change no conclusion. */
const MIN_CORE_SHARE = 0.1;
const MIN_CORE_NS = 50 * NS_PER_MS;

/** How long the thread waited for a core, where that is much. */
export function busyMachine({ profile, threads, whole }: FindingContext): readonly RankedFinding[] {
  const waitedNs = coreWaitNs(profile, threads) ?? 0;
  const share = shareOf(timeOf('thread', waitedNs), whole.thread);
  if (share < MIN_CORE_SHARE || waitedNs < MIN_CORE_NS) return [];
  const finding = {
    kind: 'busyMachine',
    ...exactShare(share),
    facts: { waitedNs, wallNs: whole.thread },
    target: { view: 'timeline', selection: null, window: null }
  } as const;
  return [{ finding, weight: FIRST_REMARK }];
}

/** All times of a busy machine have to be read with it. */
const FIRST_REMARK = 1;

/** The cost of recording, where it is too great. */
export function overhead({ profile, whole }: FindingContext): readonly RankedFinding[] {
  const { overheadNs: timeNs, options } = profile.meta;
  const share = shareOf(timeOf('threads', timeNs), timeOfThreads(profile, whole.run));
  if (share < MIN_OVERHEAD || timeNs < MIN_OVERHEAD_NS) return [];
  const given = DROPPED_OPTIONS.find(name => !NOT_GIVEN.includes(options[name]));
  const isOfSlices = profile.slices.length > profile.samples.length * SLICES_PER_SAMPLE;
  const finding = {
    kind: 'overhead',
    ...exactShare(share),
    facts: { timeNs, option: given ? `--${given}` : isOfSlices ? '' : '--lines' },
    target: { view: 'table', selection: null, window: null }
  } as const;
  return [{ finding, weight: share }];
}

/** The time of all threads that recorded, of which each counts for as long as it did. */
function timeOfThreads(profile: Profile, wallNs: number): TimeOf<'threads'> {
  const spans = [...threadSpans(profile).values()];
  const sum = spans.reduce((all, { fromNs, toNs }) => all + toNs - fromNs, 0);
  return timeOf('threads', Math.max(wallNs, sum));
}

/** Slices that cost as much as one sample. */
const SLICES_PER_SAMPLE = 200;

const USUAL_INTERVAL_US = 1000;

/** Where the stack was sampled less often than was asked for, for as long as the thread did not wait. */
export function fewSamples(context: FindingContext): readonly RankedFinding[] {
  const { profile, uses, whole, threads } = context;
  if (recordsOf(profile, 'cpuSampler') === 0) return [];
  const { cpu } = profile.meta.options;
  const asked = Number(cpu);
  const askedNs = (asked > 0 ? asked : USUAL_INTERVAL_US) * NS_PER_US;
  const intervalNs = intervalAt(profile.meta, profile.meta.pid, askedNs);
  const { time, weight } = profile.samples;
  const ran = uses.rows.filter((_, at) => uses.use[at] !== Use.waiting);
  const inCode = ran.reduce((sum, row) => sum + weight[row] / intervalNs(time[row]), 0);
  const seenNs = uses.wholeNs + (coreWaitNs(profile, threads) ?? 0);
  const unseen = Math.max(0, whole.thread - seenNs) / intervalNs(Infinity);
  const expected = Math.floor(inCode + unseen);
  const samples = ran.length;
  if (expected < MIN_EXPECTED || samples >= FEW * expected) return [];
  const finding = {
    kind: 'fewSamples',
    share: null,
    low: null,
    high: null,
    facts: { samples, expected },
    target: { view: 'flame', selection: null, window: null }
  } as const;
  return [{ finding, weight: 0.04 }];
}
