import { gpuReport } from '../../analysis/gpu/buildGpuReport';
import { BUNDLE_LIMITS, type BundleGpu } from '../../model/output/bundle';
import { MAX_GPUS } from '../../facts/gpus';
import type { DeviceUse, GpuReport } from '../../model/output/gpuReport';
import type { Profile } from '../../model/profile/profile';
import { jsonBytes } from './bundleSections';
import { clipGpu } from './bundleTexts';
import { clipText } from '../shared/text/clipText';

/** The maximum number of streams, and of gaps, that a bundle names for each device. */
const MAX_STREAMS = 32;
const MAX_BUNDLE_GAPS = 50;

/**
 * The GPU report of `profile`, in about `maxBytes` of JSON; null if no GPU did any work. Devices come
 * first, then each list has the rows that took the most time.
 */
export function bundleGpu(profile: Profile, maxBytes: number): BundleGpu | null {
  const report = gpuReport(profile);
  if (report === null) return null;
  const devices = report.devices.slice(0, MAX_GPUS).map(boundDevice);
  const room = { bytes: Math.max(0, maxBytes - jsonBytes(devices)) };
  const lists = boundLists(report, room);
  const kept = Object.values(lists).reduce((sum, rows) => sum + rows.length, 0);
  const { kernels, transfers, operators, lines, launches, workNs } = report;
  const all = kernels.length + transfers.length + operators.length + lines.length;
  return { devices, ...lists, launches, workNs, hiddenRows: all - kept };
}

/** The remaining bytes. */
interface Room {
  bytes: number;
}

/** Kernels come last, as there can be very many. */
function boundLists(report: GpuReport, room: Room) {
  const transfers = rowsWithin(report.transfers.map(named), room, 1 / 4);
  const operators = rowsWithin(report.operators.map(named), room, 1 / 3);
  const lines = rowsWithin(
    report.lines.map(line => ({ ...line, file: clipText(line.file) })),
    room,
    1 / 3
  );
  const kernels = rowsWithin(report.kernels, room, 1);
  return { kernels: kernels.map(named), transfers, operators, lines };
}

function named<T extends { readonly name: string }>(row: T): T {
  return { ...row, name: clipText(row.name) };
}

/** The first rows that take no more than `share` of the room. */
function rowsWithin<T>(rows: readonly T[], room: Room, share: number): readonly T[] {
  const limit = share * room.bytes;
  let bytes = 0;
  let count = 0;
  while (count < Math.min(rows.length, BUNDLE_LIMITS.gpuRows)) {
    const next = bytes + jsonBytes(rows[count]) + 1;
    if (next > limit) break;
    bytes = next;
    count++;
  }
  room.bytes -= bytes;
  return rows.slice(0, count);
}

/** Its tracks are those of the whole profile, which a bundle does not have. */
function boundDevice(device: DeviceUse): DeviceUse {
  return {
    ...device,
    track: -1,
    info: device.info && clipGpu(device.info),
    streams: device.streams.slice(0, MAX_STREAMS).map(stream => ({ ...named(stream), track: -1 })),
    gaps: device.gaps.slice(0, MAX_BUNDLE_GAPS).map(gap => ({ ...gap, host: clipText(gap.host) }))
  };
}
