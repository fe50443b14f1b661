import type { Profile } from '../../model/profile/profile';
import { deviceNumber } from './deviceNumber';
import { launchSize } from './launchSize';
import { type Occupancy, theoreticalOccupancy } from './occupancy';
import { workArgs } from './workArgs';

/** Theoretical occupancy of one run of a kernel; null where its device or its launch is not known. */
export function sliceOccupancy(profile: Profile, slice: number): Occupancy | null {
  const { tracks, slices, strings, meta } = profile;
  const device = deviceNumber(tracks, slices.track[slice]);
  const info = meta.gpus.find(gpu => gpu.device === device);
  if (!info) return null;
  const { block, registers, sharedBytes } = workArgs(profile, Uint32Array.of(slice));
  return theoreticalOccupancy(info, {
    threads: launchSize(strings[block[0]]),
    registers: registers[0],
    sharedBytes: sharedBytes[0]
  });
}
