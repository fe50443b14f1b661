import { formatDuration } from '../../base/text';
import {
  byThread,
  labelledStretches,
  labelsText,
  type LabelledStretch,
  type SampleLabel
} from '../../facts/sampleLabels';
import { emptyTable } from '../../columns/tableSchema';
import type { Profile, SampleTable } from '../../model/profile/profile';
import { permute, rowsWhere } from '../../model/profile/columns';
import { type Intervals, unionOf } from '../slices/intervals';
import { partWithin, programPart } from './programPart';

/** A label of a profile, and how long code ran with it. */
export interface SampleLabelTime {
  /** Its name and its value. */
  readonly label: SampleLabel;
  /** Nanoseconds, of all threads. */
  readonly totalNs: number;
}

/** The labels of a profile by time, longest first. */
export function sampleLabelTimes(profile: Profile): readonly SampleLabelTime[] {
  const times = new Map<string, { readonly label: SampleLabel; totalNs: number }>();
  for (const { labels, start, end } of labelledStretches(profile)) {
    for (const label of labels) {
      const key = JSON.stringify(label);
      const known = times.get(key) ?? { label, totalNs: 0 };
      known.totalNs += end - start;
      times.set(key, known);
    }
  }
  return [...times.values()].sort((a, b) => b.totalNs - a.totalNs);
}

/**
 * The part of a profile in which code ran with a label, as if nothing else had run: samples, slices and counters. Times of
 * lines are not known of a part, nor are allocations on the heap; a report says what it is a part of. Null where no code had
 * the label.
 */
export function labelledPart(whole: Profile, sought: SampleLabel): Profile | null {
  const [name, value] = sought;
  const profile = programPart(whole);
  const wanted = labelledStretches(profile).filter(({ labels }) =>
    labels.some(label => label[0] === name && label[1] === value)
  );
  if (wanted.length === 0) return null;
  const samples = samplesWithin(profile.samples, wanted);
  const none = { lineTicks: emptyTable('lineTicks'), lineTotals: emptyTable('lineTotals') };
  const part = { ...profile, ...none, samples, heapSamples: emptyTable('heapSamples') };
  const found = partWithin(part, timesOf(wanted, samples));
  const [partNs, allNs] = [found.meta.durationNs, profile.meta.durationNs];
  const ofAll = `${formatDuration(partNs)} of ${formatDuration(allNs)}`;
  const message = `only what ran with ${labelsText([sought])} is here, ${ofAll}; shares are of that.`;
  const report = { source: 'sampleLabels', status: 'partial', message, records: 0 } as const;
  return { ...found, sources: [...found.sources, report] };
}

/** The samples that were taken while their threads had the label. */
function samplesWithin(samples: SampleTable, wanted: readonly LabelledStretch[]): SampleTable {
  const ofThreads = byThread(wanted);
  const next = new Map<number, number>();
  const rows = rowsWhere(samples.length, row => {
    const stretches = ofThreads.get(samples.track[row]) ?? [];
    const time = samples.time[row];
    let at = next.get(samples.track[row]) ?? 0;
    while (at < stretches.length && stretches[at].end <= time) at++;
    next.set(samples.track[row], at);
    return at < stretches.length && stretches[at].start <= time;
  });
  const { length } = rows;
  return {
    length,
    time: permute(samples.time, rows, new Float64Array(length)),
    weight: permute(samples.weight, rows, new Float64Array(length)),
    stack: permute(samples.stack, rows, new Int32Array(length)),
    track: permute(samples.track, rows, new Uint16Array(length))
  };
}

/** When a thread had the label, or samples that were taken then stand for. */
function timesOf(wanted: readonly LabelledStretch[], { time, weight }: SampleTable): Intervals {
  const stretches = [
    ...wanted.map(({ start, end }) => [start, end] as const),
    ...Array.from(time, (start, row) => [start, start + weight[row]] as const)
  ];
  return unionOf(stretches.sort((a, b) => a[0] - b[0]));
}
