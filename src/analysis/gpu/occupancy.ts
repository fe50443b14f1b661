import type { GpuInfo } from '../../facts/gpus';
import type { OccupancyLimit } from '../../model/output/gpuReport';
import { TripleRows } from '../../model/build/tripleRows';
import { launchSize, deviceNumber } from './gpuWork';
import { type WorkTable, workArgs } from './workTable';
import type { Profile } from '../../model/profile/profile';

/** The needs of one launch on a multiprocessor. */
interface BlockNeeds {
  /** Threads in a block. */
  readonly threads: number;
  /** Registers of a thread; 0 where they are not known, which limits nothing. */
  readonly registers: number;
  /** Bytes of shared memory of a block, static and dynamic. */
  readonly sharedBytes: number;
}

/** The occupancy of a multiprocessor. */
interface Occupancy {
  /** Active warps as a share of the maximum, 0 … 1. */
  readonly share: number;
  /** Simultaneous blocks on a multiprocessor. */
  readonly blocks: number;
  /** The first resource that runs out. */
  readonly limitedBy: OccupancyLimit;
}

/** Registers are given to warps in portions of so many. */
const REGISTERS_PORTION = 256;

/** The number of parts of a multiprocessor, each of which gives registers to its own warps. */
const PARTS = 4;

/**
 * Theoretical occupancy: as many blocks as a multiprocessor has warps, room for blocks, registers and
 * shared memory for, as the section "Multiprocessor Level" of the CUDA C++ Best Practices Guide and
 * the tables of the CUDA Programming Guide have it. The largest share of memory is taken for shared
 * memory. Null where the device is not known, or could not run the block at all.
 */
export function theoreticalOccupancy(info: GpuInfo, needs: BlockNeeds): Occupancy | null {
  const { warpSize, maxThreadsPerMultiprocessor } = info;
  if (!(warpSize > 0 && maxThreadsPerMultiprocessor > 0 && needs.threads > 0)) return null;
  const warps = Math.ceil(needs.threads / warpSize);
  const maxWarps = Math.floor(maxThreadsPerMultiprocessor / warpSize);
  const limits: readonly (readonly [OccupancyLimit, number])[] = [
    ['warps', Math.floor(maxWarps / warps)],
    ['blocks', info.maxBlocksPerMultiprocessor || Infinity],
    ['registers', blocksByRegisters(info, needs, warps)],
    ['sharedMemory', blocksBySharedMemory(info, needs)]
  ];
  const [limitedBy, blocks] = limits.reduce((least, each) => (each[1] < least[1] ? each : least));
  if (blocks === 0) return null;
  return { share: (blocks * warps) / maxWarps, blocks, limitedBy };
}

function blocksByRegisters(
  { registersPerMultiprocessor, warpSize }: GpuInfo,
  { registers }: BlockNeeds,
  warps: number
): number {
  if (registers === 0 || registersPerMultiprocessor === 0) return Infinity;
  const perWarp = roundUp(registers * warpSize, REGISTERS_PORTION);
  const warpsOfPart = Math.floor(registersPerMultiprocessor / PARTS / perWarp);
  return Math.floor((warpsOfPart * PARTS) / warps);
}

function blocksBySharedMemory(info: GpuInfo, { sharedBytes }: BlockNeeds): number {
  const { sharedBytesPerMultiprocessor, reservedSharedBytesPerBlock } = info;
  const needed = sharedBytes + reservedSharedBytesPerBlock;
  if (needed === 0 || sharedBytesPerMultiprocessor === 0) return Infinity;
  return Math.floor(sharedBytesPerMultiprocessor / roundUp(needed, sharedPortion(info)));
}

/** Bytes of the portions in which shared memory is given to blocks: smaller from 8.0 on. */
function sharedPortion({ computeCapability }: GpuInfo): number {
  return Number.parseInt(computeCapability, 10) < 8 ? 256 : 128;
}

function roundUp(value: number, portion: number): number {
  return Math.ceil(value / portion) * portion;
}

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
