import { deviceNumber } from '../../analysis/gpu/deviceNumber';
import { gpuOrigins, nearestMarked } from '../../analysis/gpu/gpuOrigins';
import { gpuWork } from '../../analysis/gpu/gpuWork';
import { enclosingOf } from '../../analysis/slices/nesting';
import { NS_PER_S } from '../../base/time';
import type { Profile } from '../../model/profile/profile';
import type { MgeTimes } from './mgeProfiling';

/** The GPU times of an operator, by computing node; a stream of a GPU is one. */
export type GpuTimes = Readonly<Record<string, MgeTimes>>;

/**
 * The GPU times of operators, by rows of their slices: on each stream from the start of their first
 * work to the end of the last. Work launched by an operator within another one belongs to the inner
 * one.
 */
export function mgeGpuTimes(
  profile: Profile,
  operators: Iterable<number>
): ReadonlyMap<number, GpuTimes> {
  const times = new Map<number, Record<string, MgeTimes>>();
  const { slices } = profile;
  const { rows } = gpuWork(profile);
  if (rows.length === 0) return times;
  const isOperator = new Uint8Array(slices.length);
  for (const row of operators) isOperator[row] = 1;
  const owners = nearestMarked(slices, enclosingOf(profile), isOperator);
  const originOf = gpuOrigins(profile);
  for (const row of rows) {
    const owner = originOf[row] < 0 ? -1 : owners[originOf[row]];
    if (owner < 0) continue;
    const ofOwner = times.get(owner) ?? {};
    times.set(owner, ofOwner);
    const node = nodeOf(profile, slices.track[row]);
    ofOwner[node] = spanOf(ofOwner[node], slices.start[row], slices.duration[row]);
  }
  return times;
}

function spanOf(known: MgeTimes | undefined, startNs: number, durationNs: number): MgeTimes {
  const [start, end] = [startNs / NS_PER_S, (startNs + durationNs) / NS_PER_S];
  if (known === undefined) return { start, kern: start, end };
  return { ...known, end: Math.max(known.end, end) };
}

function nodeOf({ tracks }: Profile, track: number): string {
  const { name, tid } = tracks[track];
  return `CompNode("gpu${deviceNumber(tracks, track)}:${tid}" from "${name}")`;
}
