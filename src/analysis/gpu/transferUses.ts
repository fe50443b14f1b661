import { NS_PER_S } from '../../base/time';
import type { GpuInfo } from '../../facts/gpus';
import type { TransferUse } from '../../model/output/gpuReport';
import { WorkKind } from './gpuWork';
import type { WorkTable } from './workTable';

interface TransferTotals {
  count: number;
  totalNs: number;
  bytes: number;
  /** Time that it would have taken at the highest rate; NaN where that is not known. */
  leastNs: number;
}

/** Copies and fills by name, longest first in total. */
export function transferUses(work: WorkTable): readonly TransferUse[] {
  const { profile, rows, kindOfLabel, args, deviceOfTrack } = work;
  const { slices, labels, strings } = profile;
  const byName = new Map<string, TransferTotals>();
  for (let at = 0; at < rows.length; at++) {
    const label = slices.label[rows[at]];
    const kind = kindOfLabel[label];
    if (kind !== WorkKind.copy && kind !== WorkKind.fill) continue;
    const name = strings[labels.name[label]];
    const totals = byName.get(name) ?? { count: 0, totalNs: 0, bytes: 0, leastNs: 0 };
    byName.set(name, totals);
    const info = work.infos[deviceOfTrack[slices.track[rows[at]]]];
    totals.count++;
    totals.totalNs += slices.duration[rows[at]];
    totals.bytes += args.transferBytes[at];
    totals.leastNs += leastTimeNs(args.transferBytes[at], peakOf(name, kind, info));
  }
  const uses = Array.from(byName, ([name, totals]) => transferUse(name, totals));
  return uses.sort((a, b) => b.totalNs - a.totalNs);
}

function transferUse(name: string, totals: TransferTotals): TransferUse {
  const { count, totalNs, bytes, leastNs } = totals;
  const isTimed = totalNs > 0;
  return {
    name,
    count,
    totalNs,
    bytes,
    bytesPerSecond: isTimed ? (bytes * NS_PER_S) / totalNs : 0,
    // a rate above the peak tells that the peak is that of something else
    shareOfPeak: leastNs > 0 && leastNs <= totalNs ? leastNs / totalNs : null
  };
}

/**
 * The highest possible rate of bytes of a copy or a fill: that of the link between host and device; of
 * memory for fills, and half of it for copies within a device, where each byte is read and written. NaN
 * for others, such as between devices, and if unknown.
 */
function peakOf(name: string, kind: number, info: GpuInfo | null): number {
  if (info === null) return NaN;
  if (kind === WorkKind.fill) return info.memoryBytesPerSecond;
  if (/\b(HtoD|DtoH|HtoA|AtoH)\b/.test(name)) return info.linkBytesPerSecond;
  return /\b(DtoD|DtoA|AtoD|AtoA)\b/.test(name) ? info.memoryBytesPerSecond / 2 : NaN;
}

function leastTimeNs(bytes: number, bytesPerSecond: number): number {
  return bytesPerSecond > 0 ? (bytes * NS_PER_S) / bytesPerSecond : NaN;
}
