import { shown } from '../../../base/text';
import { EventArgumentError } from './eventErrors';
import type { Interval } from './interval';

/** One run of a function on a GPU. */
export class GpuKernel {
  /**
   * One run of `name` on the GPU of that number.
   *
   * @throws EventArgumentError for a name that is not a string, or a device that is not an integer.
   */
  constructor(
    /** The name of the function that ran. */
    readonly name: string,
    /** The number of the GPU, from 0. */
    readonly device: number,
    /** When it ran on the GPU, in microseconds. */
    readonly interval: Interval
  ) {
    if (typeof name !== 'string') {
      throw new EventArgumentError(`The name of a GPU kernel is text, not ${shown(name)}`);
    }
    if (!Number.isSafeInteger(device)) {
      throw new EventArgumentError(`A device is a whole number, not ${shown(device)}`);
    }
  }
}

/** Sum of the durations of kernels, microseconds. */
export function timeOfKernels(kernels: readonly GpuKernel[]): number {
  let total = 0;
  for (const { interval } of kernels) total += interval.elapsedUs();
  return total;
}
