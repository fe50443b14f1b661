import type { Profile } from 'kernelscope/model';

function labelOf({ strings, labels, slices }: Profile, row: number): string {
  return strings[labels.name[slices.label[row]]];
}

/** A slice as `name start+duration @track`. */
export function sliceText(profile: Profile, row: number): string {
  const { start, duration, track } = profile.slices;
  const place = profile.tracks[track[row]].name;
  return `${labelOf(profile, row)} ${start[row]}+${duration[row]} @${place}`;
}

/** Every slice as {@link sliceText}, in order. */
export function sliceTexts(profile: Profile): string[] {
  return Array.from(profile.slices.start, (_, row) => sliceText(profile, row));
}

/** Every flow, from slice to slice. */
export function flowTexts(profile: Profile): string[] {
  const { from, to } = profile.flows;
  return Array.from(from, (row, flow) => {
    return `${sliceText(profile, row)} → ${sliceText(profile, to[flow])}`;
  });
}

/** Every slice that has a parent, in its parent. */
export function parentTexts(profile: Profile): string[] {
  return Array.from(profile.slices.parent, (parent, row) => {
    return parent < 0 ? '' : `${sliceText(profile, row)} in ${sliceText(profile, parent)}`;
  }).filter(text => text !== '');
}

/** Every argument, with its slice. */
export function argTexts(profile: Profile): string[] {
  const { slice, key, kind, value } = profile.args;
  return Array.from(slice, (row, arg) => {
    const shown = kind[arg] === 1 ? profile.strings[value[arg]] : value[arg];
    return `${sliceText(profile, row)}: ${profile.strings[key[arg]]} = ${shown}`;
  });
}

/** The names of the functions on a stack, callers first. */
export function stackText(profile: Profile, stack: number): string {
  const { stacks, frames, strings } = profile;
  if (stack < 0) return '';
  const above = stackText(profile, stacks.prefix[stack]);
  return `${above} ${strings[frames.name[stacks.frame[stack]]]}`.trim();
}
