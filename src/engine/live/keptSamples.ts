import { deflateRawSync } from 'node:zlib';
import { packPlain } from '../../base/plainData';
import type { NativeCpuSampler } from '../../native/v8Addon';

/** Level 1: this is done while a program runs. */
const FAST = { level: 1 };

/** Bytes that are kept at most for a file that has to be written anew: then the oldest samples are missing from it. */
const MAX_KEPT_BYTES = 32 << 20;

/**
 * Takes the CPU samples of another thread while that goes on recording, and leaves them as they are: whoever reads the
 * file that has them places them in source lines, by `placePieces`.
 */
export class KeptSamples {
  readonly #kept: Uint8Array[] = [];
  #keptBytes = 0;

  constructor(
    private readonly sampler: Pick<NativeCpuSampler, 'takePieces'>,
    private readonly handle: number
  ) {}

  /** All samples so far. */
  get all(): readonly Uint8Array[] {
    return this.#kept;
  }

  /** The samples since the last call. */
  take(): readonly Uint8Array[] {
    const taken = this.sampler
      .takePieces(this.handle)
      .map(piece => deflateRawSync(packPlain(piece), FAST));
    for (const piece of taken) this.#keep(piece);
    return taken;
  }

  #keep(piece: Uint8Array): void {
    this.#kept.push(piece);
    this.#keptBytes += piece.length;
    while (this.#keptBytes > MAX_KEPT_BYTES) this.#keptBytes -= this.#kept.shift()?.length ?? 0;
  }
}
