import {
  HTTP_SERVER_CATEGORY,
  requestLatencies,
  type RequestLatency
} from '../../facts/requests/requests';
import type { FindingOf } from '../../model/output/findings';
import { type Intervals, lengthOf, lengthWithin } from '../slices/intervals';
import { effectiveSamples, shareInterval } from '../slices/shareInterval';
import {
  type FindingContext,
  type FunctionFacts,
  type RankedFinding,
  functionFacts
} from './findingContext';
import { NO_FRAME } from '../stacks/ownFrames';
import { answeredRequests } from './requestTimes';
import { greatest, Use } from './sampleUses';
import { aboutWaits, waitsOf } from './waiting';
import type { CallingLine } from './callingLine';
import type { CauseFacts } from './causes';

/** Of so many names of requests at most there is a finding. */
const MAX_NAMES = 3;

/** Requests with a smaller share of the time of all are not worth a sentence. */
const MIN_SHARE = 0.1;

/** Answering is what a server is for: this comes before all else. */
const WEIGHT = 10;

/** Of a program that only asks itself, where nothing is known of what took the time. */
const UNKNOWN_WEIGHT = 0.01;

/** How long the requests to a server took, and where most of their time was spent: idle time between them is no matter. */
export function requests(context: FindingContext): readonly RankedFinding[] {
  const { profile } = context;
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
    .map(({ latency, times, isForOthers }) => {
      const finding = findingOf(context, latency, times, isForOthers);
      const part = lengthOf(times) / allNs;
      const weight = isForOthers || finding.share !== null ? WEIGHT : UNKNOWN_WEIGHT;
      return { finding, weight: weight + UNKNOWN_WEIGHT * part };
    });
}

function findingOf(
  context: FindingContext,
  { name, count, quantilesNs }: RequestLatency,
  times: Intervals,
  isForOthers: boolean
): FindingOf<'requests'> {
  const [p50Ns = 0, , p95Ns = 0] = quantilesNs ?? [];
  const { timeNs, samples, place } = mostOf(context, times, isForOthers);
  const share = Math.min(1, timeNs / lengthOf(times));
  const isKnown = place.file !== '' && share >= MIN_SHARE;
  const interval = shareInterval(share, samples);
  return {
    kind: 'requests',
    ...(isKnown ? { share, ...interval } : { share: null, low: null, high: null }),
    facts: { name, count, p50Ns, p95Ns, ...(isKnown ? place : NOWHERE) },
    target: {
      view: 'table',
      selection: { type: 'label', category: HTTP_SERVER_CATEGORY, name },
      window: null
    }
  };
}

const NOWHERE: PlaceFacts = { function: '', file: '', line: 0 };

/** A place; of an await also where its function was called, and a known cause. */
type PlaceFacts = FunctionFacts & CallingLine & CauseFacts;

interface TimeAtPlace {
  readonly timeNs: number;
  /** The samples within the time, as so many of equal weight. */
  readonly samples: number;
  /** Without the name of a function, an await. */
  readonly place: PlaceFacts;
}

/** The function of the user's own, or the await if they count, that took most of some time of the profiled thread. */
function mostOf(context: FindingContext, times: Intervals, doWaitsCount: boolean): TimeAtPlace {
  const { profile, uses } = context;
  const { time, weight } = profile.samples;
  const byFrame = new Map<number, number>();
  const rows: number[] = [];
  uses.rows.forEach((row, at) => {
    const ns = lengthWithin(times, time[row], time[row] + weight[row]);
    if (ns > 0) rows.push(row);
    if (ns === 0 || uses.own[at] === NO_FRAME || uses.use[at] === Use.waiting) return;
    byFrame.set(uses.own[at], (byFrame.get(uses.own[at]) ?? 0) + ns);
  });
  const samples = effectiveSamples(profile.samples, rows);
  const code = greatest(byFrame);
  const waited = doWaitsCount ? longestWait(context, times) : null;
  if (waited !== null && waited.timeNs > (code?.value ?? 0)) return { ...waited, samples };
  const place = functionFacts(profile, code?.key ?? NO_FRAME);
  return { timeNs: code?.value ?? 0, samples, place };
}

/** The await at which the profiled thread waited most of some time; null if none is known. */
function longestWait(
  context: FindingContext,
  times: Intervals
): Omit<TimeAtPlace, 'samples'> | null {
  const waits = waitsOf(context, (fromNs, toNs) => lengthWithin(times, fromNs, toNs));
  const most = greatest(waits.byLabel);
  if (most === null) return null;
  const { place } = aboutWaits(context, waits, most.key);
  return place.file === '' ? null : { timeNs: most.value, place: { function: '', ...place } };
}
