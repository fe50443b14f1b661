import type { PlacedSlices } from './importedSlices';
import type { ImportedLabels } from './importedLabels';
import { LabelClass } from './importedLabels';
import type { TraceRow } from './traceRows';

/**
 * Makes rows that hold nothing but what a GPU does streams, and rows that hold nothing but streams
 * GPUs. Rows are changed.
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
  for (const stream of streams) {
    stream.kind = 'cudaStream';
    const { parent } = stream;
    if (parent >= 0 && !others.has(parent) && hasOther[parent] === 0) rows[parent].kind = 'device';
  }
}
