import { partialProfile } from '../../../formats/shared/rows/partialProfile';
import { rowsWhere } from '../../../model/profile/columns';
import type { AllocationTable, CounterSeries, Profile } from '../../../model/profile/profile';

/**
 * The part of `profile` in a window of `durationNs` nanoseconds from the clock value `originNs`, on the
 * clock of that window and with its length. As in any recording, slices that began before it or at its
 * end are left out, and slices that continue after it are cut off there. CPU time is divided by the
 * samples of busy threads or, without any, evenly. Data without times stays whole: sampled bytes, ticks
 * and totals of lines, and totals of slices that were not kept.
 */
export function profileWithin(profile: Profile, originNs: bigint, durationNs: number): Profile {
  const moved = onClock(profile, Number(BigInt(profile.meta.originNs) - originNs), durationNs);
  const part = startedWithin(moved, durationNs);
  const { slices, samples, allocations } = part;
  return {
    ...part,
    meta: {
      ...part.meta,
      originNs: originNs.toString(),
      durationNs,
      cpuTimeNs: cpuTimeWithin(profile, originNs, durationNs)
    },
    slices: { ...slices, duration: untilEnd(slices.start, slices.duration, durationNs) },
    samples: { ...samples, weight: untilEnd(samples.time, samples.weight, durationNs) },
    allocations: heldUntil(allocations, durationNs)
  };
}

/** The profile with all times moved by `shiftNs`, and of each counter the values within the window. */
function onClock(profile: Profile, shiftNs: number, durationNs: number): Profile {
  const { slices, samples, instants, allocations } = profile;
  const moved = (time: Float64Array): Float64Array => time.map(at => at + shiftNs);
  const valuesWithin = (series: CounterSeries): CounterSeries => {
    const time = moved(series.time);
    const kept = rowsWhere(time.length, row => time[row] >= 0 && time[row] <= durationNs);
    return {
      ...series,
      time: Float64Array.from(kept, row => time[row]),
      value: Float64Array.from(kept, row => series.value[row])
    };
  };
  return {
    ...profile,
    slices: { ...slices, start: moved(slices.start) },
    samples: { ...samples, time: moved(samples.time) },
    instants: { ...instants, time: moved(instants.time) },
    allocations: { ...allocations, time: moved(allocations.time) },
    counters: profile.counters.map(valuesWithin).filter(({ time }) => time.length > 0)
  };
}

/** The profile with what began within the window, and with all that has no times. */
function startedWithin(profile: Profile, durationNs: number): Profile {
  const { slices, instants, samples, allocations, tracks } = profile;
  const within = (time: Float64Array) => (row: number) => time[row] >= 0 && time[row] < durationNs;
  const hasSlice = within(slices.start);
  const chosen = {
    slices: rowsWhere(slices.length, hasSlice),
    instants: rowsWhere(instants.length, within(instants.time)),
    samples: rowsWhere(samples.length, within(samples.time)),
    allocations: rowsWhere(allocations.length, within(allocations.time))
  };
  return partialProfile(profile, chosen, [...tracks.keys()]).profile;
}

function untilEnd(time: Float64Array, duration: Float64Array, endNs: number): Float64Array {
  return duration.map((each, row) => Math.min(each, endNs - time[row]));
}

function heldUntil(allocations: AllocationTable, endNs: number): AllocationTable {
  const { time, lifetime, isHeld } = allocations;
  return {
    ...allocations,
    lifetime: untilEnd(time, lifetime, endNs),
    isHeld: isHeld.map((held, row) => (time[row] + lifetime[row] > endNs ? 1 : held))
  };
}

/** CPU time of the process within the window, nanoseconds; estimated where the window is shorter. */
function cpuTimeWithin(profile: Profile, originNs: bigint, durationNs: number): number {
  const { meta, samples } = profile;
  const fromNs = Number(originNs - BigInt(meta.originNs));
  const toNs = fromNs + durationNs;
  const shared = (start: number, length: number): number =>
    Math.max(0, Math.min(start + length, toNs) - Math.max(start, fromNs));
  let busyNs = 0;
  let busyWithinNs = 0;
  for (let row = 0; row < samples.length; row++) {
    if (samples.stack[row] < 0) continue;
    busyNs += samples.weight[row];
    busyWithinNs += shared(samples.time[row], samples.weight[row]);
  }
  const share =
    busyNs > 0 ? busyWithinNs / busyNs : shared(0, meta.durationNs) / Math.max(1, meta.durationNs);
  return Math.round(meta.cpuTimeNs * Math.min(1, share));
}
