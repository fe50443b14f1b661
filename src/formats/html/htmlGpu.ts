import { gpuReport } from '../../analysis/gpu/buildGpuReport';
import { formatBytes, formatCount, formatDuration } from '../../base/text';
import type { DeviceUse, KernelUse, TransferUse } from '../../model/output/gpuReport';
import type { Profile } from '../../model/profile/profile';
import { IDLE_CAUSE_WORDS, idleCauses } from '../../report/text/idleCauseWords';
import { clipText } from '../shared/text/clipText';
import { caption, nameCell, numberCell, percent, shareCells, tableHead } from './htmlTables';
import type { Markup } from '../shared/text/markup';
import { markup, NO_MARKUP } from '../shared/text/markup';

/** Rows of each table at most. */
const MAX_KERNELS = 15;
const MAX_TRANSFERS = 10;
const MAX_DEVICES = 16;

/** Load and idle causes of GPUs, their kernels and copies; nothing without GPU work. */
export function gpuTables(profile: Profile): Markup {
  const report = gpuReport(profile);
  if (report === null) return NO_MARKUP;
  const { devices, kernels, transfers } = report;
  const wallNs = profile.meta.durationNs;
  return markup`${deviceTable(devices.slice(0, MAX_DEVICES), wallNs)}${kernelTable(kernels)}${transferTable(transfers)}`;
}

function deviceTable(devices: readonly DeviceUse[], wallNs: number): Markup {
  const lines = devices.map(use => {
    const { busyNs, kernelNs, copyNs, overlappedNs, occupancy } = use;
    const times = [kernelNs, copyNs, overlappedNs, Math.max(0, wallNs - busyNs)];
    const share = wallNs > 0 ? busyNs / wallNs : 0;
    return markup`<tr>${nameCell(nameOf(use))}${times.map(ns => numberCell(formatDuration(ns)))}${numberCell(occupancy === null ? '' : percent(occupancy))}${shareCells(share)}</tr>\n`;
  });
  const head = ['GPU', 'Kernels', 'Copies', 'Both', 'Idle', 'Occupancy', 'Busy', ''];
  const idle = devices.flatMap(use => {
    const causes = idleText(use);
    return causes === '' ? [] : [markup`<li>${nameOf(use)} was idle: ${causes}</li>`];
  });
  return markup`<table class="kernelscope-table">
${caption('GPUs')}
${tableHead(head, ['GPU'])}
<tbody>
${lines}</tbody>
</table>
${idle.length > 0 ? markup`<ul class="kernelscope-notes">${idle}</ul>\n` : NO_MARKUP}`;
}

function nameOf({ device, info }: DeviceUse): string {
  const name = clipText(info?.name ?? '', 80);
  return name === '' ? `GPU ${device}` : `GPU ${device} · ${name}`;
}

/** The causes with the most time first. */
function idleText(use: DeviceUse): string {
  return idleCauses(use)
    .map(cause => `${IDLE_CAUSE_WORDS[cause]} ${formatDuration(use.idleNs[cause])}`)
    .join(', ');
}

function kernelTable(kernels: readonly KernelUse[]): Markup {
  if (kernels.length === 0) return NO_MARKUP;
  const lines = kernels.slice(0, MAX_KERNELS).map(kernel => {
    const { name, count, totalNs, grid, block, registers, sharedBytes, occupancy, share } = kernel;
    const numbers = [
      formatCount(count),
      formatDuration(totalNs),
      formatDuration(totalNs / Math.max(1, count)),
      clipText(grid, 40),
      clipText(block, 40),
      registers > 0 ? formatCount(registers) : '',
      formatBytes(sharedBytes),
      occupancy === null ? '' : percent(occupancy)
    ];
    return markup`<tr>${nameCell(clipText(name, 80))}${numbers.map(text => numberCell(text))}${shareCells(share)}</tr>\n`;
  });
  const head = ['Kernel', 'Count', 'Total', 'Avg', 'Grid', 'Block', 'Registers', 'Shared memory'];
  return markup`<table class="kernelscope-table">
${caption(titleOf('Kernels', kernels.length, MAX_KERNELS))}
${tableHead([...head, 'Occupancy', 'Share', ''], ['Kernel'])}
<tbody>
${lines}</tbody>
</table>
`;
}

function transferTable(transfers: readonly TransferUse[]): Markup {
  if (transfers.length === 0) return NO_MARKUP;
  const lines = transfers.slice(0, MAX_TRANSFERS).map(transfer => {
    const { name, count, totalNs, bytes, bytesPerSecond, shareOfPeak } = transfer;
    const numbers = [
      formatCount(count),
      formatDuration(totalNs),
      formatBytes(bytes),
      `${formatBytes(bytesPerSecond)}/s`,
      shareOfPeak === null ? '' : percent(shareOfPeak)
    ];
    return markup`<tr>${nameCell(clipText(name, 80))}${numbers.map(text => numberCell(text))}</tr>\n`;
  });
  return markup`<table class="kernelscope-table">
${caption(titleOf('Copies and fills', transfers.length, MAX_TRANSFERS))}
${tableHead(['Copy', 'Count', 'Total', 'Bytes', 'Rate', 'Of the peak'], ['Copy'])}
<tbody>
${lines}</tbody>
</table>
`;
}

function titleOf(what: string, count: number, shown: number): string {
  return count <= shown
    ? what
    : `${what}, the ${shown} with the most time of ${formatCount(count)}`;
}
