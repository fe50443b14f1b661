import type { PlacedSlices } from './importedSlices';
import type { ImportedLabels } from './importedLabels';
import { LabelClass } from './importedLabels';
import type { TraceRow } from './traceRows';

/** What rows of GPUs are called in traces that are written here. */
const GPU_NAME = /^GPU \d{1,6}( \(|$)/;

/** What streams are called, with their number: formats may have given them others. */
const STREAM_NAME = /^stream (\d{1,9})\b/;

/**
 * Makes rows that hold nothing but what a GPU does streams, and rows that hold nothing but streams
 * GPUs, also those that are called so and hold counters alone. Rows are changed.
 */
export function classifyRows(
  rows: readonly TraceRow[],
  { order, row, label }: PlacedSlices,
  labels: ImportedLabels
): void {
  const hasOther = new Uint8Array(rows.length);
  const hasGpu = new Uint8Array(rows.length);
  for (const slice of order) {
    const labelClass = labels.classOf(label[slice]);
    if (labelClass === LabelClass.either) continue;
    (labelClass === LabelClass.gpu ? hasGpu : hasOther)[row[slice]] = 1;
  }
  const streams = rows.filter((_, at) => hasGpu[at] === 1 && hasOther[at] === 0);
  const others = new Set(rows.filter((_, at) => hasOther[at] === 1).map(({ parent }) => parent));
  rows.forEach((row, at) => {
    const isEmpty = hasOther[at] === 0 && hasGpu[at] === 0 && !others.has(at);
    if (isEmpty && row.name !== null && GPU_NAME.test(row.name)) row.kind = 'device';
  });
  for (const stream of streams) {
    stream.kind = 'cudaStream';
    const number = STREAM_NAME.exec(stream.name ?? '')?.[1];
    if (number !== undefined) stream.tid = Number(number);
    const { parent } = stream;
    if (parent >= 0 && !others.has(parent) && hasOther[parent] === 0) rows[parent].kind = 'device';
  }
}
