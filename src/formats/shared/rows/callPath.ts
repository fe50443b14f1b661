import { ANONYMOUS, TOP_LEVEL } from '../../../model/profile/frameNames';
import type { Profile } from '../../../model/profile/profile';

/** The rows of a stack's frames, outermost first. */
export function framesFromRoot({ stacks }: Profile, stack: number): number[] {
  const path: number[] = [];
  for (let row = stack; row >= 0; row = stacks.prefix[row]) path.push(stacks.frame[row]);
  return path.reverse();
}

/** Deeper stacks are cut here if a file repeats all callers with every stack. */
export const MAX_STACK_DEPTH = 4096;

/**
 * Returns the stack to write for each stack: itself, or for a deeper one its outermost
 * {@link MAX_STACK_DEPTH} frames; -1 for -1. Linear in the stacks, however deep they are.
 */
export function writtenStacks({ stacks }: Profile): (stack: number) => number {
  const { length, prefix } = stacks;
  const depth = new Uint32Array(length);
  const written = new Uint32Array(length);
  for (let row = 0; row < length; row++) {
    const caller = prefix[row];
    depth[row] = caller < 0 ? 1 : depth[caller] + 1;
    written[row] = depth[row] <= MAX_STACK_DEPTH ? row : written[caller];
  }
  return stack => (stack < 0 ? -1 : written[stack]);
}

/** The name of a function in a format that requires a name for every function. */
export function functionName({ frames, strings }: Profile, frame: number): string {
  return strings[frames.name[frame]] || ANONYMOUS;
}

/** Names of functions that the code does not name. */
const NAMELESS = [ANONYMOUS, TOP_LEVEL];

/**
 * {@link functionName} for a format with room for nothing else: an anonymous function shows its
 * location, as in `(anonymous) Cell [5]:12`.
 */
export function tellingName(profile: Profile, frame: number): string {
  const { frames, strings } = profile;
  const name = functionName(profile, frame);
  const file = strings[frames.file[frame]];
  if (!NAMELESS.includes(name) || file === '') return name;
  const line = frames.line[frame] === 0 ? '' : `:${frames.line[frame]}`;
  return `${name} ${file}${line}`;
}

/** True if some thread was sampled while it was not idle. */
export function hasCpuSamples({ samples }: Profile): boolean {
  return samples.stack.some(stack => stack >= 0);
}

/** A name and a value, by which readers of samples tell these apart. */
export type StackLabel = readonly [name: string, value: string];

/** The labels of a stack of CPU samples, by its row. */
export type LabelsOfStack = (stack: number) => readonly StackLabel[];

/** A function and the line that it was at. */
export interface StackPlace {
  readonly frame: number;
  readonly line: number;
}

/** The places that stacks of a profile need, each once; ids count from 1. */
export class StackPlaces {
  readonly #places: StackPlace[] = [];
  readonly #idOf = new Map<string, number>();

  constructor(private readonly profile: Profile) {}

  /** The places so far, in order of their ids. */
  get all(): readonly StackPlace[] {
    return this.#places;
  }

  /** Ids of the places of a stack, innermost first. */
  placesOf(stack: number): number[] {
    const { prefix, frame, line } = this.profile.stacks;
    const ids: number[] = [];
    for (let row = stack; row >= 0; row = prefix[row]) {
      ids.push(this.#idOfPlace({ frame: frame[row], line: line[row] }));
    }
    return ids;
  }

  /** Where the line is not known, the place is that of the function. */
  #idOfPlace({ frame, line }: StackPlace): number {
    const place = { frame, line: line > 0 ? line : this.profile.frames.line[frame] };
    const key = `${frame} ${place.line}`;
    const known = this.#idOf.get(key);
    if (known !== undefined) return known;
    const id = this.#places.push(place);
    this.#idOf.set(key, id);
    return id;
  }
}
