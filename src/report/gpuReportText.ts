import type {
  DeviceUse,
  GpuReport,
  KernelUse,
  LaunchLatency,
  TransferUse
} from '../model/output/gpuReport';
import { formatBytes, formatDuration, plural } from '../base/text';
import { NS_PER_MS, NS_PER_US } from '../base/time';
import { IDLE_CAUSE_WORDS, idleCauses } from './text/idleCauseWords';
import { printable } from '../tables/printable';
import { textTable } from '../tables/textTable';

/** Options of {@link gpuReportText}. */
export interface GpuTextOptions {
  /** Length of the recorded window, nanoseconds: the whole that shares are of. */
  readonly wallNs: number;
  /** Rows of each table at most; 0 for all. */
  readonly top: number;
}

/** Gaps of a device that are named. */
const SHOWN_GAPS = 5;

/**
 * The GPU report as text: for each device its load, its streams and the causes of its idle time; then
 * tables of kernels, copies, operators and lines, longest first, and the launch latencies.
 */
export function gpuReportText(report: GpuReport, options: GpuTextOptions): string {
  const { kernels, transfers, operators, lines, launches } = report;
  const { top } = options;
  return [
    ...report.devices.map(device => deviceText(device, options)),
    textTable('GPU Kernels', KERNEL_HEADINGS, kernels.map(kernelCells), top),
    textTable('GPU Copies and Fills', TRANSFER_HEADINGS, transfers.map(transferCells), top),
    textTable(
      'GPU Time by Operator',
      ['Total (ms)', 'Runs', 'Works', 'Operator'],
      operators.map(({ name, count, works, totalNs }) => [
        ...[ms(totalNs), String(count), String(works), printable(name)]
      ]),
      top
    ),
    textTable(
      'GPU Time by Line',
      ['Total (ms)', 'Works', 'Line'],
      lines.map(({ file, line, works, totalNs }) => [
        ...[ms(totalNs), String(works), `${printable(file)}:${line}`]
      ]),
      top
    ),
    launches === null ? '' : launchText(launches)
  ].join('');
}

function deviceText(use: DeviceUse, { wallNs }: GpuTextOptions): string {
  const { device, info, busyNs, kernelNs, copyNs, overlappedNs, occupancy } = use;
  const name = info === null ? '' : ` (${printable(info.name)})`;
  const share = (ns: number): string => `${formatDuration(ns)} (${percent(ns, wallNs)} %)`;
  const fillNs = busyNs - (kernelNs + copyNs - overlappedNs);
  const facts = [
    `busy ${share(busyNs)}`,
    `kernels ${formatDuration(kernelNs)}`,
    `copies ${formatDuration(copyNs)}, ${formatDuration(overlappedNs)} beside kernels`,
    ...(fillNs > 0 ? [`fills alone ${formatDuration(fillNs)}`] : []),
    ...(occupancy === null ? [] : [`theoretical occupancy ${percent(occupancy, 1)} %`])
  ];
  const streams = use.streams.map(
    stream =>
      `  ${printable(stream.name)}: ${share(stream.busyNs)}, ${plural(stream.works, 'work')}`
  );
  const lines = [
    `GPU ${device}${name}: ${facts.join(' · ')}`,
    ...streams,
    ...idleLines(use, share)
  ];
  return `\n${lines.join('\n')}\n`;
}

function idleLines(use: DeviceUse, share: (ns: number) => string): readonly string[] {
  const idle = idleCauses(use).map(
    cause => `${IDLE_CAUSE_WORDS[cause]} ${share(use.idleNs[cause])}`
  );
  if (idle.length === 0) return [];
  return [
    `  idle: ${idle.join(' · ')}`,
    ...use.gaps.slice(0, SHOWN_GAPS).map(({ startNs, durationNs, cause, host }) => {
      const at = host === '' ? '' : `: ${printable(host)}`;
      const from = formatDuration(startNs);
      return `  gap of ${formatDuration(durationNs)} at ${from}, ${IDLE_CAUSE_WORDS[cause]}${at}`;
    })
  ];
}

const KERNEL_HEADINGS = [
  'Total (ms)',
  'Share %',
  'Count',
  'Avg (us)',
  'Min (us)',
  'Max (us)',
  'Occupancy %',
  'Kernel'
];

function kernelCells(kernel: KernelUse): readonly string[] {
  const { name, count, totalNs, minNs, maxNs, share, occupancy, limitedBy } = kernel;
  const full = occupancy === null ? '' : percent(occupancy, 1);
  const limit = limitedBy === null || occupancy === 1 ? '' : ` ${LIMITS[limitedBy]}`;
  return [
    ...[ms(totalNs), percent(share, 1), String(count)],
    ...[totalNs / count, minNs, maxNs].map(ns => (ns / NS_PER_US).toFixed(2)),
    ...[`${full}${limit}`, printable(name)]
  ];
}

const LIMITS: Readonly<Record<NonNullable<KernelUse['limitedBy']>, string>> = {
  warps: '(warps)',
  blocks: '(blocks)',
  registers: '(registers)',
  sharedMemory: '(shared)'
};

const TRANSFER_HEADINGS = ['Total (ms)', 'Count', 'Bytes', 'Rate', 'Of peak %', 'Name'];

function transferCells(transfer: TransferUse): readonly string[] {
  const { name, count, totalNs, bytes, bytesPerSecond, shareOfPeak } = transfer;
  const share = shareOfPeak === null ? '' : percent(shareOfPeak, 1);
  const rate = `${formatBytes(bytesPerSecond)}/s`;
  return [ms(totalNs), String(count), formatBytes(bytes), rate, share, printable(name)];
}

function launchText({ count, meanNs, p50Ns, p95Ns, maxNs, callNs }: LaunchLatency): string {
  const [mean, half, most, longest] = [meanNs, p50Ns, p95Ns, maxNs].map(formatDuration);
  const times = `mean ${mean}, p50 ${half}, p95 ${most}, max ${longest}`;
  return `\nFrom ${plural(count, 'launch', 'launches')} to their start: ${times}; ${formatDuration(callNs)} in all calls together.\n`;
}

function ms(ns: number): string {
  return (ns / NS_PER_MS).toFixed(3);
}

function percent(part: number, whole: number): string {
  return (whole > 0 ? (100 * part) / whole : 0).toFixed(1);
}
