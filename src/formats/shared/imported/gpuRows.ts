import type { PlacedSlices } from './importedSlices';
import { type ImportedLabels, LabelClass } from './importedLabels';
import type { TraceRow } from './traceRows';

/** Names of GPU rows in traces written here. */
const GPU_NAME = /^GPU \d{1,6}( \(|$)/;

/** Names of streams, with their number: formats may have renumbered them. */
const STREAM_NAME = /^stream (\d{1,9})\b/;

/**
 * Turns rows that contain only GPU work into streams, and rows that contain only streams into GPUs,
 * including rows with such names that contain only counters. Changes the rows.
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
