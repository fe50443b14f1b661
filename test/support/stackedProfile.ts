import { ProfileBuilder, emptySampleParts } from '../../src/model/build/profileBuilder';
import { StackBuilder } from '../../src/model/build/stackBuilder';
import { FrameKind, type Profile } from '../../src/model/profile/profile';
import { classifyScript } from '../../src/model/profile/scriptKind';
import { sampleMeta } from './drawProfile';

/** Samples of one stack on one thread. */
export interface DrawnSamples {
  /** The files of its functions, outermost first; `''` is native code, and an empty list an idle thread. */
  readonly stack: readonly string[];
  readonly ns: number;
  /** The number of the thread, from 0; 0 unless stated. */
  readonly thread?: number;
}

const STATES: ReadonlyMap<string, number> = new Map([
  ['(garbage collector)', FrameKind.gc],
  ['(program)', FrameKind.program]
]);

/** A profile with one sample for each of `drawn`, one after another on each thread. */
export function stackedProfile(drawn: readonly DrawnSamples[], durationNs: number): Profile {
  const builder = new ProfileBuilder();
  const stacks = new StackBuilder();
  const threads = 1 + drawn.reduce((most, { thread = 0 }) => Math.max(most, thread), 0);
  for (let thread = 0; thread < threads; thread++) {
    builder.addTrack({ name: `thread ${thread}`, kind: 'thread' });
  }
  const rows = drawn.map(({ stack }) => stack.reduce((row, file) => push(row, file), -1));
  function push(row: number, file: string): number {
    const state = STATES.get(file);
    const frame = stacks.frame({
      name: builder.strings.intern(state === undefined ? 'f' : file),
      file: builder.strings.intern(state === undefined ? file : ''),
      line: 1,
      column: 1,
      kind:
        state ??
        (file.endsWith('.wasm')
          ? FrameKind.library
          : classifyScript(`/${file}`.replace('/node:', 'node:').replace(/^\/$/, '')))
    });
    return stacks.stack(row, frame);
  }
  const ends = new Float64Array(threads);
  const time = drawn.map(({ ns, thread = 0 }) => (ends[thread] += ns) - ns);
  const order = [...drawn.keys()].sort((a, b) => time[a] - time[b]);
  return builder.build(sampleMeta(durationNs), {
    ...emptySampleParts(),
    stacks: stacks.stacks(),
    frames: stacks.frames(),
    samples: {
      length: drawn.length,
      time: Float64Array.from(order, at => time[at]),
      weight: Float64Array.from(order, at => drawn[at].ns),
      stack: Int32Array.from(order, at => rows[at]),
      track: Uint16Array.from(order, at => drawn[at].thread ?? 0)
    }
  });
}
