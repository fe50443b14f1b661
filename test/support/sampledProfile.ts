import { FrameKind, type Profile } from '../../src/model/profile/profile';
import {
  ProfileBuilder,
  type SampleParts,
  emptySampleParts
} from '../../src/model/build/profileBuilder';
import { StackBuilder } from '../../src/model/build/stackBuilder';
import { sampleMeta } from './drawProfile';
import { type Random, seededRandom } from './random';

/** What {@link sampledProfile} puts into a profile. */
export interface SampledOptions {
  readonly samples: number;
  /** Names of the functions; each is in a file of its own. */
  readonly names: readonly string[];
  /** Different stacks at most; 60 unless stated. */
  readonly stacks?: number;
  /** Threads that are sampled; 2 unless stated. */
  readonly threads?: number;
  /** Whether some samples are the garbage collector's; unless stated they are. */
  readonly gc?: boolean;
  /** Whether the heap was sampled as well; unless stated it was. */
  readonly heap?: boolean;
}

const MAX_DEPTH = 12;
const MICROSECOND = 1000;
/** Beyond what is exact as a number. */
const ORIGIN_NS = '123456789012345678';

/**
 * A profile of CPU samples whose functions call each other and themselves as it happens, at known
 * lines and at unknown ones, on threads that are idle at times; of what the same stacks allocated; and
 * of one slice around all. Times are whole microseconds.
 */
export function sampledProfile(options: SampledOptions): Profile {
  const builder = new ProfileBuilder();
  const random = seededRandom(11);
  const threads = options.threads ?? 2;
  for (let thread = 0; thread < threads; thread++) {
    builder.addTrack({ name: thread === 0 ? 'main thread' : `worker ${thread}`, kind: 'thread' });
  }
  const stacks = new StackBuilder();
  const leaves = addStacks(builder, stacks, options, random);
  const { samples, durationNs } = sampleTable(options.samples, threads, leaves, random);
  builder.addSlice({ name: 'all', category: 'range', start: 0, duration: durationNs, track: 0 });
  return builder.build(
    { ...sampleMeta(durationNs), originNs: ORIGIN_NS },
    {
      ...emptySampleParts(),
      stacks: stacks.stacks(),
      frames: stacks.frames(),
      samples,
      ...(options.heap === false ? {} : { heapSamples: heapSamples(leaves, random) })
    }
  );
}

const below = (random: Random, limit: number): number => Math.floor(random() * limit);

/** Adds some stacks and returns the rows that samples are in, -1 for an idle thread among them. */
function addStacks(
  { strings }: ProfileBuilder,
  stacks: StackBuilder,
  { names, stacks: count = 60, gc = true }: SampledOptions,
  random: Random
): number[] {
  const frames = names.map((name, at) =>
    stacks.frame({
      name: strings.intern(name),
      file: strings.intern(at % 3 === 0 ? 'Cell [5]' : `src/file ${at}.ts`),
      line: 10 * at + 1,
      column: (at % 4) + 1,
      kind: at % 3 === 0 ? FrameKind.user : FrameKind.library
    })
  );
  const leaves = new Set<number>([-1]);
  for (let stack = 0; stack < count; stack++) {
    let row = -1;
    for (let depth = 1 + below(random, MAX_DEPTH); depth > 0; depth--) {
      const at = below(random, frames.length);
      const line = random() < 0.3 ? 0 : 10 * at + 1 + below(random, 9);
      row = stacks.stack(row, frames[at], line);
    }
    leaves.add(row);
  }
  if (!gc) return [...leaves];
  const meta = { file: strings.intern(''), line: 0, column: 0 };
  const collector = strings.intern('(garbage collector)');
  const program = strings.intern('(program)');
  leaves.add(stacks.stack(-1, stacks.frame({ ...meta, name: collector, kind: FrameKind.gc })));
  leaves.add(stacks.stack(-1, stacks.frame({ ...meta, name: program, kind: FrameKind.program })));
  return [...leaves];
}

function sampleTable(
  length: number,
  threads: number,
  leaves: readonly number[],
  random: Random
): { readonly samples: SampleParts['samples']; readonly durationNs: number } {
  const rounds = Math.ceil(length / threads);
  const samples = {
    length: rounds * threads,
    time: new Float64Array(rounds * threads),
    weight: new Float64Array(rounds * threads),
    stack: new Int32Array(rounds * threads),
    track: new Uint16Array(rounds * threads)
  };
  let now = 0;
  for (let round = 0; round < rounds; round++) {
    const weight = MICROSECOND * (800 + below(random, 400));
    for (let thread = 0; thread < threads; thread++) {
      const row = round * threads + thread;
      samples.time[row] = now;
      samples.weight[row] = weight;
      samples.track[row] = thread;
      samples.stack[row] = leaves[below(random, leaves.length)];
    }
    now += weight;
  }
  return { samples, durationNs: now };
}

function heapSamples(leaves: readonly number[], random: Random): SampleParts['heapSamples'] {
  const stacks = leaves.filter((stack, at) => stack >= 0 && at % 2 === 0);
  return {
    length: stacks.length,
    stack: Uint32Array.from(stacks),
    bytes: Float64Array.from(stacks, () => 16 * below(random, 1e6)),
    variance: Float64Array.from(stacks, () => 1 + below(random, 1000)),
    aliveBytes: new Float64Array(stacks.length),
    aliveVariance: new Float64Array(stacks.length),
    samples: new Uint32Array(stacks.length).fill(1)
  };
}
