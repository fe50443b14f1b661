import type { KernelUse } from 'kernelscope/analysis';
import { launchSize } from 'kernelscope/analysis';
import { shortKernelName } from './shortKernelName';
import type { TableColumn } from '../../shared/grid/tableColumns';
import type { GpuWords } from './words';
import { limitWords } from './words';

/** The columns of kernels. */
export function kernelColumns(words: GpuWords): TableColumn<KernelUse>[] {
  return [...timeColumns(words), ...launchColumns(words), ...occupancyColumns(words)];
}

function timeColumns({ trans, formats }: GpuWords): TableColumn<KernelUse>[] {
  const time = (
    label: string,
    explanation: string,
    valueOf: (kernel: KernelUse) => number
  ): TableColumn<KernelUse> => ({
    ...{ label, explanation, kind: 'number', widthPx: 78, key: valueOf },
    cell: kernel => ({ text: formats.duration(valueOf(kernel)) })
  });
  return [
    {
      label: trans.__('Kernel'),
      explanation: trans.__('Name of the function that ran on the GPU'),
      kind: 'name',
      widthPx: 260,
      key: ({ name }) => name,
      cell: ({ name }) => ({ text: shortKernelName(name), title: name })
    },
    {
      label: trans.__('Count'),
      explanation: trans.__('How often it ran'),
      kind: 'number',
      widthPx: 68,
      key: ({ count }) => count,
      cell: ({ count }) => ({ text: formats.count(count) })
    },
    time(trans.__('Total'), trans.__('Time of all its runs'), ({ totalNs }) => totalNs),
    {
      label: trans.__('Share'),
      explanation: trans.__('Its share of the time of all kernels'),
      kind: 'bar',
      widthPx: 104,
      key: ({ share }) => share,
      cell: ({ share }) => ({ text: formats.percent(share), bar: share })
    },
    time(trans.__('Avg'), trans.__('Time divided by count'), averageOf),
    time(trans.__('Min'), trans.__('Its shortest run'), ({ minNs }) => minNs),
    time(trans.__('Max'), trans.__('Its longest run'), ({ maxNs }) => maxNs)
  ];
}

const averageOf = ({ totalNs, count }: KernelUse): number => totalNs / Math.max(1, count);

function launchColumns({ trans, formats }: GpuWords): TableColumn<KernelUse>[] {
  return [
    {
      label: trans.__('Grid'),
      explanation: trans.__('Blocks of its longest run: x, y, z'),
      kind: 'number',
      widthPx: 108,
      key: ({ grid }) => launchSize(grid) || null,
      cell: ({ grid }) => ({ text: grid })
    },
    {
      label: trans.__('Block'),
      explanation: trans.__('Threads in a block of its longest run: x, y, z'),
      kind: 'number',
      widthPx: 100,
      key: ({ block }) => launchSize(block) || null,
      cell: ({ block }) => ({ text: block })
    },
    {
      label: trans.__('Registers'),
      explanation: trans.__('Registers that one thread has'),
      kind: 'number',
      widthPx: 92,
      key: ({ registers }) => registers || null,
      cell: ({ registers }) => ({ text: registers > 0 ? formats.count(registers) : '' })
    },
    {
      label: trans.__('Shared memory'),
      explanation: trans.__('Shared memory that one block has'),
      kind: 'number',
      widthPx: 120,
      key: ({ sharedBytes }) => sharedBytes,
      cell: ({ sharedBytes }) => ({ text: formats.bytes(sharedBytes) })
    }
  ];
}

function occupancyColumns({ trans, formats }: GpuWords): TableColumn<KernelUse>[] {
  return [
    {
      label: trans.__('Occupancy'),
      explanation: trans.__(
        'Share of a multiprocessor’s warps that its longest run can have at once; computed, not measured'
      ),
      kind: 'bar',
      widthPx: 108,
      key: ({ occupancy }) => occupancy,
      cell: ({ occupancy }) =>
        occupancy === null ? { text: '' } : { text: formats.percent(occupancy), bar: occupancy }
    },
    {
      label: trans.__('Limited by'),
      explanation: trans.__('What limits how many of its blocks run at once'),
      kind: 'plain',
      widthPx: 116,
      key: ({ limitedBy }) => limitedBy && limitWords(limitedBy, trans),
      cell: ({ limitedBy }) => ({ text: limitedBy === null ? '' : limitWords(limitedBy, trans) })
    }
  ];
}
