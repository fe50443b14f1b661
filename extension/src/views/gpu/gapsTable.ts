import type { IdleGap } from 'kernelscope/analysis';
import { columnOf, type ReportTable } from 'kernelscope/report';
import { type GpuWords, causeWords } from './words';

/** A gap, and the device that had nothing to do in it. */
export interface DeviceGap extends IdleGap {
  readonly device: number;
}

/** The stretches in which a device was idle; which device it was where there is more than one. */
export function gapsTable(
  gaps: readonly DeviceGap[],
  hasDevices: boolean,
  { trans }: GpuWords
): ReportTable {
  const time = { align: 'right', unit: 'nanoseconds' } as const;
  const device = columnOf(trans.__('GPU'), trans.__('Number of the idle device'), {
    align: 'right'
  });
  return {
    title: trans.__('Idle gaps'),
    columns: [
      columnOf(trans.__('Start'), trans.__('When the work before it ended'), time),
      columnOf(trans.__('Length'), trans.__('How long nothing ran on any stream'), {
        ...time,
        hasBar: true
      }),
      ...(hasDevices ? [device] : []),
      columnOf(trans.__('Cause'), trans.__('Why the GPU had nothing to do'), { align: 'left' }),
      columnOf(trans.__('Meanwhile on the host'), trans.__('What the host did for most of it'), {
        align: 'left'
      })
    ],
    rows: gaps.map(gap => {
      const { label, explanation } = causeWords(gap.cause, trans);
      return [
        ...[gap.startNs, gap.durationNs, ...(hasDevices ? [gap.device] : [])],
        [{ text: label, count: 1, title: explanation }],
        gap.host || null
      ];
    }),
    hidden: 0,
    sort: { column: 1, direction: 'descending' },
    none: trans.__('The GPU was never idle.')
  };
}
