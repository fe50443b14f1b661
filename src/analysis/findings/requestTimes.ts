import {
  FETCH_CATEGORY,
  HTTP_CLIENT_CATEGORY,
  HTTP_SERVER_CATEGORY
} from '../../facts/requests/requests';
import type { Profile } from '../../model/profile/profile';
import type { Intervals } from '../slices/intervals';
import { common, lengthOf, NO_TIME } from '../slices/intervals';
import { timesOf, waitTimes } from '../slices/recordedTimes';
import type { FindingContext } from './findingContext';

/** Part of the time of the requests that the program sent itself from which on it answers nobody else. */
const OWN_REQUESTS = 0.9;

/**
 * Whether requests were answered that the program did not send itself. Of one that only asks itself no one can tell
 * which side of a request the thread waited for.
 */
export function servesOthers(context: FindingContext): boolean {
  return isForOthers(requestTimes(context));
}

/**
 * Whether a program was idle, as servers are between requests: it answered some, and waited for most of the time
 * without having sent one itself.
 */
export function isIdleServer(context: FindingContext): boolean {
  const times = requestTimes(context);
  if (lengthOf(times.answered) === 0) return false;
  const waits = waitTimes(context.profile, context.threads);
  return isForOthers(times) || 2 * lengthOf(common(waits, times.own)) < lengthOf(waits);
}

/** When requests were answered, and when there were requests that the program sent itself. */
interface RequestTimes {
  readonly answered: Intervals;
  readonly own: Intervals;
}

function isForOthers({ answered, own }: RequestTimes): boolean {
  const answeredNs = lengthOf(answered);
  return answeredNs > 0 && lengthOf(common(answered, own)) < OWN_REQUESTS * answeredNs;
}

function requestTimes(context: FindingContext): RequestTimes {
  const { profile } = context;
  const pids = pidsOf(context);
  return {
    answered: timesOfRequests(profile, pids, [HTTP_SERVER_CATEGORY]),
    own: timesOfRequests(profile, pids, [HTTP_CLIENT_CATEGORY, FETCH_CATEGORY])
  };
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
  const { slices, labels, strings, tracks } = profile;
  const isWanted = Uint8Array.from(labels.name, (text, label) => {
    const isNamed = name === undefined || strings[text] === name;
    return Number(isNamed && categories.includes(strings[labels.category[label]]));
  });
  if (!isWanted.includes(1)) return NO_TIME;
  const rows = new Uint32Array(slices.length).map((_, row) => row);
  const wanted = (row: number): boolean =>
    isWanted[slices.label[row]] === 1 && pids.has(tracks[slices.track[row]].pid);
  return timesOf(slices, rows.filter(wanted));
}
