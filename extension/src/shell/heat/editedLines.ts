import { equalEnds } from 'kernelscope/analysis';
import { sourceLines } from 'kernelscope/model';

/** The source of a cell as a profile has it. */
export interface ProfiledText {
  readonly text: string;
  /** True when `text` is only the beginning. */
  readonly isClipped: boolean;
}

/** True when a cell has another text than the one that was profiled. */
export function isEdited({ text, isClipped }: ProfiledText, now: string): boolean {
  return isClipped ? !now.startsWith(text) : text !== now;
}

/**
 * Where the lines of a text are after an edit: for each its one-based number there, 0 for those that
 * are gone. A line that was itself edited stays where the number of lines around it is the same.
 */
export function linesAfterEdit(before: readonly string[], after: readonly string[]): Int32Array {
  const { head, tail } = equalEnds(before, after);
  const shift = after.length - before.length;
  const inner = { from: head, until: before.length - tail };
  const moved = shift === 0 ? null : movedLines(before, after, inner);
  return Int32Array.from(before, (_, index) => {
    if (index < head) return index + 1;
    if (index >= inner.until) return index + 1 + shift;
    return moved === null ? index + 1 : (moved.get(index) ?? 0);
  });
}

/** True when an edited text still has at least half of the lines of the one before. */
export function isSameAtHeart(before: readonly string[], after: readonly string[]): boolean {
  const places = linesAfterEdit(before, after);
  const kept = before.filter(
    (line, index) => places[index] > 0 && after[places[index] - 1] === line
  );
  return kept.length * 2 >= before.length;
}

/** Lines between what did not change: found again by their text, where that is there once. */
function movedLines(
  before: readonly string[],
  after: readonly string[],
  { from, until }: { readonly from: number; readonly until: number }
): ReadonlyMap<number, number> {
  const end = after.length - (before.length - until);
  const places = onlyPlaces(after, from, end);
  const moved = new Map<number, number>();
  let last = 0;
  for (const [text, index] of onlyPlaces(before, from, until)) {
    const place = (places.get(text) ?? -1) + 1;
    if (place <= last) continue;
    moved.set(index, place);
    last = place;
  }
  return moved;
}

/** The indices of texts that a stretch of lines has once, in their order. */
function onlyPlaces(lines: readonly string[], from: number, until: number): Map<string, number> {
  const places = new Map<string, number>();
  const repeated = new Set<string>();
  for (let index = from; index < until; index++) {
    const line = lines[index];
    if (places.has(line)) repeated.add(line);
    places.set(line, index);
  }
  for (const line of repeated) places.delete(line);
  return places;
}

/** Where a line of a profiled text is in the text of today, both one-based; 0 if it is gone. */
export function lineNow(profiled: ProfiledText, now: string, line: number): number {
  if (!isEdited(profiled, now)) return line;
  return linesAfterEdit(sourceLines(profiled.text), sourceLines(now))[line - 1] ?? 0;
}
