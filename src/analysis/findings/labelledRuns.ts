import {
  API_CATEGORY,
  CALL_STACK_CATEGORY,
  GC_CATEGORY,
  GPU_CATEGORIES,
  HTTP_SERVER_CATEGORY,
  isRecordingSpan,
  LOOP_TURN_CATEGORY,
  MESSAGE_CATEGORY,
  RANGE_CATEGORY,
  REPETITION_CATEGORY,
  SAMPLE_LABEL_CATEGORY,
  WAITING_CATEGORY
} from '../../model/profile/categories';
import type { Profile, TrackKind } from '../../model/profile/profile';
import { type TimesByTrack, innermostTimes, labelTimes } from '../slices/labelTimes';
import { lengthOf } from '../slices/intervals';
import { timesOf } from '../slices/recordedTimes';
import { threadsOfTracks } from '../slices/recordedThreads';
import { type TimeOf, timeOf } from '../slices/scopedTime';
import { profileSteps } from '../statistics/profileSteps';
import type { FindingContext } from './findingContext';

/** All slices of one name that code of the recorded threads ran. */
export interface LabelledRuns {
  readonly category: string;
  readonly name: string;
  /** Kept and dropped ones. */
  readonly count: number;
  /** Time in which any of them ran, and in which any was the innermost one of its track. */
  readonly totalNs: TimeOf<'run'>;
  readonly selfNs: TimeOf<'run'>;
  /** The sum of their self times: on several threads at a time, a moment counts for each. */
  readonly sumNs: number;
  /** The threads on which they ran. */
  readonly threads: number;
  /** Rows of the slices that were kept, in order of start. */
  readonly rows: Uint32Array;
  /** When kept ones were the innermost ones, by track. */
  readonly innermost: TimesByTrack;
}

/** Slices that are no work of the user's, or have findings of their own: a request becomes slower by what others do. */
const NO_WORK: readonly string[] = [
  API_CATEGORY,
  CALL_STACK_CATEGORY,
  HTTP_SERVER_CATEGORY,
  LOOP_TURN_CATEGORY,
  MESSAGE_CATEGORY,
  REPETITION_CATEGORY,
  SAMPLE_LABEL_CATEGORY,
  WAITING_CATEGORY
];

const HOST_TRACKS: readonly TrackKind[] = ['thread', 'worker', 'asyncLane'];

/** Names with less of the run are not looked into. */
const MIN_SHARE = 0.05;

/** The name under which the steps of a training are one. */
const STEPS_NAME = 'ProfilerStep#';

/** Slices by name, of those that take a noticeable share of the run, whether they were kept or not. */
export function labelledRuns({ profile, whole }: FindingContext): LabelledRuns[] {
  const { slices, tracks, labels, strings, droppedTotals } = profile;
  if (slices.length === 0 && droppedTotals.length === 0) return [];
  const { all: totals, once } = labelTimes(profile);
  const isWanted = Uint8Array.from({ length: labels.length }, (_, label) => {
    const isMuch = totals.total[label] >= MIN_SHARE * whole.run;
    return Number(isMuch && isWork(profile, label));
  });
  const isCounted = Uint8Array.from(tracks, ({ kind }) => Number(HOST_TRACKS.includes(kind)));
  const innermost = innermostTimes({ slices, trackCount: tracks.length, isWanted, isCounted });
  const rowsOf = rowsByLabel(profile, isWanted, isCounted);
  const hasLanes = tracks.some(({ kind }) => kind === 'asyncLane');
  const runs = Array.from(isWanted.keys()).flatMap((label): LabelledRuns[] => {
    const rows = rowsOf.get(label) ?? NO_ROWS;
    // whether one that was not kept was async code is not known where there is any
    if (isWanted[label] === 0 || (rows.length === 0 && (hasLanes || !isDropped(profile, label)))) {
      return [];
    }
    return [
      {
        category: strings[labels.category[label]],
        name: strings[labels.name[label]],
        count: totals.count[label],
        totalNs: timeOf('run', once.total[label]),
        selfNs: timeOf('run', once.self[label]),
        sumNs: totals.self[label],
        threads: threadsOf(profile, rows),
        rows,
        innermost: innermost.get(label) ?? new Map()
      }
    ];
  });
  const steps = stepRuns(profile);
  return steps ? [...runs, steps] : runs;
}

function isWork({ labels, strings }: Profile, label: number): boolean {
  const category = strings[labels.category[label]];
  return !NO_WORK.includes(category) && !isRecordingSpan(strings[labels.name[label]], category);
}

const NO_ROWS = new Uint32Array(0);

/** Whether slices of a label that ran on threads were recorded, and not kept. */
function isDropped({ droppedTotals, labels, strings }: Profile, label: number): boolean {
  const row = droppedTotals.label.indexOf(label);
  const category = strings[labels.category[label]];
  return row >= 0 && droppedTotals.count[row] > 0 && !BESIDE_THREADS.includes(category);
}

/** Slices of tracks that are no threads. */
const BESIDE_THREADS: readonly string[] = [...GPU_CATEGORIES, GC_CATEGORY];

/** The number of threads that ran some slices, 1 at least. */
function threadsOf({ slices, tracks }: Profile, rows: Uint32Array): number {
  const threads = threadsOfTracks(tracks);
  const found = new Set<string>();
  for (const row of rows) {
    const track = slices.track[row];
    found.add(threads[track] < 0 ? `process ${tracks[track].pid}` : `thread ${threads[track]}`);
  }
  return Math.max(1, found.size);
}

/** The rows of the slices of each wanted label, in order. */
function rowsByLabel(
  { slices }: Profile,
  wanted: Uint8Array,
  isCounted: Uint8Array
): Map<number, Uint32Array> {
  const counts = (row: number): boolean =>
    wanted[slices.label[row]] === 1 && isCounted[slices.track[row]] === 1;
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
  const rows = Uint32Array.from(steps, ({ slice }) => slice);
  return {
    category: RANGE_CATEGORY,
    name: STEPS_NAME,
    count: steps.length,
    totalNs: timeOf('run', lengthOf(timesOf(profile.slices, rows))),
    selfNs: timeOf('run', 0),
    sumNs: 0,
    threads: threadsOf(profile, rows),
    rows,
    innermost: new Map()
  };
}
