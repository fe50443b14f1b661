import type { AllocationsByScope } from '../analysis/statistics/allocationsByScope';
import type { TableForm } from '../facts/shared/fact';
import type { ReportTable } from '../tables/reportTable';

/** Devices whose peak is told. */
const MAX_DEVICES = 4;

/** Which scopes held the memory of each device, and when that held the most. */
export function scopesTable(
  { rows, devices }: AllocationsByScope,
  { top, trans, formats, isPart = false }: TableForm
): ReportTable {
  const bytes = { align: 'right', unit: 'bytes' } as const;
  return {
    title: trans.__('Allocations by scope'),
    columns: [
      { heading: trans.__('Scope'), align: 'left' },
      { heading: trans.__('Device'), align: 'left', longest: 60 },
      { heading: trans.__('Allocations'), align: 'right', unit: 'count' },
      { ...bytes, heading: trans.__('At the peak') },
      { ...bytes, heading: trans.__('At the end') }
    ],
    rows: rows.map(({ scope, device, count, peakBytes, endBytes }) => [
      ...[scope, device, count, peakBytes, endBytes]
    ]),
    limit: top,
    hidden: 0,
    notes: [
      ...devices.slice(0, MAX_DEVICES).map(({ device, bytes: peakBytes, timeNs }) => {
        const peak = formats.bytes(peakBytes);
        return trans.__('Peak of %1: %2 at %3', device, peak, formats.duration(timeNs));
      }),
      ...(isPart ? [trans.__('Of the largest allocations; the whole profile may have more.')] : [])
    ]
  };
}
