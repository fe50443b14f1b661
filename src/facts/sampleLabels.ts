import { ArgKind, type RecordedColumns } from '../columns/columns';
import type { ColumnFact } from './shared/fact';
import { OWN_SWITCH } from './shared/recordingOption';

/** Stretches in which code ran with labels, as slices on a track of their thread; their arguments are the labels. */
export const SAMPLE_LABEL_CATEGORY = 'label';

/** The name of the track of labels, below its thread. */
export const LABELS_TRACK = 'Labels';

/** A label: a name and a value, such as `route` and `/orders`. */
export type SampleLabel = readonly [name: string, value: string];

/** Labels that a program gives to what it runs, by which CPU samples are told apart. */
export const SAMPLE_LABELS = {
  name: 'sampleLabels',
  records: [
    {
      source: { name: 'sampleLabels', title: 'Labels', isLate: true },
      option: {
        ...OWN_SWITCH,
        name: 'sampleLabels',
        after: 'waits',
        default: true,
        flag: { long: 'labels', help: 'record which labels of profile.label code runs with' }
      }
    }
  ],
  categories: [],
  shown: null
} as const satisfies ColumnFact;

/** Labels in words: `route=/orders, tenant=7`. */
export function labelsText(labels: readonly SampleLabel[]): string {
  return labels.map(([name, value]) => `${name}=${value}`).join(', ');
}

/** When code of a thread ran with certain labels. */
export interface LabelledStretch {
  /** The track of the thread. */
  readonly thread: number;
  readonly start: number;
  readonly end: number;
  /** The labels of all stretches with the same ones are one object. */
  readonly labels: readonly SampleLabel[];
}

/** The stretches with labels, in order of time; those of one thread do not overlap. */
export function labelledStretches(columns: RecordedColumns): readonly LabelledStretch[] {
  const { args, labels, slices, strings, tracks } = columns;
  const category = strings.indexOf(SAMPLE_LABEL_CATEGORY);
  if (category < 0 || !labels.category.includes(category)) return [];
  const known = new Map<string, readonly SampleLabel[]>();
  const stretches: LabelledStretch[] = [];
  let arg = 0;
  for (let row = 0; row < slices.length; row++) {
    while (arg < args.length && args.slice[arg] < row) arg++;
    if (labels.category[slices.label[row]] !== category) continue;
    const own = labelsFrom(columns, arg);
    const thread = tracks[slices.track[row]].parent;
    if (own.length === 0 || thread < 0) continue;
    const key = JSON.stringify(own);
    const shared = known.get(key) ?? own;
    known.set(key, shared);
    const start = slices.start[row];
    stretches.push({ thread, start, end: start + slices.duration[row], labels: shared });
  }
  return stretches;
}

/** The arguments that are texts of the slice whose first one is `first`. */
function labelsFrom({ args, strings }: RecordedColumns, first: number): readonly SampleLabel[] {
  const own: SampleLabel[] = [];
  for (let arg = first; arg < args.length && args.slice[arg] === args.slice[first]; arg++) {
    const isText = args.kind[arg] === ArgKind.string;
    if (isText) own.push([strings[args.key[arg]], strings[args.value[arg]]]);
  }
  return own;
}

/** Stretches by their threads, each list in order of time. */
export function byThread(
  stretches: readonly LabelledStretch[]
): ReadonlyMap<number, readonly LabelledStretch[]> {
  const found = new Map<number, LabelledStretch[]>();
  for (const stretch of stretches) {
    const known = found.get(stretch.thread);
    if (known) known.push(stretch);
    else found.set(stretch.thread, [stretch]);
  }
  return found;
}
