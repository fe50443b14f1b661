import {
  FETCH_CATEGORY,
  HTTP_CLIENT_CATEGORY,
  HTTP_SERVER_CATEGORY
} from '../../facts/requests/requests';
import type { Profile } from '../../model/profile/profile';
import type { Intervals } from '../slices/intervals';
import { common, lengthOf } from '../slices/intervals';
import { timesOf } from '../slices/recordedTimes';
import type { FindingContext } from './findingContext';

/** Part of the time of the requests that the program sent itself from which on it answers nobody else. */
const OWN_REQUESTS = 0.9;

/**
 * Whether requests were answered that the program did not send itself: such a program waits for others, one that only
 * asks itself waits for its own awaits, and no one can tell which side of a request the thread waited for.
 */
export function servesOthers(context: FindingContext): boolean {
  const { profile } = context;
  const pids = pidsOf(context);
  const answered = timesOfRequests(profile, pids, [HTTP_SERVER_CATEGORY]);
  const own = timesOfRequests(profile, pids, [HTTP_CLIENT_CATEGORY, FETCH_CATEGORY]);
  return (
    lengthOf(answered) > 0 && lengthOf(common(answered, own)) < OWN_REQUESTS * lengthOf(answered)
  );
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
  const rows = new Uint32Array(slices.length).map((_, row) => row);
  const wanted = (row: number): boolean =>
    isWanted[slices.label[row]] === 1 && pids.has(tracks[slices.track[row]].pid);
  return timesOf(slices, rows.filter(wanted));
}
