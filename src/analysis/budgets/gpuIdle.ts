import type { Profile } from '../../model/profile';

/**
 * The share of the recorded window in which nothing ran on a GPU, per cent: no slice on any of its
 * streams. The mean over the GPUs on which anything ran; null when there is none.
 */
export function gpuIdlePercent(profile: Profile): number | null {
  const { durationNs } = profile.meta;
  const busy = busyByDevice(profile);
  if (busy.length === 0 || !(durationNs > 0)) return null;
  const shares = busy.map(ns => Math.min(1, ns / durationNs));
  return 100 * (1 - shares.reduce((sum, share) => sum + share, 0) / shares.length);
}

/** Time in which each device was busy, nanoseconds; slices come in order of their start. */
function busyByDevice(profile: Profile): number[] {
  const { slices, tracks, meta } = profile;
  const deviceOf = tracks.map((_, row) => deviceOfTrack(profile, row));
  const busyNs = new Map<number, number>();
  const busyUntil = new Map<number, number>();
  for (let row = 0; row < slices.length; row++) {
    const device = deviceOf[slices.track[row]];
    if (device < 0) continue;
    const start = Math.max(0, slices.start[row], busyUntil.get(device) ?? 0);
    const end = Math.min(meta.durationNs, slices.start[row] + slices.duration[row]);
    busyNs.set(device, (busyNs.get(device) ?? 0) + Math.max(0, end - start));
    busyUntil.set(device, Math.max(end, busyUntil.get(device) ?? 0));
  }
  return [...busyNs.values()];
}

/** The device of a stream, or the stream itself where it stands alone; -1 for other tracks. */
function deviceOfTrack({ tracks }: Profile, row: number): number {
  const { kind, parent } = tracks[row];
  if (kind !== 'cudaStream') return -1;
  return parent >= 0 && tracks[parent].kind === 'device' ? parent : row;
}
