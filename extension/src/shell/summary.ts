import type { TranslationBundle } from '../shared/content/application';
import type { ProfileBundle } from 'kernelscope/model';
import type { NumberFormats } from '../shared/content/format';
import { localTime, timeRecorded } from 'kernelscope/report';
import { dateAndTime, givenName } from '../shared/content/recordedAt';

/** One figure of the summary line. */
export interface SummaryItem {
  readonly label: string;
  readonly value: string;
  /** A sentence more, for a tooltip; empty when the figure speaks for itself. */
  readonly explanation: string;
  /** `warning` figures stand out by more than colour: they carry a mark. */
  readonly emphasis: 'normal' | 'warning';
}

/** The figures above the table: time, memory, how much was recorded, and what recording cost. */
export function summaryItems(
  { summary }: ProfileBundle,
  formats: NumberFormats,
  trans: TranslationBundle
): SummaryItem[] {
  const item = (label: string, value: string, explanation = ''): SummaryItem => ({
    label,
    value,
    explanation,
    emphasis: 'normal'
  });
  const items = [
    ...recordingItems(summary, trans),
    item(trans.__('Wall'), formats.duration(summary.wallNs), trans.__('From start to end'))
  ];
  if (summary.cpuNs !== null) {
    const explanation = trans.__('CPU time of the process');
    items.push(item(trans.__('CPU'), formats.duration(summary.cpuNs), explanation));
  }
  if (summary.gpuBusyNs !== null) {
    items.push(gpuItem(summary.gpuBusyNs, summary.wallNs, { formats, trans }));
  }
  if (summary.peakRssBytes !== null) {
    const explanation = trans.__('Highest resident memory of the process');
    items.push(item(trans.__('Peak memory'), formats.bytes(summary.peakRssBytes), explanation));
  }
  items.push(
    item(trans.__('Slices'), formats.count(summary.slices), trans.__('Intervals recorded')),
    item(trans.__('Samples'), formats.count(summary.samples), trans.__('CPU samples taken'))
  );
  if (summary.overheadNs !== null) {
    items.push(overheadItem(summary.overheadNs, timeRecorded(summary), { formats, trans }));
  }
  if (summary.helperCpuNs !== undefined) {
    items.push(helperItem(formats.duration(summary.helperCpuNs), trans));
  }
  return summary.droppedSlices > 0
    ? [...items, droppedItem(formats.count(summary.droppedSlices), trans)]
    : items;
}

/** The name of the recording, its cell and its time, as far as the profile knows them. */
function recordingItems(
  summary: ProfileBundle['summary'],
  trans: TranslationBundle
): readonly SummaryItem[] {
  const { startedAtMs, cellFile } = summary;
  const items: SummaryItem[] = [];
  const name = givenName(summary);
  if (name !== null) {
    items.push({ label: trans.__('Profile'), value: name, explanation: name, emphasis: 'normal' });
  }
  const value = [cellFile, localTime(startedAtMs)].filter(part => part !== null).join(' · ');
  if (value !== '') {
    const explanation = dateAndTime(startedAtMs) ?? '';
    items.push({ label: trans.__('Recorded'), value, explanation, emphasis: 'normal' });
  }
  return items;
}

const droppedItem = (value: string, trans: TranslationBundle): SummaryItem => ({
  label: trans.__('Dropped'),
  value,
  explanation: trans.__('Slices beyond the limit of --max-events'),
  emphasis: 'warning'
});

const helperItem = (value: string, trans: TranslationBundle): SummaryItem => ({
  label: trans.__('Helper threads'),
  value,
  explanation: trans.__('CPU time of threads that only record, besides the overhead'),
  emphasis: 'normal'
});

function gpuItem(
  busyNs: number,
  wallNs: number,
  { formats, trans }: { readonly formats: NumberFormats; readonly trans: TranslationBundle }
): SummaryItem {
  const share = wallNs > 0 ? ` (${formats.percent(busyNs / wallNs)})` : '';
  return {
    label: trans.__('GPU busy'),
    value: `${formats.duration(busyNs)}${share}`,
    explanation: trans.__('Busy time of GPUs: the mean of those that worked'),
    emphasis: 'normal'
  };
}

function overheadItem(
  overheadNs: number,
  recordedNs: number,
  { formats, trans }: { readonly formats: NumberFormats; readonly trans: TranslationBundle }
): SummaryItem {
  const share = recordedNs > 0 ? ` (${formats.percent(overheadNs / recordedNs)})` : '';
  return {
    label: trans.__('Overhead'),
    value: `≈ ${formats.duration(overheadNs)}${share}`,
    explanation: trans.__('Estimated cost of recording; it is not subtracted from the times'),
    emphasis: 'normal'
  };
}
