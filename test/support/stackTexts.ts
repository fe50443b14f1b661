import type { Profile } from '../../src/model/profile/profile';

/** The stack in a row as `function file:line`, outermost first; the line is the one it was at. */
export function stackTexts(profile: Profile, row: number): string[] {
  const { stacks, frames, strings } = profile;
  if (row < 0) return [];
  const frame = stacks.frame[row];
  const place = `${strings[frames.file[frame]]}:${stacks.line[row]}`;
  const own = `${strings[frames.name[frame]]} ${place}`;
  return [...stackTexts(profile, stacks.prefix[row]), own];
}

/** The stacks of slices by the names of the slices, outermost frame first; none without a stack. */
export function sliceStackTexts(profile: Profile): (readonly [name: string, stack: string[]])[] {
  const { sliceStacks, slices, labels, strings } = profile;
  return Array.from(sliceStacks.slice, (slice, row) => {
    const name = strings[labels.name[slices.label[slice]]];
    return [name, stackTexts(profile, sliceStacks.stack[row])] as const;
  });
}
