import { HTTP_SERVER_CATEGORY, requestLatencies, type RequestLatency } from '../../facts/requests';
import type { FindingOf } from '../../model/output/findings';
import {
  type Intervals,
  joined,
  lengthOf,
  lengthWithin,
  NO_TIME,
  without
} from '../slices/intervals';
import { timesOf, coreWaits } from '../slices/recordedTimes';
import { shareOf, timeOf } from '../slices/scopedTime';
import { effectiveSamples, shareInterval } from '../slices/shareInterval';
import { NO_FRAME, outerRows } from '../stacks/ownFrames';
import { awaitAt, type FindingContext, functionFacts, type RankedFinding } from './findingContext';
import { lineOfFunction } from './hotCode';
import { othersRan } from './otherThreads';
import {
  type AnsweredRequests,
  answeredRequests,
  answeringStacks,
  askingProcesses
} from './requestTimes';
import { greatest, mostOf as mostOfAll, sampleUses, Use } from './sampleUses';
import { aboutWaits, isOfTopLevel, rowsOf, waitsOf } from './waiting';

/** Of so many names of requests at most there is a finding. */
const MAX_NAMES = 3;

/** Requests with a smaller share of the time of all are not worth a sentence. */
const MIN_SHARE = 0.1;

/** Nothing is to be gained of a program that only asks itself, where it is not known what took the time. */
const UNKNOWN_WEIGHT = 0;

/** How much can be saved of the code that such a program answers with: what is said of it holds for its line, too. */
const SAVED = 0.75;

/** How long the requests to a server took, and where most of their time was spent: idle time between them is no matter. */
export function requests(whole: FindingContext): readonly RankedFinding[] {
  const { profile } = whole;
  const context = ofAnswering(whole);
  const answered = answeredRequests(context);
  const names = requestLatencies(profile).filter(
    ({ category }) => category === HTTP_SERVER_CATEGORY
  );
  const timed = names.flatMap(latency => {
    const found = answered.get(latency.name);
    if (found === undefined || lengthOf(found.times) === 0) return [];
    return latency.quantilesNs === null ? [] : [{ latency, ...found }];
  });
  const allNs = timed.reduce((sum, { times }) => sum + lengthOf(times), 0);
  return timed
    .filter(({ times }) => lengthOf(times) >= MIN_SHARE * allNs)
    .slice(0, MAX_NAMES)
    .map(answer => {
      const { times, isForOthers } = answer;
      const served = withoutCoreWaits(context, times);
      const finding = findingOf(context, answer, served);
      if (isForOthers) return { finding, weight: lengthOf(times) / allNs };
      const { share, facts } = finding;
      if (share === null || facts.function === '') return { finding, weight: UNKNOWN_WEIGHT };
      const codeNs = share * lengthOf(served);
      const runShare = shareOf(timeOf('thread', codeNs), whole.whole.thread);
      return { finding, weight: SAVED * Math.min(1, runShare / whole.unqueued), runShare };
    });
}

/**
 * The same for the main thread of the process that answered for longest, where that of the profiled one answered nothing: as
 * the workers of a cluster do, which are as good as equal.
 */
function ofAnswering(context: FindingContext): FindingContext {
  const { profile } = context;
  if (answeredRequests(context).size > 0) return context;
  const { slices, labels, strings, tracks } = profile;
  const times = new Map<number, number>();
  for (let row = 0; row < slices.length; row++) {
    if (strings[labels.category[slices.label[row]]] !== HTTP_SERVER_CATEGORY) continue;
    const { pid } = tracks[slices.track[row]];
    times.set(pid, (times.get(pid) ?? 0) + slices.duration[row]);
  }
  const pid = greatest(times)?.key;
  const track = tracks.findIndex(each => each.kind === 'thread' && each.pid === pid);
  return track < 0 ? context : { ...context, threads: [track], uses: sampleUses(profile, [track]) };
}

/** The requests of one name. */
type Answered = AnsweredRequests & { readonly latency: RequestLatency };

/** `served` is the time of the requests that counts. */
function findingOf(
  context: FindingContext,
  answered: Answered,
  served: Intervals
): FindingOf<'requests'> {
  const { name, count, errors, quantilesNs } = answered.latency;
  const [p50Ns = 0, , p95Ns = 0] = quantilesNs ?? [];
  const { timeNs, samples, facts } = mostOf(context, answered, served);
  const share = Math.min(1, timeNs / lengthOf(served));
  const isKnown = facts.file !== '' && share >= MIN_SHARE;
  const interval = shareInterval(share, samples);
  return {
    kind: 'requests',
    ...(isKnown ? { share, ...interval } : { share: null, low: null, high: null }),
    facts: {
      ...{ name, count, p50Ns, p95Ns },
      ...(errors > 0 && { errors }),
      ...(isKnown ? facts : NOWHERE)
    },
    target: {
      view: 'table',
      selection: { type: 'label', category: HTTP_SERVER_CATEGORY, name },
      window: null
    }
  };
}

const NOWHERE: SpentFacts = { function: '', file: '', line: 0 };

/** Where the time of requests was spent, and what is known of that. */
type SpentFacts = Omit<
  FindingOf<'requests'>['facts'],
  'name' | 'count' | 'errors' | 'p50Ns' | 'p95Ns'
>;

interface SpentTime {
  readonly timeNs: number;
  /** Without the name of a function, an await. */
  readonly facts: SpentFacts;
}

/** Without the time for which the profiled thread waited for a core. */
function withoutCoreWaits({ profile, threads }: FindingContext, times: Intervals): Intervals {
  const waits = threads.map(track => coreWaits(profile, track) ?? NO_TIME);
  const served = without(times, waits.reduce(joined, NO_TIME));
  return lengthOf(served) > 0 ? served : times;
}

/** The function of the user's own, or the await if they count, that took most of some time of the profiled thread. */
function mostOf(
  context: FindingContext,
  answered: Answered,
  served: Intervals
): SpentTime & {
  /** The samples within the time, as so many of equal weight. */
  readonly samples: number;
} {
  const { profile, uses } = context;
  const { time, weight, stack } = profile.samples;
  // what a program that only asks itself runs meanwhile may be what asks
  const answers = answered.isForOthers ? null : answeringStacks(profile);
  const counts = answers?.includes(1) === true ? answers : null;
  const byFrame = new Map<number, number>();
  const rows: number[] = [];
  uses.rows.forEach((row, at) => {
    const ns = lengthWithin(answered.times, time[row], time[row] + weight[row]);
    if (ns > 0) rows.push(row);
    const own = uses.own[at];
    if (ns === 0 || own === NO_FRAME || uses.use[at] === Use.waiting) return;
    if (counts?.[stack[row]] !== 0) byFrame.set(own, (byFrame.get(own) ?? 0) + ns);
  });
  const samples = effectiveSamples(profile.samples, rows);
  const code = greatest(byFrame);
  const waited = longestWait(context, answered, { served, answers });
  if (waited !== null && waited.timeNs > (code?.value ?? 0)) return { ...waited, samples };
  const frame = code?.key ?? NO_FRAME;
  const facts = { ...functionFacts(profile, frame), ...hotLineFacts(context, frame) };
  return { timeNs: code?.value ?? 0, samples, facts };
}

/** The line of a function that took most of its time, and why. */
function hotLineFacts(context: FindingContext, frame: number): Partial<SpentFacts> {
  const found = frame === NO_FRAME ? null : lineOfFunction(context, frame);
  if (found === null) return {};
  const { file: _file, line, function: _name, timeNs: _timeNs, ...rest } = found;
  return { hotLine: line, ...rest };
}

/**
 * The await at which the profiled thread waited most of some time; null if none is known. None of top-level code, which
 * ran before the requests came, as where a server begins to listen: it waits for them. Of a program that only asks itself,
 * one of what `answers`.
 */
function longestWait(
  context: FindingContext,
  answered: Answered,
  { served, answers }: { readonly served: Intervals; readonly answers: Uint8Array | null }
): SpentTime | null {
  const { profile } = context;
  const { slice, stack } = profile.sliceStacks;
  const waits = waitsOf(context, (fromNs, toNs) => lengthWithin(served, fromNs, toNs));
  const { longestOf } = waits;
  const isAnswering = ([label]: readonly [number, number]): boolean => {
    const longest = longestOf.get(label) ?? -1;
    if (isOfTopLevel(profile, longest)) return false;
    return answers === null || answers[stack[slice.indexOf(longest)]] === 1;
  };
  const most = greatest(new Map([...waits.byLabel].filter(isAnswering)));
  if (most === null) return null;
  const about = aboutWaits(context, waits, most.key);
  const { place, endedBy } = about;
  if (place.file === '') return null;
  const facts = {
    ...{ function: '', ...place, endedBy, code: awaitAt(profile, place.file, place.line) },
    ...turnsOf(answered, { timeNs: most.value, ...about }),
    ...(FOR_NO_CODE.includes(endedBy) ? {} : otherFacts(context, rowsOf(waits, most.key)))
  };
  return { timeNs: most.value, facts };
}

/** The ends of waits that are for no code of other threads and processes: it does not matter what these ran meanwhile. */
const FOR_NO_CODE: readonly string[] = ['timer', 'immediate', 'file', 'native code'];

/** Of waits one at a time, other requests have waited for their turn if they waited so many times as long. */
const MIN_QUEUED = 2;

/** Awaits that began while another one was waited for, as a part of all, at most: chance, as of a queue that was empty. */
const MOST_OVERLAPPING = 0.05;

/** The part of the requests that must have been seen to wait: a busy machine hides some waits. */
const MOST_TURNS = 0.9;

/**
 * The waits, where the requests had to wait there one at a time: as behind a lock, a pool with a single connection, or a
 * queue. Each request waits once or more often, and all together last longer than these waits do.
 */
function turnsOf(
  { latency: { measured }, sumNs }: Answered,
  waits: {
    readonly timeNs: number;
    readonly waits?: number;
    readonly overlapping?: number;
  }
): Pick<SpentFacts, 'turns' | 'turnNs'> {
  const { timeNs, waits: turns = 0, overlapping = 0 } = waits;
  const isQueue =
    turns >= MOST_TURNS * measured &&
    measured > 1 &&
    overlapping <= MOST_OVERLAPPING * turns &&
    sumNs >= MIN_QUEUED * timeNs;
  return isQueue ? { turns, turnNs: timeNs / turns } : {};
}

/** The part of some waits in which other threads ran, from which on these are what was waited for. */
const MOST = 0.5;

/** The function of the user's own that other threads ran most, while the profiled one waited for them. */
function otherFacts(
  context: FindingContext,
  rows: readonly number[]
): Pick<SpentFacts, 'other' | 'otherFile' | 'otherLine'> {
  const { profile, threads } = context;
  const { slices, samples, stacks, tracks } = profile;
  const others = othersRan(context);
  const waits = timesOf(slices, Uint32Array.from(rows));
  let ranNs = 0;
  for (let at = 0; at < waits.length; at += 2) ranNs += others.within(waits[at], waits[at + 1]);
  if (ranNs < MOST * lengthOf(waits)) return {};
  const outer = outerRows(profile);
  const asking = askingProcesses(context);
  const byFrame = new Map<number, number>();
  for (let row = 0; row < samples.length; row++) {
    const own = samples.stack[row] < 0 ? -1 : outer[samples.stack[row]];
    const track = samples.track[row];
    if (own < 0 || threads.includes(track) || asking.has(tracks[track].pid)) continue;
    const { time, weight } = samples;
    const ns = lengthWithin(waits, time[row], time[row] + weight[row]);
    const frame = stacks.frame[own];
    if (ns > 0) byFrame.set(frame, (byFrame.get(frame) ?? 0) + ns);
  }
  const most = mostOfAll(byFrame);
  if (most === null) return {};
  const { function: other, file: otherFile, line: otherLine } = functionFacts(profile, most);
  return { other, otherFile, otherLine };
}
