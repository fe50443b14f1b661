import {
  FETCH_CATEGORY,
  HTTP_CLIENT_CATEGORY,
  HTTP_SERVER_CATEGORY
} from '../../facts/requests/requests';
import { partitionPoint } from '../../base/partitionPoint';
import { rowsWhere } from '../../model/profile/columns';
import type { Profile } from '../../model/profile/profile';
import { type Intervals, common, lengthOf } from '../slices/intervals';
import { timesOf, waitTimes } from '../slices/recordedTimes';
import type { FindingContext } from './findingContext';

/** Part of an answered request, and of the time of all, that the program's own waiting for it takes at least. */
const OWN_REQUESTS = 0.9;

/**
 * The names of the answered requests that the program did not send itself, most of their time. Of one that only asks
 * itself no one can tell which side of a request the thread waited for. A request that is sent to answer another begins
 * after that: it is none that the program asks itself for.
 */
export function namesForOthers(context: FindingContext): ReadonlySet<string> {
  const { profile } = context;
  const pids = pidsOf(context);
  const answered = rowsOfRequests(profile, pids, [HTTP_SERVER_CATEGORY]);
  const asked = askedTimes(profile, rowsOfRequests(profile, pids, OWN_CATEGORIES));
  const rowsByName = new Map<string, number[]>();
  for (const row of answered) {
    const name = nameOf(profile, row);
    const known = rowsByName.get(name);
    if (known) known.push(row);
    else rowsByName.set(name, [row]);
  }
  const isForOthers = (rows: readonly number[]): boolean => {
    const own = rows.filter(row => asked(row));
    const [allNs, ownNs] = [rows, own].map(each =>
      lengthOf(timesOf(profile.slices, Uint32Array.from(each)))
    );
    return allNs > 0 && ownNs < OWN_REQUESTS * allNs;
  };
  return new Set([...rowsByName].flatMap(([name, rows]) => (isForOthers(rows) ? [name] : [])));
}

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
 * without having sent one itself.
 */
export function isIdleServer(context: FindingContext): boolean {
  const { profile, threads } = context;
  const pids = pidsOf(context);
  if (lengthOf(timesOfRequests(profile, pids, [HTTP_SERVER_CATEGORY])) === 0) return false;
  if (namesForOthers(context).size > 0) return true;
  const waits = waitTimes(profile, threads);
  const own = timesOfRequests(profile, pids, OWN_CATEGORIES);
  return 2 * lengthOf(common(waits, own)) < lengthOf(waits);
}

/** The processes of the profiled threads. */
export function pidsOf({ profile, threads }: FindingContext): ReadonlySet<number> {
  return new Set(threads.map(track => profile.tracks[track].pid));
}

/** When there was any request of some categories, maybe of one name, in one of the processes. */
export function timesOfRequests(
  profile: Profile,
  pids: ReadonlySet<number>,
  categories: readonly string[],
  name?: string
): Intervals {
  const rows = rowsOfRequests(profile, pids, categories);
  const named = name === undefined ? rows : rows.filter(row => nameOf(profile, row) === name);
  return timesOf(profile.slices, named);
}

function nameOf({ slices, labels, strings }: Profile, row: number): string {
  return strings[labels.name[slices.label[row]]];
}

function rowsOfRequests(
  { slices, labels, strings, tracks }: Profile,
  pids: ReadonlySet<number>,
  categories: readonly string[]
): Uint32Array {
  const isWanted = Uint8Array.from(labels.category, text =>
    Number(categories.includes(strings[text]))
  );
  if (!isWanted.includes(1)) return new Uint32Array(0);
  return rowsWhere(
    slices.length,
    row => isWanted[slices.label[row]] === 1 && pids.has(tracks[slices.track[row]].pid)
  );
}
