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

/** What functions are called that the code gives no name. */
const NAMELESS = [ANONYMOUS, '(top level)'];

/**
 * {@link functionName} where a format has room for nothing else: a function that the code does not
 * name says where it is, as in `(anonymous) Cell [5]:12`.
 */
export function tellingName(profile: Profile, frame: number): string {
  const { frames, strings } = profile;
  const name = functionName(profile, frame);
  const file = strings[frames.file[frame]];
  if (!NAMELESS.includes(name) || file === '') return name;
  const line = frames.line[frame] === 0 ? '' : `:${frames.line[frame]}`;
  return `${name} ${file}${line}`;
}

/** Whether some thread was sampled while it did something. */
export function hasCpuSamples({ samples }: Profile): boolean {
  return samples.stack.some(stack => stack >= 0);
}
