import type { ContributionContext } from '../../../record/build/contribution';

export interface TrackedGpu {
  /** CUDA's number. */
  readonly device: number;
  /** Empty if unknown. */
  readonly name: string;
}

/**
 * The tracks of GPUs. Sources of one recording share them, so that GPU work from one source and
 * measurements from another are on the same rows.
 */
export class DeviceTracks {
  readonly #ofContext = new WeakMap<ContributionContext, Map<number, number>>();

  /** The track of a GPU in a profile being built; the first request adds it. */
  trackOf(context: ContributionContext, { device, name }: TrackedGpu): number {
    const tracks = this.#ofContext.get(context) ?? new Map<number, number>();
    this.#ofContext.set(context, tracks);
    const known = tracks.get(device);
    if (known !== undefined) return known;
    const track = context.addTrack({
      name: name === '' ? `GPU ${device}` : `GPU ${device} (${name})`,
      kind: 'device',
      parent: -1,
      pid: process.pid,
      tid: device
    });
    tracks.set(device, track);
    return track;
  }
}
