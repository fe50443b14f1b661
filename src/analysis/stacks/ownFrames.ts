import { oncePer } from '../../base/oncePer';
import { FrameKind, type Profile } from '../../model/profile/profile';
import { ANONYMOUS, TOP_LEVEL } from '../../model/profile/frameNames';
import { linesOfFunction, sourceLines } from '../../model/profile/sourceText';

/** In place of a frame: none. */
export const NO_FRAME = -1;

type Stacks = Pick<Profile, 'stacks' | 'frames'>;

/** The row of the innermost function of the user's own code on each stack, or {@link NO_FRAME}. */
export const ownFrames = oncePer((profile: Stacks) => {
  const { frame } = profile.stacks;
  return ownRows(profile).map(row => (row < 0 ? NO_FRAME : frame[row]));
});

/** For each row of stacks the innermost one of the user's own code at or around it; -1 for none. */
export const ownRows = oncePer(findOwnRows);

function findOwnRows({ stacks, frames }: Stacks): Int32Array {
  const own = new Int32Array(stacks.length).fill(-1);
  for (let row = 0; row < stacks.length; row++) {
    const prefix = stacks.prefix[row];
    if (frames.kind[stacks.frame[row]] === FrameKind.user) own[row] = row;
    else if (prefix >= 0) own[row] = own[prefix];
  }
  return own;
}

/** The same of one row; -1 for -1. */
export function ownRow({ stacks, frames }: Stacks, from: number): number {
  let row = from;
  while (row >= 0 && frames.kind[stacks.frame[row]] !== FrameKind.user) row = stacks.prefix[row];
  return row;
}

/**
 * For each row of stacks the function of the user's own code that the innermost one is a part of, by its row; -1 for
 * none: a function without a name that is called within the one in whose text it stands, as those given to `map` are,
 * is a part of that. Only where the text is known.
 */
export const outerRows = oncePer(findOuterRows);

type StacksWithText = Stacks & Pick<Profile, 'strings' | 'sourceTexts' | 'meta'>;

function findOuterRows(profile: StacksWithText): Int32Array {
  const { stacks, frames, strings } = profile;
  const { prefix, frame } = stacks;
  const own = ownRows(profile);
  const isPart = partsOf(profile);
  const outer = new Int32Array(stacks.length).fill(-1);
  for (let row = 0; row < stacks.length; row++) {
    if (own[row] !== row) {
      outer[row] = own[row] < 0 ? -1 : outer[own[row]];
      continue;
    }
    const caller = prefix[row] < 0 ? -1 : own[prefix[row]];
    const isInner = strings[frames.name[frame[row]]] === ANONYMOUS && caller >= 0;
    outer[row] = isInner && isPart(frame[row], frame[caller]) ? outer[caller] : row;
  }
  return outer;
}

/** Whether one function stands in the text of another. */
function partsOf(profile: StacksWithText): (inner: number, outer: number) => boolean {
  const { frames, strings } = profile;
  const linesOf = new Map<number, readonly string[]>();
  const ends = new Map<number, number>();
  const endOf = (frame: number): number => {
    const known = ends.get(frame);
    if (known !== undefined) return known;
    const file = frames.file[frame];
    const lines = linesOf.get(file) ?? sourceLines(sourceOf(profile, strings[file]) ?? '');
    linesOf.set(file, lines);
    const begin = frames.line[frame];
    const isKnown = (lines[begin - 1] ?? '').trim() !== '';
    const end = isKnown ? linesOfFunction(lines, begin)[1] : -1;
    ends.set(frame, end);
    return end;
  };
  return (inner, outer) => {
    const isSame = frames.file[inner] === frames.file[outer];
    if (!isSame || strings[frames.name[outer]] === TOP_LEVEL) return false;
    return frames.line[outer] <= frames.line[inner] && frames.line[inner] <= endOf(outer);
  };
}

/** The text of the profiled cell, of another one, or what is kept of a file, on its own lines; null if unknown. */
export function sourceOf(
  { meta, sourceTexts }: Pick<Profile, 'meta' | 'sourceTexts'>,
  file: string
): string | null {
  if (meta.cell?.file === file) return meta.cell.source;
  return sourceTexts.find(each => each.file === file)?.text ?? null;
}
