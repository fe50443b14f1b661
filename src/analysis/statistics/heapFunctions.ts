import type { Profile } from '../../model/profile/profile';
import { samplingError } from '../slices/shareInterval';
import { NO_FRAME, ownFrames } from '../stacks/ownFrames';

/** What a function allocated on the heap. All figures are V8's estimates from samples. */
export interface HeapFunction {
  readonly name: string;
  readonly file: string;
  /** One-based line on which the function begins: V8 knows no others; 0 if unknown. */
  readonly line: number;
  /** True for the user's own code. */
  readonly isOwn: boolean;
  /** Bytes still alive at the end; 0 where only all allocations were sampled. */
  readonly aliveBytes: number;
  /** The half width of the 95 % confidence interval of `aliveBytes`, bytes. */
  readonly aliveErrorBytes: number;
  /** Bytes allocated in all; 0 where only what is still alive was sampled. */
  readonly allocatedBytes: number;
  /** The half width of the 95 % confidence interval of `allocatedBytes`, bytes. */
  readonly allocatedErrorBytes: number;
  /** Samples behind the figures. */
  readonly samples: number;
}

/**
 * The functions of the user's own code that allocated, themselves or in what they called in libraries and
 * native code; stacks without any count for their innermost function. Most alive first, then most
 * allocated.
 */
export function heapFunctions(profile: Profile): HeapFunction[] {
  const { heapSamples, stacks, frames, strings } = profile;
  const own = ownFrames(profile);
  const found = new Map<number, OpenFunction>();
  for (let row = 0; row < heapSamples.length; row++) {
    const stack = heapSamples.stack[row];
    const frame = own[stack] === NO_FRAME ? stacks.frame[stack] : own[stack];
    const sum = found.get(frame) ?? {
      name: strings[frames.name[frame]],
      file: strings[frames.file[frame]],
      line: frames.line[frame],
      isOwn: own[stack] !== NO_FRAME,
      ...NOTHING
    };
    found.set(frame, sum);
    sum.aliveBytes += heapSamples.aliveBytes[row];
    sum.aliveVariance += heapSamples.aliveVariance[row];
    sum.allocatedBytes += heapSamples.bytes[row];
    sum.allocatedVariance += heapSamples.variance[row];
    sum.samples += heapSamples.samples[row];
  }
  return [...found.values()]
    .map(({ aliveVariance, allocatedVariance, ...sums }) => ({
      ...sums,
      aliveErrorBytes: samplingError(aliveVariance),
      allocatedErrorBytes: samplingError(allocatedVariance)
    }))
    .sort((a, b) => b.aliveBytes - a.aliveBytes || b.allocatedBytes - a.allocatedBytes);
}

const NOTHING = {
  aliveBytes: 0,
  aliveVariance: 0,
  allocatedBytes: 0,
  allocatedVariance: 0,
  samples: 0
};

type OpenFunction = typeof NOTHING & Pick<HeapFunction, 'name' | 'file' | 'line' | 'isOwn'>;

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
