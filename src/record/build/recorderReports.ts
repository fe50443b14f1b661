import { formatCount, formatDuration } from '../../base/text';
import { OTHER } from '../../model/profile/categories';
import type { SourceReport } from '../../model/profile/profile';
import type { RecordedData } from '../recordedData';
import type { RecordingWindow, WindowEnd } from '../slices/recordingWindow';

/** A window that has ended, and the recorder of it. */
export interface ReportedWindow {
  readonly recorder: Pick<RecordedData, 'pauses' | 'isFull' | 'slices' | 'labels'>;
  readonly window: Pick<RecordingWindow, 'startTime'>;
  readonly end: WindowEnd;
}

/** What the recorder itself says of a window: that it was held, or could not go on. */
export function recorderReports({ recorder, window, end }: ReportedWindow): SourceReport[] {
  const lengthNs = Number(end.time - window.startTime);
  const heldNs = heldTime(recorder.pauses?.since(window.startTime) ?? null, lengthNs);
  const messages = [
    ...(heldNs === 0
      ? []
      : [`Recording was held for ${formatDuration(heldNs)}: what began meanwhile is missing.`]),
    ...(recorder.isFull
      ? ['Recording stopped when slices ran out of numbers. Record in shorter sessions.']
      : []),
    ...(recorder.slices.detached.dropped > 0
      ? [
          `Too many slices did not end: of ${formatCount(recorder.slices.detached.dropped)} of them only a part of the time ` +
            'counts. End what is begun.'
        ]
      : []),
    ...(recorder.labels.dropped > 0
      ? [
          (recorder.labels.hasMost
            ? `There were more than ${formatCount(namesIn(recorder))} different names: later ones are shown as `
            : `The names were very long: all new ones after the first ${formatCount(namesIn(recorder))} are shown as `) +
            '"(other)". Put what varies into arguments.'
        ]
      : [])
  ];
  const records = recorder.slices.nextToken;
  return messages.map(message => ({ source: 'ranges', status: 'partial', message, records }));
}

/** The number of names that are shown as they are. */
function namesIn({ labels }: ReportedWindow['recorder']): number {
  let names = 0;
  for (let row = 0; row < labels.length; row++) if (labels.nameOf(row) !== OTHER) names++;
  return names;
}

/** For how long recording was held in a window, nanoseconds; `pauses` as `Pauses.since` has them. */
function heldTime(pauses: Float64Array | null, lengthNs: number): number {
  const within = (time: number): number => Math.min(Math.max(0, time), lengthNs);
  let heldNs = 0;
  for (let at = 0; pauses !== null && at < pauses.length; at += 2) {
    heldNs += within(pauses[at + 1] ?? Infinity) - within(pauses[at]);
  }
  return heldNs;
}
