import { TripleRows } from '../../model/build/tripleRows';
import { launchSize } from './launchSize';
import { type Occupancy, theoreticalOccupancy } from './occupancy';
import type { WorkTable } from './workTable';

/** Theoretical occupancy of kernels; equal launches are reckoned once. */
export class KernelOccupancies {
  /** For each device the distinct launches: block, registers and shared memory. */
  readonly #launches: readonly TripleRows[];
  readonly #known: readonly (Occupancy | null)[][];
  readonly #threads = new Map<number, number>();
  readonly #isKnown: boolean;

  constructor(private readonly work: WorkTable) {
    this.#isKnown = work.infos.some(info => info !== null);
    this.#launches = work.infos.map(() => new TripleRows());
    this.#known = work.infos.map(() => []);
  }

  // hot
  /** Of the kernel at a place of `work.rows`; null where the device or the launch is not known. */
  of(at: number): Occupancy | null {
    if (!this.#isKnown) return null;
    const { rows, profile, deviceOfTrack, args } = this.work;
    const device = deviceOfTrack[profile.slices.track[rows[at]]];
    const row = this.#launches[device].row(
      args.block[at],
      args.registers[at],
      args.sharedBytes[at]
    );
    if (row < this.#known[device].length) return this.#known[device][row];
    const occupancy = this.#reckon(at, device);
    this.#known[device].push(occupancy);
    return occupancy;
  }

  #reckon(at: number, device: number): Occupancy | null {
    const { args, infos } = this.work;
    const info = infos[device];
    if (info === null) return null;
    return theoreticalOccupancy(info, {
      threads: this.#threadsOf(args.block[at]),
      registers: args.registers[at],
      sharedBytes: args.sharedBytes[at]
    });
  }

  #threadsOf(block: number): number {
    const known = this.#threads.get(block);
    if (known !== undefined) return known;
    const threads = launchSize(this.work.profile.strings[block]);
    this.#threads.set(block, threads);
    return threads;
  }
}
