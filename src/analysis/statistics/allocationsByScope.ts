import { compareText } from '../../base/text';
import type { AllocationTable, Profile } from '../../model/profile/profile';
import { type TimeWindow, firstRow } from '../slices/window';

/** The memory of one scope on one device. */
export interface ScopeAllocations {
  /** The profiler scope, such as `encoder:dense_1:`. */
  readonly scope: string;
  readonly device: string;
  /** Number of allocations in the window. */
  readonly count: number;
  /** Bytes held at the moment at which the whole device held the most. */
  readonly peakBytes: number;
  /** Bytes held at the end of the window. */
  readonly endBytes: number;
}

/** The moment of a window at which a device held the most. */
export interface DevicePeak {
  readonly device: string;
  readonly bytes: number;
  /** When that was first reached, nanoseconds from the origin. */
  readonly timeNs: number;
}

/** The holders of memory, by scope and device. */
export interface AllocationsByScope {
  /** The largest device first, and of one device those that held the most at its peak. */
  readonly rows: readonly ScopeAllocations[];
  /** One for each device, the largest first. */
  readonly devices: readonly DevicePeak[];
}

/**
 * Every allocation by its row, and every release by its row + the number of rows, in order of time:
 * memory released at a moment is gone before anything else at that moment.
 */
export type AllocationSteps = Uint32Array;

/** The {@link AllocationSteps} of a table: n log n. */
export function allocationSteps(allocations: AllocationTable): AllocationSteps {
  const { length, time } = allocations;
  const ends = new Float64Array(length);
  for (let row = 0; row < length; row++) ends[row] = endOf(allocations, row);
  const byEnd = rowsInOrder(ends);
  const steps = new Uint32Array(2 * length);
  let begin = 0;
  let end = 0;
  for (let at = 0; at < steps.length; at++) {
    const isEnd = begin === length || (end < length && ends[byEnd[end]] <= time[begin]);
    steps[at] = isEnd ? length + byEnd[end++] : begin++;
  }
  return steps;
}

/** The rows of `values` in ascending order; columns sort several times faster without comparator. */
function rowsInOrder(values: Float64Array): Uint32Array {
  const sorted = values.slice().sort();
  const taken = new Uint32Array(values.length);
  const rows = new Uint32Array(values.length);
  for (let row = 0; row < values.length; row++) {
    const first = firstRow(sorted, values[row]);
    rows[first + taken[first]++] = row;
  }
  return rows;
}

/**
 * The memory that each scope held on each device within `window`, by default the whole profile. Scopes
 * that neither held nor allocated anything in it are left out. Linear, given the steps.
 */
export function allocationsByScope(
  profile: Profile,
  window: TimeWindow = { fromNs: -Infinity, toNs: Infinity },
  steps: AllocationSteps = allocationSteps(profile.allocations)
): AllocationsByScope {
  const { strings, allocations } = profile;
  const peaks = devicePeaks(allocations, window, steps);
  const rows = scopeRows(profile, window, peaks);
  const devices = [...peaks].map(([device, peak]) => ({ device: strings[device], ...peak }));
  devices.sort((a, b) => b.bytes - a.bytes || compareText(a.device, b.device));
  const place = new Map(devices.map(({ device }, at) => [device, at]));
  const placeOf = ({ device }: ScopeAllocations): number => place.get(device) ?? devices.length;
  return { rows: rows.sort((a, b) => placeOf(a) - placeOf(b) || byBytes(a, b)), devices };
}

interface Peak {
  readonly bytes: number;
  readonly timeNs: number;
}

type OpenRow = { -readonly [Key in keyof ScopeAllocations]: ScopeAllocations[Key] };

function scopeRows(
  { allocations, strings }: Profile,
  { fromNs, toNs }: TimeWindow,
  peaks: ReadonlyMap<number, Peak>
): ScopeAllocations[] {
  const { length, time, bytes, scope, device } = allocations;
  const rows = new Map<number, OpenRow>();
  for (let row = 0; row < length && time[row] <= toNs; row++) {
    if (time[row] < fromNs && endOf(allocations, row) <= fromNs) continue;
    const key = device[row] * strings.length + scope[row];
    const sum = rows.get(key) ?? openRow(strings[scope[row]], strings[device[row]]);
    rows.set(key, sum);
    if (time[row] >= fromNs) sum.count++;
    if (isHeldAt(allocations, row, peaks.get(device[row])?.timeNs ?? NaN)) {
      sum.peakBytes += bytes[row];
    }
    if (isHeldAt(allocations, row, toNs)) sum.endBytes += bytes[row];
  }
  return [...rows.values()];
}

function openRow(scope: string, device: string): OpenRow {
  return { scope, device, count: 0, peakBytes: 0, endBytes: 0 };
}

/** The peak of each device within the window, by its string. */
function devicePeaks(
  allocations: AllocationTable,
  { fromNs, toNs }: TimeWindow,
  steps: AllocationSteps
): Map<number, Peak> {
  const { length, time, bytes, device } = allocations;
  const peaks = new Map<number, Peak>();
  const held = new Map<number, number>();
  for (const step of steps) {
    const row = step % length;
    const timeNs = step < length ? time[row] : endOf(allocations, row);
    if (timeNs > toNs) break;
    const sum = (held.get(device[row]) ?? 0) + (step < length ? bytes[row] : -bytes[row]);
    held.set(device[row], sum);
    const isHigher = sum > (peaks.get(device[row])?.bytes ?? -1);
    if (timeNs > fromNs && !isHigher) continue;
    peaks.set(device[row], { bytes: sum, timeNs: Math.max(timeNs, fromNs) });
  }
  return peaks;
}

function byBytes(a: ScopeAllocations, b: ScopeAllocations): number {
  return b.peakBytes - a.peakBytes || b.endBytes - a.endBytes || compareText(a.scope, b.scope);
}

/** The time of the release; never if it was still held when the profile ended. */
function endOf({ time, lifetime, isHeld }: AllocationTable, row: number): number {
  return isHeld[row] === 1 ? Infinity : time[row] + lifetime[row];
}

function isHeldAt(allocations: AllocationTable, row: number, timeNs: number): boolean {
  const isForever = allocations.isHeld[row] === 1;
  return allocations.time[row] <= timeNs && (isForever || endOf(allocations, row) > timeNs);
}
