import { FrameKind, type Profile } from 'kernelscope/model';
import { seededRandom } from './random';

const STACKS = 5_000;
const FRAMES = 400;

/** Callees of a stack: so many make stacks some 15 deep. */
const FAN = 1.8;

/** How far a stack is from the one before it at most, in rows of stacks. */
const REACH = 40;

/** Every fourth function is the user's own. */
const KINDS = [FrameKind.user, FrameKind.library, FrameKind.library, FrameKind.runtime];

/**
 * A profile with `count` CPU samples of its first track, the same for every call, evenly over its time: of
 * 5,000 stacks of 400 functions, some 15 deep, most of which begin as the one before. For sizes and speeds.
 */
export function withCrowdedSamples(profile: Profile, count: number): Profile {
  const random = seededRandom(17);
  const strings = [...profile.strings];
  const text = (each: string): number => strings.push(each) - 1;
  const file = text('node_modules/busy/index.js');
  const name = Uint32Array.from({ length: FRAMES }, (_, at) => text(`busy${at}`));
  const periodNs = profile.meta.durationNs / count;
  let stack = 0;
  const next = (): number => {
    stack = Math.floor(Math.abs(stack + REACH * (random() * 2 - 0.99))) % STACKS;
    return stack;
  };
  return {
    ...profile,
    strings,
    frames: {
      length: FRAMES,
      name,
      file: new Uint32Array(FRAMES).fill(file),
      line: Uint32Array.from(name, (_, at) => at + 1),
      column: new Uint32Array(FRAMES),
      kind: Uint8Array.from(name, (_, at) => KINDS[at % KINDS.length])
    },
    stacks: {
      length: STACKS,
      prefix: Int32Array.from({ length: STACKS }, (_, row) => Math.floor((row - 1) / FAN)),
      frame: Uint32Array.from({ length: STACKS }, () => Math.floor(FRAMES * random())),
      line: new Uint32Array(STACKS),
      isAwaited: new Uint8Array(STACKS)
    },
    samples: {
      length: count,
      time: Float64Array.from({ length: count }, (_, row) => row * periodNs),
      weight: new Float64Array(count).fill(periodNs),
      stack: Int32Array.from({ length: count }, next),
      track: new Uint16Array(count)
    }
  };
}
