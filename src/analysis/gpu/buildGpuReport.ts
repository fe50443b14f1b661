import { type Profile, FrameKind } from '../../model/profile/profile';
import type {
  GpuReport,
  LaunchLatency,
  KernelUse,
  LineGpuUse,
  TransferUse,
  DeviceUse,
  StreamUse
} from '../../model/output/gpuReport';
import { KernelOccupancies } from './occupancy';
import { operatorUses } from './operatorUses';
import { type WorkTable, workTable } from './workTable';
import { selectQuantiles } from '../../base/stats';
import { CUDA_CALL_CATEGORIES } from '../../model/profile/categories';
import { WorkKind } from './gpuWork';
import { nearestMarked } from './gpuOrigins';
import { hasStacksOf, stacksOfSlices } from '../slices/slicesWithStacks';
import { NS_PER_S } from '../../base/time';
import type { GpuInfo } from '../../facts/gpus';
import { type Intervals, common, lengthOf } from '../slices/intervals';
import { type BusyTimes, busyTimes } from './busyTimes';
import { HostActivity } from './hostActivity';
import { idleTimes } from './idleTimes';

/** The GPU activity of a profile; null if nothing ran on a GPU. */
export function gpuReport(profile: Profile): GpuReport | null {
  const work = workTable(profile);
  if (work === null) return null;
  const occupancies = new KernelOccupancies(work);
  return {
    devices: deviceUses(work, occupancies),
    kernels: kernelUses(work, occupancies),
    transfers: transferUses(work),
    operators: operatorUses(work),
    lines: lineUses(work),
    launches: launchLatency(work),
    workNs: work.rows.reduce((sum, row) => sum + profile.slices.duration[row], 0)
  };
}

/**
 * The time from calls that launch kernels or graphs to the start of the first kernel on the device;
 * null if no such call was recorded. If a kernel waits for others before it, its wait is included.
 */
function launchLatency(work: WorkTable): LaunchLatency | null {
  const { slices, labels, strings } = work.profile;
  const isCall = Uint8Array.from(labels.category, category =>
    Number(CUDA_CALL_CATEGORIES.includes(strings[category]))
  );
  const isSeen = new Uint8Array(slices.length);
  const latencies = new Float64Array(work.rows.length);
  let count = 0;
  let callNs = 0;
  for (const row of work.rows) {
    const call = work.originOf[row];
    if (call < 0 || isSeen[call] === 1 || isCall[slices.label[call]] === 0) continue;
    const kind = work.kindOfLabel[slices.label[row]];
    if (kind !== WorkKind.kernel && kind !== WorkKind.graph) continue;
    isSeen[call] = 1;
    latencies[count++] = Math.max(0, slices.start[row] - slices.start[call]);
    callNs += slices.duration[call];
  }
  return count === 0 ? null : { count, callNs, ...figuresOf(latencies.subarray(0, count)) };
}

function figuresOf(latencies: Float64Array) {
  const meanNs = latencies.reduce((sum, each) => sum + each, 0) / latencies.length;
  const [p50Ns, p95Ns, maxNs] = selectQuantiles(latencies, 0, latencies.length, [0.5, 0.95, 1]);
  return { meanNs, p50Ns, p95Ns, maxNs };
}

interface KernelTotals {
  count: number;
  totalNs: number;
  minNs: number;
  maxNs: number;
  /** Place of the longest run in the rows of the work. */
  longest: number;
}

/** Kernels by name, longest first in total. */
function kernelUses(work: WorkTable, occupancies: KernelOccupancies): readonly KernelUse[] {
  const totals = [...kernelTotals(work)];
  const allNs = totals.reduce((sum, [, { totalNs }]) => sum + totalNs, 0);
  const uses = totals.map(([name, each]) => kernelUse(work, { name, allNs, ...each }, occupancies));
  return uses.sort((a, b) => b.totalNs - a.totalNs);
}

// hot
function kernelTotals({ profile, rows, kindOfLabel }: WorkTable): Map<string, KernelTotals> {
  const { slices, labels, strings } = profile;
  const byLabel: (KernelTotals | undefined)[] = [];
  const byName = new Map<string, KernelTotals>();
  for (let at = 0; at < rows.length; at++) {
    const label = slices.label[rows[at]];
    if (kindOfLabel[label] !== WorkKind.kernel) continue;
    const known = byLabel[label];
    const totals = known ?? totalsOf(byName, strings[labels.name[label]]);
    if (!known) byLabel[label] = totals;
    const ns = slices.duration[rows[at]];
    totals.count++;
    totals.totalNs += ns;
    if (ns < totals.minNs) totals.minNs = ns;
    if (ns <= totals.maxNs) continue;
    totals.maxNs = ns;
    totals.longest = at;
  }
  return byName;
}

function totalsOf(byName: Map<string, KernelTotals>, name: string): KernelTotals {
  const known = byName.get(name);
  if (known) return known;
  const totals = { count: 0, totalNs: 0, minNs: Infinity, maxNs: -1, longest: 0 };
  byName.set(name, totals);
  return totals;
}

function kernelUse(
  { profile, args }: WorkTable,
  kernel: KernelTotals & { readonly name: string; readonly allNs: number },
  occupancies: KernelOccupancies
): KernelUse {
  const { name, count, totalNs, minNs, maxNs, longest, allNs } = kernel;
  const occupancy = occupancies.of(longest);
  return {
    name,
    count,
    totalNs,
    minNs,
    maxNs,
    share: allNs > 0 ? totalNs / allNs : 0,
    grid: profile.strings[args.grid[longest]],
    block: profile.strings[args.block[longest]],
    registers: args.registers[longest],
    sharedBytes: args.sharedBytes[longest],
    occupancy: occupancy?.share ?? null,
    limitedBy: occupancy?.limitedBy ?? null
  };
}

/**
 * Work by the innermost line of the user's own code that led to it, longest first in total: of the
 * call or the operator that started it, or the nearest operator around that has a stack.
 */
function lineUses(work: WorkTable): readonly LineGpuUse[] {
  const { profile, rows, originOf, enclosing } = work;
  const { slices } = profile;
  if (!hasStacksOf(profile, 'operators')) return [];
  const stackOf = stacksOfSlices(profile, 'operators');
  const hasStack = Uint8Array.from(stackOf, stack => Number(stack >= 0));
  const nearest = nearestMarked(slices, enclosing, hasStack);
  const lines = new UserLines(profile);
  for (const row of rows) {
    const slice = originOf[row] < 0 ? -1 : nearest[originOf[row]];
    const use = slice < 0 ? null : lines.at(stackOf[slice]);
    if (use === null) continue;
    use.works++;
    use.totalNs += slices.duration[row];
  }
  return lines.uses.sort((a, b) => b.totalNs - a.totalNs);
}

type Use = { -readonly [Key in keyof LineGpuUse]: LineGpuUse[Key] };

/** The GPU work of lines of the user's code, by stack. */
class UserLines {
  readonly uses: Use[] = [];
  readonly #byPlace = new Map<string, Use>();
  readonly #byStack = new Map<number, Use | null>();

  constructor(private readonly profile: Profile) {}

  /** The line of a stack; null if no line of the user's is on it. */
  at(stack: number): Use | null {
    const known = this.#byStack.get(stack);
    if (known !== undefined) return known;
    const use = this.#find(stack);
    this.#byStack.set(stack, use);
    return use;
  }

  #find(stack: number): Use | null {
    const { stacks, frames, strings } = this.profile;
    for (let row = stack; row >= 0; row = stacks.prefix[row]) {
      const frame = stacks.frame[row];
      const isUser = frames.kind[frame] === FrameKind.user && frames.file[frame] !== 0;
      if (!isUser || stacks.line[row] === 0) continue;
      return this.#ofPlace(strings[frames.file[frame]], stacks.line[row]);
    }
    return null;
  }

  #ofPlace(file: string, line: number): Use {
    const key = `${line} ${file}`;
    const known = this.#byPlace.get(key);
    if (known) return known;
    const use = { file, line, works: 0, totalNs: 0 };
    this.#byPlace.set(key, use);
    this.uses.push(use);
    return use;
  }
}

interface TransferTotals {
  count: number;
  totalNs: number;
  bytes: number;
  /** Time that it would have taken at the highest rate; NaN where that is not known. */
  leastNs: number;
}

/** Copies and fills by name, longest first in total. */
function transferUses(work: WorkTable): readonly TransferUse[] {
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

/** The use of each device that worked, in order of their tracks. */
function deviceUses(work: WorkTable, occupancies: KernelOccupancies): readonly DeviceUse[] {
  const occupancyOf = meanOccupancies(work, occupancies);
  const host = new HostActivity(work);
  return busyTimes(work.profile, work).map((times, device) => ({
    device: work.devices[device].number,
    track: work.devices[device].track,
    info: work.infos[device],
    ...lengthsOf(times),
    streams: streamUses(work, times),
    ...idleTimes(host, device, times.all),
    occupancy: occupancyOf[device]
  }));
}

function lengthsOf({ all, kernels, copies }: BusyTimes) {
  return {
    busyNs: lengthOf(all),
    kernelNs: lengthOf(kernels),
    copyNs: lengthOf(copies),
    overlappedNs: lengthOf(common(kernels, copies))
  };
}

function streamUses({ profile }: WorkTable, { streams }: BusyTimes): readonly StreamUse[] {
  const windowNs = profile.meta.durationNs;
  const utilisation = (busy: Intervals): number => (windowNs > 0 ? lengthOf(busy) / windowNs : 0);
  const uses = streams.map(({ track, busy, works }) => ({
    track,
    name: profile.tracks[track].name,
    busyNs: lengthOf(busy),
    works,
    utilisation: utilisation(busy)
  }));
  return uses.sort((a, b) => b.busyNs - a.busyNs);
}

// hot
/** For each device the mean over its kernels for which occupancy is known, by their time. */
function meanOccupancies(
  work: WorkTable,
  occupancies: KernelOccupancies
): readonly (number | null)[] {
  const { rows, profile, kindOfLabel, deviceOfTrack, devices } = work;
  const { slices } = profile;
  const weighted = new Float64Array(devices.length);
  const knownNs = new Float64Array(devices.length);
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at];
    if (kindOfLabel[slices.label[row]] !== WorkKind.kernel) continue;
    const occupancy = occupancies.of(at);
    if (occupancy === null) continue;
    const device = deviceOfTrack[slices.track[row]];
    weighted[device] += occupancy.share * slices.duration[row];
    knownNs[device] += slices.duration[row];
  }
  return devices.map((_, at) => (knownNs[at] > 0 ? weighted[at] / knownNs[at] : null));
}
