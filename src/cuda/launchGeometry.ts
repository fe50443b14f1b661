import type { CudaDevice } from './cudaDevice';
import { CudaArgumentError } from './cudaErrors';

/** The number of blocks, or threads of a block: in x alone, or in up to three dimensions. */
export type Extent =
  | number
  | readonly [x: number]
  | readonly [x: number, y: number]
  | readonly [x: number, y: number, z: number];

/** The limits on the threads and the shared memory of a kernel. */
export interface KernelLimits {
  readonly name: string;
  readonly maxThreadsPerBlock: number;
  /** Shared memory that the kernel has of itself. */
  readonly sharedBytes: number;
}

const AXES = ['x', 'y', 'z'] as const;

/**
 * The 7 words of a launch. @throws CudaArgumentError for values beyond the limits of the device or the
 * kernel.
 */
export function launchGeometry(
  limits: KernelLimits,
  device: CudaDevice,
  { grid, block, sharedBytes }: { grid: Extent; block: Extent; sharedBytes: number }
): Uint32Array {
  const blocks = checkedExtent('grid', grid, device.maxGrid);
  const threads = checkedExtent('block', block, device.maxBlock);
  const count = threads[0] * threads[1] * threads[2];
  const most = Math.min(device.maxThreadsPerBlock, limits.maxThreadsPerBlock);
  if (count > most) {
    throw new CudaArgumentError(
      `A block of ${limits.name} has at most ${most} threads, not ${count}.`
    );
  }
  const free = Math.max(device.maxSharedBytesPerBlock - limits.sharedBytes, 0);
  if (!Number.isInteger(sharedBytes) || sharedBytes < 0 || sharedBytes > free) {
    throw new CudaArgumentError(
      `sharedBytes of ${limits.name} are a whole number from 0 to ${free}, not ${String(sharedBytes)}.`
    );
  }
  return Uint32Array.of(...blocks, ...threads, sharedBytes);
}

function checkedExtent(
  what: 'grid' | 'block',
  extent: Extent,
  most: readonly number[]
): [number, number, number] {
  const given: readonly unknown[] = Array.isArray(extent) ? extent : [extent];
  if (given.length === 0 || given.length > AXES.length) {
    throw new CudaArgumentError(`The ${what} is a number, or an array of one to three.`);
  }
  return AXES.map((axis, at) => {
    const value = at < given.length ? given[at] : 1;
    if (Number.isInteger(value) && (value as number) >= 1 && (value as number) <= most[at]) {
      return value as number;
    }
    throw new CudaArgumentError(
      `The ${what} has from 1 to ${most[at]} in ${axis}, not ${String(value)}.`
    );
  }) as [number, number, number];
}
