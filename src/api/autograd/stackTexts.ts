import type { Profile } from '../../model/profile';

/**
 * Texts of a profile's stacks, innermost frame first, each `file:line function`; equal stacks give
 * one list. Without a line `file function`, without a file the function alone.
 */
export function stackTexts(profile: Profile): (stack: number) => readonly string[] {
  const { stacks } = profile;
  const known = new Map<number, readonly string[]>();
  return stack => {
    const found = known.get(stack);
    if (found) return found;
    const texts: string[] = [];
    for (let row = stack; row >= 0; row = stacks.prefix[row]) texts.push(frameText(profile, row));
    known.set(stack, texts);
    return texts;
  };
}

function frameText({ stacks, frames, strings }: Profile, stack: number): string {
  const frame = stacks.frame[stack];
  const file = strings[frames.file[frame]];
  const line = stacks.line[stack] || frames.line[frame];
  const name = strings[frames.name[frame]] || '(anonymous)';
  if (file === '') return name;
  return line === 0 ? `${file} ${name}` : `${file}:${line} ${name}`;
}
