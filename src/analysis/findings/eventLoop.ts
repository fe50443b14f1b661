import { oncePer } from '../../base/oncePer';
import { partitionPoint } from '../../base/partitionPoint';
import { rowsWhere } from '../../model/profile/columns';
import type { Profile } from '../../model/profile/profile';
import { shareOf, timeOf } from '../slices/scopedTime';
import type { TimeWindow } from '../slices/window';
import { moduleLoading } from '../stacks/moduleLoading';
import { NO_FRAME } from '../stacks/ownFrames';
import { eventLoopBlocks, ranNs } from './eventLoopBlocks';
import {
  type FindingContext,
  type RankedFinding,
  codeAt,
  exactShare,
  functionFacts
} from './findingContext';
import { answeredRequests } from './requestTimes';
import { mostOf, ownTimes, Use } from './sampleUses';

/**
 * How much of the time of blocks can be saved: more than of hot code, which need not keep anything waiting. Of a program that
 * answers the requests of others, however short they are: all that came in meanwhile is late.
 */
const SAVED = 0.95;

/** Code that kept the event loop from timers, input and other awaits; see {@link eventLoopBlocks}. */
export function eventLoop(context: FindingContext): readonly RankedFinding[] {
  const { profile, whole, threads } = context;
  const blocks = threads.flatMap(track =>
    afterStartUp(context, eventLoopBlocks(profile, track)).flatMap(window => {
      const longNs = ranNs(profile, track, window);
      return isOfCode(context, window, longNs) ? { window, longNs } : [];
    })
  );
  if (blocks.length === 0) return [];
  const longest = blocks.reduce((most, each) => (each.longNs > most.longNs ? each : most));
  const { window, longNs } = longest;
  const { fromNs, toNs } = window;
  const { time, weight: lasted } = profile.samples;
  const isWithin = (row: number): boolean => time[row] + lasted[row] > fromNs && time[row] < toNs;
  const times = ownTimes(profile, context.uses, (use, row) => use !== Use.waiting && isWithin(row));
  const where = functionFacts(profile, mostOf(times) ?? NO_FRAME);
  const finding = {
    kind: 'eventLoop',
    ...exactShare(shareOf(timeOf('thread', longNs), whole.thread)),
    facts: { longestNs: longNs, blocks: blocks.length, ...where },
    target: { view: 'timeline', selection: null, window }
  } as const;
  const allNs = blocks.reduce((sum, each) => sum + each.longNs, 0);
  const ofRun = shareOf(timeOf('thread', allNs), whole.thread) / context.unqueued;
  const isServer = [...answeredRequests(context).values()].some(({ isForOthers }) => isForOthers);
  const share = isServer ? 1 : Math.min(1, ofRun);
  // with samples that show no code in it, nothing of the user's can be changed
  const hasCode = where.file !== '' || context.uses.rows.length === 0;
  return [{ finding, weight: hasCode ? SAVED * share : 0 }];
}

/** A thread that ran for a smaller part of a block was kept by the system: code that waits for an answer of it runs for more. */
const LEAST_CODE = 0.1;

/**
 * Whether code kept the event loop for `longNs`, by what the thread ran or by a call that blocks it; where nothing was sampled
 * it must have.
 */
function isOfCode(
  { profile, uses }: FindingContext,
  { fromNs, toNs }: TimeWindow,
  longNs: number
): boolean {
  const { time, weight } = profile.samples;
  if (uses.rows.length === 0) return true;
  const within = (start: number, ns: number): number =>
    Math.max(0, Math.min(start + ns, toNs) - Math.max(start, fromNs));
  const endOf = (row: number): number => time[row] + weight[row];
  let at = partitionPoint(0, uses.rows.length, each => endOf(uses.rows[each]) <= fromNs);
  let ranNs = 0;
  for (; at < uses.rows.length && time[uses.rows[at]] < toNs; at++) {
    const row = uses.rows[at];
    if (uses.use[at] !== Use.waiting) ranNs += within(time[row], weight[row]);
  }
  const { slices } = profile;
  const isBlocked = blockingRows(profile).some(
    row => within(slices.start[row], slices.duration[row]) > longNs / 2
  );
  return isBlocked || ranNs >= LEAST_CODE * longNs;
}

/** Waits in calls that block their thread, by their lines. */
const blockingRows = oncePer((profile: Profile): readonly number[] => {
  const { slices, labels, strings, tracks } = profile;
  const rows = rowsWhere(slices.length, row => tracks[slices.track[row]].kind === 'waiting');
  const blocking = [...new Set(Array.from(rows, row => slices.label[row]))].filter(label => {
    const [, file = '', line = '0'] = /^(.*):(\d+)$/.exec(strings[labels.name[label]]) ?? [];
    return file !== '' && BLOCKING.test(codeAt(profile, file, Number(line)));
  });
  return [...rows].filter(row => blocking.includes(slices.label[row]));
});

const BLOCKING = /Sync\(|Atomics\.wait\(/;

/**
 * Blocks in order of time, without those in which the program was still being loaded: mostly modules, before any code
 * of its own had run.
 */
function afterStartUp(
  { profile, uses }: FindingContext,
  blocks: readonly TimeWindow[]
): readonly TimeWindow[] {
  const { time, weight, stack } = profile.samples;
  const firstOwn = uses.own.findIndex(frame => frame !== NO_FRAME);
  const firstOwnNs = firstOwn < 0 ? Infinity : time[uses.rows[firstOwn]];
  const early = partitionPoint(0, blocks.length, at => blocks[at].fromNs <= firstOwnNs);
  if (early === 0) return blocks;
  const isLoading = moduleLoading(profile);
  const loading = uses.rows.filter(row => stack[row] >= 0 && isLoading[stack[row]] === 1);
  const isStartUp = ({ fromNs, toNs }: TimeWindow): boolean => {
    const first = partitionPoint(0, loading.length, at => time[loading[at]] < fromNs);
    const end = partitionPoint(first, loading.length, at => time[loading[at]] < toNs);
    const loadingNs = loading.subarray(first, end).reduce((sum, row) => sum + weight[row], 0);
    return loadingNs > (toNs - fromNs) / 2;
  };
  return [...blocks.slice(0, early).filter(block => !isStartUp(block)), ...blocks.slice(early)];
}
