import type { GpuInfo } from '../profile/gpuInfo';
import { MAX_GPUS, numberOfGpuTrack } from '../profile/gpuInfo';
import type { Profile } from '../profile/profile';
import { renumberGpus } from './renumberGpus';

/** Profiles whose numbers of GPUs mean the same in all of them, and those GPUs. */
export interface MergedGpus {
  readonly profiles: readonly Profile[];
  /** Each GPU once, by number. */
  readonly gpus: readonly GpuInfo[];
}

/**
 * Gives each UUID one number. Each process counts the GPUs that it sees from 0, so numbers of several
 * processes may be of one GPU, and one number of several. A GPU keeps its number in the first profile
 * that has it, or has the next free one if another GPU has that. GPUs without a UUID keep their numbers.
 */
export function mergeGpus(profiles: readonly Profile[]): MergedGpus {
  const numbers = new Numbers(profiles);
  const numbered = profiles.map(profile => renumberGpus(profile, numbers.ofProfile(profile)));
  const gpus = new Map<number, GpuInfo>();
  for (const gpu of numbered.flatMap(({ meta }) => meta.gpus)) {
    if (!gpus.has(gpu.device)) gpus.set(gpu.device, gpu);
  }
  const inOrder = [...gpus.values()].sort((a, b) => a.device - b.device);
  return { profiles: numbered, gpus: inOrder.slice(0, MAX_GPUS) };
}

class Numbers {
  private readonly ofUuid = new Map<string, number>();
  private readonly taken = new Set<number>();
  /** Numbers of GPUs whose UUID is not known, which no other GPU is given. */
  private readonly unknown: ReadonlySet<number>;

  constructor(profiles: readonly Profile[]) {
    this.unknown = new Set(profiles.flatMap(unknownNumbers));
  }

  /** The merged number of each GPU of a profile with a UUID, by its own number. */
  ofProfile({ meta }: Profile): ReadonlyMap<number, number> {
    const numbers = new Map<number, number>();
    for (const { device, uuid } of meta.gpus) {
      if (uuid && !numbers.has(device)) numbers.set(device, this.numberOf(uuid, device));
    }
    return numbers;
  }

  private numberOf(uuid: string, device: number): number {
    const known = this.ofUuid.get(uuid);
    if (known !== undefined) return known;
    const number = this.taken.has(device) ? this.free() : device;
    this.ofUuid.set(uuid, number);
    this.taken.add(number);
    return number;
  }

  private free(): number {
    let number = 0;
    while (this.taken.has(number) || this.unknown.has(number)) number++;
    return number;
  }
}

function unknownNumbers({ meta, tracks }: Profile): number[] {
  const known = new Set(meta.gpus.filter(({ uuid }) => uuid).map(({ device }) => device));
  const numbers = tracks.filter(({ kind }) => kind === 'device').map(numberOfGpuTrack);
  return [...numbers, ...meta.gpus.map(({ device }) => device)].filter(each => !known.has(each));
}
