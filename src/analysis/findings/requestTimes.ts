import { FETCH_CATEGORY, HTTP_CLIENT_CATEGORY, HTTP_SERVER_CATEGORY } from '../../facts/requests';
import { oncePer } from '../../base/oncePer';
import { partitionPoint } from '../../base/partitionPoint';
import { rowsWhere } from '../../model/profile/columns';
import { FrameKind, type Profile } from '../../model/profile/profile';
import { type Intervals, common, lengthOf } from '../slices/intervals';
import { timesOf, waitTimes } from '../slices/recordedTimes';
import { testRun } from '../slices/testRun';
import type { FindingContext } from './findingContext';

/** Part of an answered request, and of the time of all, that the program's own waiting for it takes at least. */
const OWN_REQUESTS = 0.9;

/** The answered requests of one name. */
export interface AnsweredRequests {
  readonly times: Intervals;
  /** The sum of their durations, nanoseconds: more than their time, where several were answered at once. */
  readonly sumNs: number;
  /**
   * Whether the program did not send them itself, most of their time. Of one that only asks itself no one can tell which
   * side of a request the thread waited for. A request that is sent to answer another begins after that: it is none that
   * the program asks itself for.
   */
  readonly isForOthers: boolean;
}

/** The requests that the processes of the profiled threads answered, by name. */
export const answeredRequests = oncePer(
  (context: FindingContext): ReadonlyMap<string, AnsweredRequests> => {
    const { slices, labels, strings } = context.profile;
    const asked = askedTimes(context.profile, rowsOfRequests(context, OWN_CATEGORIES));
    const rowsByName = new Map<string, number[]>();
    for (const row of rowsOfRequests(context, [HTTP_SERVER_CATEGORY])) {
      const name = strings[labels.name[slices.label[row]]];
      const known = rowsByName.get(name);
      if (known) known.push(row);
      else rowsByName.set(name, [row]);
    }
    const answered = [...rowsByName].map(([name, rows]) => {
      const times = timesOf(slices, Uint32Array.from(rows));
      const [allNs, ownNs] = [times, timesOf(slices, Uint32Array.from(rows.filter(asked)))].map(
        lengthOf
      );
      const isForOthers = allNs > 0 && ownNs < OWN_REQUESTS * allNs;
      const sumNs = rows.reduce((sum, row) => sum + slices.duration[row], 0);
      return [name, { times, sumNs, isForOthers }] as const;
    });
    return new Map(answered);
  }
);

/** The files of Node that call what answers requests. */
const SERVERS: readonly string[] = ['node:_http_server', 'node:internal/http2/core'];

/**
 * For each row of stacks, 1 where it is of what answers requests: below Node's server, or in a function that is called there,
 * as after an `await`.
 */
export const answeringStacks = oncePer(({ stacks, frames, strings }: Profile): Uint8Array => {
  const { prefix, frame } = stacks;
  const below = new Uint8Array(stacks.length);
  const outermost = new Int32Array(stacks.length).fill(-1);
  const handlers = new Set<number>();
  for (let row = 0; row < stacks.length; row++) {
    const at = frame[row];
    const caller = prefix[row];
    const isCode = frames.kind[at] === FrameKind.user || frames.kind[at] === FrameKind.library;
    if (caller >= 0) [below[row], outermost[row]] = [below[caller], outermost[caller]];
    if (outermost[row] < 0 && SERVERS.includes(strings[frames.file[at]])) below[row] = 1;
    if (outermost[row] < 0 && isCode) outermost[row] = at;
    if (below[row] === 1 && outermost[row] >= 0) handlers.add(outermost[row]);
  }
  return below.map((is, row) => (is === 1 || handlers.has(outermost[row]) ? 1 : 0));
});

const OWN_CATEGORIES = [HTTP_CLIENT_CATEGORY, FETCH_CATEGORY];

/** Whether the program itself waited for an answered request: one of its own `sent` began before it and lasted as long. */
function askedTimes({ slices }: Profile, sent: Uint32Array): (answered: number) => boolean {
  const { start, duration } = slices;
  const rows = [...sent].sort((a, b) => start[a] - start[b]);
  let latest = -Infinity;
  const ends = rows.map(row => (latest = Math.max(latest, start[row] + duration[row])));
  return answered => {
    const before = partitionPoint(0, rows.length, at => start[rows[at]] <= start[answered]);
    return before > 0 && ends[before - 1] >= start[answered] + OWN_REQUESTS * duration[answered];
  };
}

/**
 * Whether a program was idle, as servers are between requests: it answered some, and waited for most of the time
 * without having sent one itself. Tests wait for what they do themselves, whatever servers are a part of them.
 */
export function isIdleServer(context: FindingContext): boolean {
  const { profile, threads } = context;
  const answered = [...answeredRequests(context).values()];
  const isServer = answered.some(({ times }) => lengthOf(times) > 0);
  if (!isServer || testRun(profile) !== null) return false;
  if (answered.some(({ isForOthers }) => isForOthers)) return true;
  const waits = waitTimes(profile, threads);
  const own = timesOf(profile.slices, rowsOfRequests(context, OWN_CATEGORIES));
  return 2 * lengthOf(common(waits, own)) < lengthOf(waits);
}

/** The processes that sent requests, besides those of the profiled threads. */
export const askingProcesses = oncePer(
  ({ profile, threads }: FindingContext): ReadonlySet<number> => {
    const { slices, labels, strings, tracks } = profile;
    const own = threads.map(track => tracks[track].pid);
    const isSent = Array.from(labels.category, text => OWN_CATEGORIES.includes(strings[text]));
    const sent = rowsWhere(slices.length, row => isSent[slices.label[row]]);
    const pids = Array.from(sent, row => tracks[slices.track[row]].pid);
    return new Set(pids.filter(pid => !own.includes(pid)));
  }
);

/** The requests of some categories in the processes of the profiled threads. */
function rowsOfRequests(
  { profile, threads }: FindingContext,
  categories: readonly string[]
): Uint32Array {
  const { slices, labels, strings, tracks } = profile;
  const isWanted = Uint8Array.from(labels.category, text =>
    Number(categories.includes(strings[text]))
  );
  if (!isWanted.includes(1)) return new Uint32Array(0);
  const pids = new Set(threads.map(track => tracks[track].pid));
  return rowsWhere(
    slices.length,
    row => isWanted[slices.label[row]] === 1 && pids.has(tracks[slices.track[row]].pid)
  );
}
