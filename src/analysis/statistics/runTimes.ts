import { REPETITION_CATEGORY } from '../../model/profile/categories';
import type { Profile } from '../../model/profile/profile';
import { visitRepetitions } from './repetitions';

/** The time of one name in each run of a repeated recording. */
export interface NamedTimes {
  /** The name of the slices, of every category. */
  readonly name: string;
  /** Their total in each run, nanoseconds; 0 in a run without them. */
  readonly timesNs: readonly number[];
  /** False when not all of these slices were kept. */
  readonly isComplete: boolean;
}

/** The times of each name in the runs of a profile, in the order in which names first appear. */
export function namedTimes(profile: Profile): readonly NamedTimes[] {
  const { labels, strings, droppedTotals } = profile;
  const nameOf = (label: number): string => strings[labels.name[label]];
  const times = new Map<string, number[]>();
  const count = visitRepetitions(profile, (label, repetition, durationNs) => {
    if (strings[labels.category[label]] === REPETITION_CATEGORY) return;
    const name = nameOf(label);
    const known = times.get(name) ?? [];
    known[repetition] = (known[repetition] ?? 0) + durationNs;
    times.set(name, known);
  });
  const dropped = new Set(Array.from(droppedTotals.label, nameOf));
  return [...times].map(([name, known]) => ({
    name,
    timesNs: Array.from({ length: count }, (_, run) => known[run] ?? 0),
    isComplete: !dropped.has(name)
  }));
}
