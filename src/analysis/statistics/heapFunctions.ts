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
