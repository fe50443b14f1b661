import { numberOfGpuTrack } from '../../facts/gpus';
import type { Profile } from '../profile/profile';
import { renumberGpus } from './renumberGpus';

/**
 * Gives each UUID one number. Each process counts the GPUs that it sees from 0, so numbers of several
 * processes may be of one GPU, and one number of several. A GPU keeps its number in the first profile
 * that has it, or has the next free one if another GPU has that. GPUs without a UUID keep their numbers.
 */
export function withEqualGpuNumbers(profiles: readonly Profile[]): readonly Profile[] {
  const numbers = new Numbers(profiles);
  return profiles.map(profile => renumberGpus(profile, numbers.ofProfile(profile)));
}

class Numbers {
  readonly #ofUuid = new Map<string, number>();
  readonly #taken = new Set<number>();
  /** Numbers of GPUs whose UUID is not known, which no other GPU is given. */
  readonly #unknown: ReadonlySet<number>;

  constructor(profiles: readonly Profile[]) {
    this.#unknown = new Set(profiles.flatMap(unknownNumbers));
  }

  /** The merged number of each GPU of a profile with a UUID, by its own number. */
  ofProfile({ meta }: Profile): ReadonlyMap<number, number> {
    const numbers = new Map<number, number>();
    for (const { device, uuid } of meta.gpus) {
      if (uuid && !numbers.has(device)) numbers.set(device, this.#numberOf(uuid, device));
    }
    return numbers;
  }

  #numberOf(uuid: string, device: number): number {
    const known = this.#ofUuid.get(uuid);
    if (known !== undefined) return known;
    const number = this.#taken.has(device) ? this.#free() : device;
    this.#ofUuid.set(uuid, number);
    this.#taken.add(number);
    return number;
  }

  #free(): number {
    let number = 0;
    while (this.#taken.has(number) || this.#unknown.has(number)) number++;
    return number;
  }
}

function unknownNumbers({ meta, tracks }: Profile): number[] {
  const known = new Set(meta.gpus.filter(({ uuid }) => uuid).map(({ device }) => device));
  const numbers = tracks.filter(({ kind }) => kind === 'device').map(numberOfGpuTrack);
  return [...numbers, ...meta.gpus.map(({ device }) => device)].filter(each => !known.has(each));
}
