import type { Profile } from '../model/profile';

/** Name for functions without one. */
const ANONYMOUS = '(anonymous)';

/** The rows of a stack's frames, outermost first. */
export function framesFromRoot({ stacks }: Profile, stack: number): number[] {
  const path: number[] = [];
  for (let row = stack; row >= 0; row = stacks.prefix[row]) path.push(stacks.frame[row]);
  return path.reverse();
}

/** What a function is called where a format demands a name of every function. */
export function functionName({ frames, strings }: Profile, frame: number): string {
  return strings[frames.name[frame]] || ANONYMOUS;
}

/** Whether some thread was sampled while it did something. */
export function hasCpuSamples({ samples }: Profile): boolean {
  return samples.stack.some(stack => stack >= 0);
}
