import type { GpuInfo } from '../../facts/gpus';
import type { Profile } from '../../model/profile/profile';
import { enclosingOf } from '../slices/nesting';
import { gpuOrigins } from './gpuOrigins';
import { type GpuWork, gpuWork } from './gpuWork';
import { type WorkArgs, workArgs } from './workArgs';

/** The work of GPUs in a profile with what all parts of a report ask for. */
export interface WorkTable extends GpuWork {
  readonly profile: Profile;
  readonly args: WorkArgs;
  /** Of `gpuOrigins`, by slice. */
  readonly originOf: Int32Array;
  /** Of `enclosingOf`, by slice. */
  readonly enclosing: Int32Array;
  /** The profile's facts about each of `devices`. */
  readonly infos: readonly (GpuInfo | null)[];
}

/** Reads the GPU work; null if there is none. */
export function workTable(profile: Profile): WorkTable | null {
  const work = gpuWork(profile);
  if (work.rows.length === 0) return null;
  const { meta } = profile;
  return {
    ...work,
    profile,
    args: workArgs(profile, work.rows),
    originOf: gpuOrigins(profile),
    enclosing: enclosingOf(profile),
    infos: work.devices.map(({ number }) => meta.gpus.find(gpu => gpu.device === number) ?? null)
  };
}
