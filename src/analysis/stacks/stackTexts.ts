import { ANONYMOUS } from '../../model/profile/frameNames';
import { FrameKind, type Profile } from '../../model/profile/profile';

/**
 * Texts of a profile's stacks, innermost frame first, each `file:line function`; equal stacks give
 * one list. Without a line `file function`, without a file the function alone. Of a stack with code
 * of the user, what libraries and the runtime do in between and inside is left out.
 */
export function stackTexts(profile: Profile): (stack: number) => readonly string[] {
  const known = new Map<number, readonly string[]>();
  return stack => {
    const found = known.get(stack);
    if (found) return found;
    const texts = framesOf(profile, stack).map(row => frameText(profile, row));
    known.set(stack, texts);
    return texts;
  };
}

/** The rows of a stack that are shown, innermost first. */
function framesOf({ stacks, frames }: Profile, stack: number): readonly number[] {
  const all: number[] = [];
  for (let row = stack; row >= 0; row = stacks.prefix[row]) all.push(row);
  const own = all.filter(row => frames.kind[stacks.frame[row]] === FrameKind.user);
  return own.length > 0 ? own : all;
}

function frameText({ stacks, frames, strings }: Profile, stack: number): string {
  const frame = stacks.frame[stack];
  const file = strings[frames.file[frame]];
  const line = stacks.line[stack] || frames.line[frame];
  const name = strings[frames.name[frame]] || ANONYMOUS;
  if (file === '') return name;
  return line === 0 ? `${file} ${name}` : `${file}:${line} ${name}`;
}
