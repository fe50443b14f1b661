import {
  API_CATEGORY,
  CALL_STACK_CATEGORY,
  isRecordingSpan,
  MESSAGE_CATEGORY,
  RANGE_CATEGORY,
  REPETITION_CATEGORY,
  WAITING_CATEGORY
} from '../../model/profile/categories';
import type { Profile, TrackKind } from '../../model/profile/profile';
import { enclosingSlices } from '../slices/nesting';
import { runningTimes } from '../slices/runningTimes';
import { labelTotals } from '../slices/labelTotals';
import { profileSteps } from '../steps/profileSteps';
import type { FindingContext } from './findingContext';

/** All slices of one name that code of the profiled process ran. */
export interface LabelledRuns {
  readonly category: string;
  readonly name: string;
  readonly count: number;
  /** Time of all, and without what ran within them, nanoseconds. */
  readonly totalNs: number;
  readonly selfNs: number;
  /** Rows of the slices that were kept, in order of start. */
  readonly rows: Uint32Array;
}

/** Slices that are no work of the user's. */
const NO_WORK: readonly string[] = [
  API_CATEGORY,
  CALL_STACK_CATEGORY,
  MESSAGE_CATEGORY,
  REPETITION_CATEGORY,
  WAITING_CATEGORY
];

const HOST_TRACKS: readonly TrackKind[] = ['thread', 'asyncLane'];

/** Names with less of the run are not looked into. */
const MIN_SHARE = 0.05;

/** The name under which the steps of a training are one. */
const STEPS_NAME = 'ProfilerStep#';

/** Slices by name, of those that take a noticeable share of the run. */
export function labelledRuns({ profile, wallNs }: FindingContext): LabelledRuns[] {
  const { slices, tracks, labels, strings } = profile;
  if (slices.length === 0) return [];
  const enclosing = enclosingSlices(slices, tracks.length);
  const running = runningTimes(profile);
  const labelCount = labels.length;
  const totals = labelTotals({ slices, enclosing, labelCount, tracks, running });
  const wanted = Array.from({ length: labelCount }, (_, label) => {
    const category = strings[labels.category[label]];
    const isSpan = isRecordingSpan(strings[labels.name[label]], category);
    return totals.total[label] >= MIN_SHARE * wallNs && !NO_WORK.includes(category) && !isSpan;
  });
  const rowsOf = rowsByLabel(profile, wanted);
  const runs = [...rowsOf].map(([label, rows]): LabelledRuns => ({
    category: strings[labels.category[label]],
    name: strings[labels.name[label]],
    count: totals.count[label],
    totalNs: totals.total[label],
    selfNs: totals.self[label],
    rows
  }));
  const steps = stepRuns(profile);
  return steps ? [...runs, steps] : runs;
}

/** The rows of the slices of each wanted label, in order. */
function rowsByLabel(
  { slices, tracks }: Profile,
  wanted: readonly boolean[]
): Map<number, Uint32Array> {
  const isHost = tracks.map(({ kind }) => HOST_TRACKS.includes(kind));
  const counts = (row: number): boolean => wanted[slices.label[row]] && isHost[slices.track[row]];
  const used = new Uint32Array(wanted.length);
  for (let row = 0; row < slices.length; row++) if (counts(row)) used[slices.label[row]]++;
  const rowsOf = new Map<number, Uint32Array>();
  used.forEach((count, label) => {
    if (count > 0) rowsOf.set(label, new Uint32Array(count));
  });
  used.fill(0);
  for (let row = 0; row < slices.length; row++) {
    if (!counts(row)) continue;
    const label = slices.label[row];
    const rows = rowsOf.get(label);
    if (rows) rows[used[label]++] = row;
  }
  return rowsOf;
}

/** The steps of a training, each of which has a name of its own. */
function stepRuns(profile: Profile): LabelledRuns | null {
  const steps = profileSteps(profile);
  if (steps.length < 2) return null;
  const totalNs = steps.reduce((sum, { start, end }) => sum + end - start, 0);
  return {
    category: RANGE_CATEGORY,
    name: STEPS_NAME,
    count: steps.length,
    totalNs,
    selfNs: 0,
    rows: Uint32Array.from(steps, ({ slice }) => slice)
  };
}
