import type { Profile } from '../../model/profile/profile';
import { samplingError } from '../slices/shareInterval';

/** An estimate of bytes that were allocated on the heap. */
export interface AllocatedBytes {
  readonly bytes: number;
  /** The half width of the 95 % confidence interval, bytes. */
  readonly errorBytes: number;
  /** Samples behind the estimate. */
  readonly samples: number;
}

/** Bytes that a profile's heap samples stand for: all of them, or those with a function of this name. */
export function allocatedBytes(profile: Profile, name: string | null): AllocatedBytes {
  const { heapSamples } = profile;
  const isWithin = name === null ? () => true : stackTest(profile, name);
  let [bytes, variance, samples] = [0, 0, 0];
  for (let row = 0; row < heapSamples.length; row++) {
    if (!isWithin(heapSamples.stack[row])) continue;
    bytes += heapSamples.bytes[row];
    variance += heapSamples.variance[row];
    samples += heapSamples.samples[row];
  }
  return { bytes, errorBytes: samplingError(variance), samples };
}

/** The names of the functions that a profile's stacks have. */
export function sampledFunctions({ frames, stacks, strings }: Profile): readonly string[] {
  const names = Array.from(stacks.frame, frame => strings[frames.name[frame]]);
  return [...new Set(names)];
}

/** A test whether a function of this name is on a stack, itself or as a caller. */
function stackTest({ frames, stacks, strings }: Profile, name: string): (stack: number) => boolean {
  const isWithin = new Uint8Array(stacks.length);
  for (let row = 0; row < stacks.length; row++) {
    const caller = stacks.prefix[row];
    const isNamed = strings[frames.name[stacks.frame[row]]] === name;
    isWithin[row] = isNamed || (caller >= 0 && isWithin[caller] === 1) ? 1 : 0;
  }
  return stack => isWithin[stack] === 1;
}
