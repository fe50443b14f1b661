import { plural } from '../../base/text';
import { failureText } from '../../native/gpuStateText';
import type { RecordedGpu } from './records/recordedGpu';

/** The ways in which a recording's records are fewer than requested, or different; one text each. */
export function lossTexts(recorded: RecordedGpu): string[] {
  return [
    ...refusedTexts(recorded),
    ...lostTexts(recorded),
    ...[...recorded.failures.values()].map(failureText),
    ...(recorded.isOnClock ? [] : ["times are converted from CUPTI's own clock"])
  ];
}

/** Kinds that CUPTI does not record, those with one reason together. */
function refusedTexts({ refused }: RecordedGpu): string[] {
  const kinds = new Map<string, string[]>();
  for (const [kind, failure] of refused) {
    const reason = failureText(failure);
    kinds.set(reason, [...(kinds.get(reason) ?? []), kind]);
  }
  return [...kinds].map(
    ([reason, names]) => `CUPTI does not record ${names.join(', ')} (${reason})`
  );
}

function lostTexts({ losses, records }: RecordedGpu): string[] {
  const { dropped, refusedBuffers, truncatedBuffers, untimed, unknownKinds } = losses;
  const counts: readonly (readonly [number, (count: string) => string])[] = [
    [dropped, count => `CUPTI dropped ${count} for lack of room`],
    [untimed, count => `${count} without a usable time left out`],
    [records.dropped, count => `${count} beyond the limit of the recording left out`]
  ];
  const texts = counts
    .filter(([count]) => count > 0)
    .map(([count, text]) => text(plural(count, 'record')));
  if (refusedBuffers > 0) {
    texts.push(`${plural(refusedBuffers, 'buffer')} refused, as too many were full`);
  }
  if (truncatedBuffers > 0) texts.push(`${plural(truncatedBuffers, 'buffer')} cut off`);
  const unknown = unknownKinds.map(
    ({ kind, records: count }) => `${plural(count, 'record')} of kind ${kind}`
  );
  if (unknown.length > 0) texts.push(`${unknown.join(', ')} not known and left out`);
  return texts;
}

/** Work that calls started and that had not ended when the recording was read; `calls` is their number. */
export function missingText(calls: number): string {
  const count = plural(calls, 'CUDA call');
  return `GPUs were still working when the recording ended: the work of ${count} is missing`;
}
