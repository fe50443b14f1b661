import type { IdleGap } from 'kernelscope/analysis';
import type { TableColumn } from '../../shared/grid/tableColumns';
import type { GpuWords } from './words';
import { causeWords } from './words';

/** A gap, and the device that had nothing to do in it. */
export interface DeviceGap extends IdleGap {
  readonly device: number;
}

/** The columns of idle gaps; which device it was where there is more than one. */
export function gapColumns(
  words: GpuWords,
  gaps: readonly DeviceGap[],
  hasDevices: boolean
): TableColumn<DeviceGap>[] {
  return [
    ...timeColumns(words, gaps),
    ...(hasDevices ? [deviceColumn(words)] : []),
    ...causeColumns(words)
  ];
}

function timeColumns(
  { trans, formats }: GpuWords,
  gaps: readonly DeviceGap[]
): TableColumn<DeviceGap>[] {
  const longestNs = gaps.reduce((most, { durationNs }) => Math.max(most, durationNs), 0) || 1;
  return [
    {
      label: trans.__('Start'),
      explanation: trans.__('When the work before it ended'),
      kind: 'number',
      widthPx: 96,
      key: ({ startNs }) => startNs,
      cell: ({ startNs }) => ({ text: formats.duration(startNs) })
    },
    {
      label: trans.__('Length'),
      explanation: trans.__('How long nothing ran on any stream'),
      kind: 'bar',
      widthPx: 116,
      key: ({ durationNs }) => durationNs,
      cell: ({ durationNs }) => ({
        text: formats.duration(durationNs),
        bar: durationNs / longestNs
      })
    }
  ];
}

const deviceColumn = ({ trans }: GpuWords): TableColumn<DeviceGap> => ({
  label: trans.__('GPU'),
  explanation: trans.__('Number of the idle device'),
  kind: 'number',
  widthPx: 56,
  key: ({ device }) => device,
  cell: ({ device }) => ({ text: String(device) })
});

function causeColumns({ trans }: GpuWords): TableColumn<DeviceGap>[] {
  return [
    {
      label: trans.__('Cause'),
      explanation: trans.__('Why the GPU had nothing to do'),
      kind: 'plain',
      widthPx: 156,
      key: ({ cause }) => causeWords(cause, trans).label,
      cell: ({ cause }) => {
        const { label, explanation } = causeWords(cause, trans);
        return { text: label, title: explanation };
      }
    },
    {
      label: trans.__('Meanwhile on the host'),
      explanation: trans.__('What the host did for most of it'),
      kind: 'name',
      widthPx: 200,
      key: ({ host }) => host || null,
      cell: ({ host }) => ({ text: host, title: host })
    }
  ];
}
