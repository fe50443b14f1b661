import { launchSize } from '../analysis/gpu/gpuWork';
import type { Translator } from '../base/translator';
import type { TableForm } from '../facts/shared/fact';
import type { GpuReport, OccupancyLimit, DeviceUse, IdleCause } from '../model/output/gpuReport';
import { type Cell, columnOf, type ReportColumn, type ReportTable } from '../tables/reportTable';

const TIME = { align: 'right', unit: 'nanoseconds', decimals: 3 } as const;
const COUNT = { align: 'right', unit: 'count' } as const;
const SHARE = { align: 'right', unit: 'share', hasBar: true } as const;
const TEXT = { align: 'left' } as const;

/** How busy each GPU was in a run of `wallNs`, and why it was idle. */
export function devicesTable(
  report: GpuReport,
  wallNs: number,
  { top, trans, formats }: TableForm
): ReportTable {
  const { devices } = report;
  const kernels = hasGraphs(report) ? trans.__('Kernels and graphs') : trans.__('Kernels');
  const nameOf = ({ device, info }: GpuReport['devices'][number]): string =>
    info === null || info.name === '' ? `GPU ${device}` : `GPU ${device} · ${info.name}`;
  return {
    title: trans.__('GPUs'),
    columns: [
      { ...TEXT, heading: trans.__('GPU') },
      { ...TIME, heading: kernels },
      { ...TIME, heading: trans.__('Copies') },
      { ...TIME, heading: trans.__('Both') },
      { ...TIME, heading: trans.__('Idle') },
      { align: 'right', unit: 'share', heading: trans.__('Occupancy') },
      { ...SHARE, heading: trans.__('Busy') }
    ],
    rows: devices.map(use => {
      const { busyNs, kernelNs, copyNs, overlappedNs, occupancy } = use;
      const times = [kernelNs, copyNs, overlappedNs, Math.max(0, wallNs - busyNs)];
      return [nameOf(use), ...times, occupancy, wallNs > 0 ? busyNs / wallNs : 0];
    }),
    limit: top,
    hidden: 0,
    notes: devices.slice(0, top || devices.length).flatMap(use => {
      const causes = idleCauses(use).map(
        cause => `${IDLE_CAUSE_WORDS[cause]} ${formats.duration(use.idleNs[cause])}`
      );
      return causes.length === 0 ? [] : [`${nameOf(use)} was idle: ${causes.join(', ')}`];
    })
  };
}

/** The kernels of a report, with what they were launched with. */
export function kernelsTable({ kernels }: GpuReport, form: TableForm): ReportTable {
  const { top, trans } = form;
  return {
    title: trans.__('Kernels'),
    columns: kernelColumns(trans),
    rows: kernels.map(kernel => {
      const { name, count, totalNs, minNs, maxNs, share, registers, sharedBytes } = kernel;
      const { grid, block, occupancy, limitedBy } = kernel;
      return [
        ...[name, count, totalNs, share, totalNs / Math.max(1, count), minNs, maxNs],
        ...[sizeCell(grid), sizeCell(block), registers || null, sharedBytes, occupancy],
        limitedBy === null ? '' : LIMITS[limitedBy](trans)
      ];
    }),
    limit: top,
    hidden: 0,
    sort: { column: 2, direction: 'descending' },
    none: trans.__('No kernel ran.')
  };
}

function kernelColumns(trans: Translator): readonly ReportColumn[] {
  const time = { ...TIME, isShort: true } as const;
  const launch = { align: 'right', isDetail: true } as const;
  const occupancy = trans.__(
    'Share of a multiprocessor’s warps that its longest run can have at once; computed, not measured'
  );
  return [
    columnOf(trans.__('Kernel'), trans.__('Name of the function that ran on the GPU'), {
      ...{ ...TEXT, short: 'signature' }
    }),
    columnOf(trans.__('Count'), trans.__('How often it ran'), COUNT),
    columnOf(trans.__('Total'), trans.__('Time of all its runs'), TIME),
    columnOf(trans.__('Share'), trans.__('Its share of the time of all kernels'), SHARE),
    columnOf(trans.__('Avg'), trans.__('Time divided by count'), time),
    columnOf(trans.__('Min'), trans.__('Its shortest run'), time),
    columnOf(trans.__('Max'), trans.__('Its longest run'), time),
    columnOf(trans.__('Grid'), trans.__('Blocks of its longest run: x, y, z'), launch),
    columnOf(trans.__('Block'), trans.__('Threads in a block of its longest run: x, y, z'), launch),
    columnOf(trans.__('Registers'), trans.__('Registers that one thread has'), {
      ...{ ...launch, unit: 'count' }
    }),
    columnOf(trans.__('Shared memory'), trans.__('Shared memory that one block has'), {
      ...{ ...launch, unit: 'bytes' }
    }),
    columnOf(trans.__('Occupancy'), occupancy, SHARE),
    columnOf(
      trans.__('Limited by'),
      trans.__('What limits how many of its blocks run at once'),
      TEXT
    )
  ];
}

const LIMITS: Readonly<Record<OccupancyLimit, (trans: Translator) => string>> = {
  warps: trans => trans.__('Warps'),
  blocks: trans => trans.__('Blocks'),
  registers: trans => trans.__('Registers'),
  sharedMemory: trans => trans.__('Shared memory')
};

/** A size of a launch, such as `[8, 32, 1]`, which orders by how many it is of. */
function sizeCell(size: string): Cell {
  return size === '' ? null : [{ text: size, count: launchSize(size), title: size }];
}

/** The copies and fills of a report, by kind. */
export function transfersTable({ transfers }: GpuReport, { top, trans }: TableForm): ReportTable {
  const peak = trans.__('Share of the peak bandwidth of the link or of the device memory');
  return {
    title: trans.__('Copies and fills'),
    columns: [
      columnOf(trans.__('Copy or fill'), trans.__('Source and destination kinds of memory'), TEXT),
      columnOf(trans.__('Count'), trans.__('How often there was one'), COUNT),
      columnOf(trans.__('GPU time'), trans.__('Time of all of them'), TIME),
      columnOf(trans.__('Bytes'), trans.__('Bytes that all of them wrote'), {
        ...{ align: 'right', unit: 'bytes' }
      }),
      columnOf(trans.__('Rate'), trans.__('Bytes a second while they ran'), {
        ...{ align: 'right', unit: 'bytesPerSecond' }
      }),
      columnOf(trans.__('Of the peak'), peak, SHARE)
    ],
    rows: transfers.map(({ name, count, totalNs, bytes, bytesPerSecond, shareOfPeak }) => [
      ...[name, count, totalNs, bytes, bytesPerSecond, shareOfPeak]
    ]),
    limit: top,
    hidden: 0,
    sort: { column: 2, direction: 'descending' },
    none: trans.__('Nothing was copied or filled.')
  };
}

/** The work of GPUs by the operator that launched it. */
export function gpuOperatorsTable(report: GpuReport, { top, trans }: TableForm): ReportTable {
  const runs = trans.__('How many of its runs launched GPU work');
  const wholeNs = wholeWorkNs(report);
  return {
    title: trans.__('GPU time by operator'),
    columns: [
      columnOf(trans.__('Operator'), trans.__('What the host ran'), TEXT),
      columnOf(trans.__('Runs'), runs, COUNT),
      ...workColumns(trans)
    ],
    rows: report.operators.map(({ name, count, works, totalNs }) => [
      ...[name, count, works, totalNs, wholeNs > 0 ? totalNs / wholeNs : 0]
    ]),
    limit: top,
    hidden: 0,
    sort: { column: 3, direction: 'descending' },
    none: trans.__('No operator launched any of it.')
  };
}

/** The work of GPUs by the line of code that launched it. */
export function gpuLinesTable(report: GpuReport, { top, trans }: TableForm): ReportTable {
  const wholeNs = wholeWorkNs(report);
  return {
    title: trans.__('GPU time by source line'),
    columns: [
      columnOf(trans.__('Line'), trans.__('Line of the source'), { ...TEXT, short: 'place' }),
      ...workColumns(trans)
    ],
    rows: report.lines.map(({ file, line, works, totalNs }) => [
      ...[`${file}:${line}`, works, totalNs, wholeNs > 0 ? totalNs / wholeNs : 0]
    ]),
    places: report.lines,
    limit: top,
    hidden: 0,
    sort: { column: 2, direction: 'descending' },
    none: trans.__('No stacks were recorded. Run the cell with %1.', '%%profile --stack')
  };
}

function workColumns(trans: Translator): readonly ReportColumn[] {
  return [
    columnOf(trans.__('GPU work'), trans.__('Kernels, copies and fills that it launched'), COUNT),
    columnOf(trans.__('GPU time'), trans.__('Time of what it made GPUs do'), TIME),
    columnOf(trans.__('Share'), trans.__('Its share of the time of all GPU work'), SHARE)
  ];
}

/** Whether some of the work is whole CUDA graphs, which are no rows of its tables of kernels and copies. */
export function hasGraphs(report: GpuReport): boolean {
  const { kernels, transfers } = report;
  const rowsNs = [...kernels, ...transfers].reduce((sum, { totalNs }) => sum + totalNs, 0);
  return wholeWorkNs(report) > rowsNs * (1 + 1e-9);
}

/** Time of everything that GPUs did, nanoseconds; of an output that does not have it, what its tables have at least. */
function wholeWorkNs({ workNs, kernels, transfers, operators, lines }: GpuReport): number {
  const tables = [[...kernels, ...transfers], operators, lines];
  const sums = tables.map(rows => rows.reduce((sum, { totalNs }) => sum + totalNs, 0));
  return workNs ?? Math.max(...sums);
}

/** Why a device was idle, in words. */
export const IDLE_CAUSE_WORDS: Readonly<Record<IdleCause, string>> = {
  hostBusy: 'host busy',
  sync: 'waited for the GPU',
  copy: 'copying',
  launch: 'launching',
  nothingLaunched: 'nothing launched'
};

/** The causes for which a device was idle at all, that with the most time first. */
export function idleCauses({ idleNs }: Pick<DeviceUse, 'idleNs'>): readonly IdleCause[] {
  const causes = Object.keys(IDLE_CAUSE_WORDS) as IdleCause[];
  return causes.filter(cause => idleNs[cause] > 0).sort((a, b) => idleNs[b] - idleNs[a]);
}
