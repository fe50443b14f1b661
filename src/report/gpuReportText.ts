import type { DeviceUse, GpuReport, LaunchLatency } from '../model/output/gpuReport';
import { formatDuration, plural } from '../base/text';
import {
  IDLE_CAUSE_WORDS,
  idleCauses,
  gpuLinesTable,
  gpuOperatorsTable,
  hasGraphs,
  kernelsTable,
  transfersTable
} from './gpuTables';
import { printable } from '../tables/printable';
import { plainForm, tablesText } from './profileTables';

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
  const form = plainForm(options.top);
  const tables = [kernelsTable, transfersTable, gpuOperatorsTable, gpuLinesTable].map(table =>
    table(report, form)
  );
  const { devices, launches } = report;
  const kernels = hasGraphs(report) ? 'kernels and graphs' : 'kernels';
  return [
    ...devices.map(device => deviceText(device, { ...options, kernels })),
    tablesText(tables.filter(({ rows }) => rows.length > 0)),
    launches === null ? '' : launchText(launches)
  ].join('');
}

/** `kernels` is what the time of kernels is called: graphs are in it. */
function deviceText(
  use: DeviceUse,
  { wallNs, kernels }: GpuTextOptions & { readonly kernels: string }
): string {
  const { device, info, busyNs, kernelNs, copyNs, overlappedNs, occupancy } = use;
  const name = info === null ? '' : ` (${printable(info.name)})`;
  const share = (ns: number): string => `${formatDuration(ns)} (${percent(ns, wallNs)} %)`;
  const fillNs = busyNs - (kernelNs + copyNs - overlappedNs);
  const facts = [
    `busy ${share(busyNs)}`,
    `${kernels} ${formatDuration(kernelNs)}`,
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

function launchText({ count, meanNs, p50Ns, p95Ns, maxNs, callNs }: LaunchLatency): string {
  const [mean, half, most, longest] = [meanNs, p50Ns, p95Ns, maxNs].map(formatDuration);
  const times = `mean ${mean}, p50 ${half}, p95 ${most}, max ${longest}`;
  return `\nFrom ${plural(count, 'launch', 'launches')} to their start: ${times}; ${formatDuration(callNs)} in all calls together.\n`;
}

function percent(part: number, whole: number): string {
  return (whole > 0 ? (100 * part) / whole : 0).toFixed(1);
}
