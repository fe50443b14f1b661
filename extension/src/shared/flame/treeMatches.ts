import type { TranslationBundle } from '../content/application';
import { type CallTree, weightOfCallees } from 'kernelscope/analysis';
import type { NumberFormats } from '../content/format';
import type { SearchBox } from '../elements/searchBox';

/** Flags of callees, one for each: 1 for those that are emphasised. */
export type CalleeFlags = Uint8Array;

/** The heaviest row of a callee that is flagged; -1 if there is none. */
export function heaviestMatch({ length, callee, total }: CallTree, lit: CalleeFlags): number {
  let heaviest = -1;
  for (let row = 0; row < length; row++) {
    if (lit[callee[row]] === 0) continue;
    if (heaviest < 0 || total[row] > total[heaviest]) heaviest = row;
  }
  return heaviest;
}

/**
 * The next row of a callee that is flagged, or the one before; behind the last one comes the first
 * again. `from` is -1 for no row; so is the result.
 */
export function nextMatch(
  { length, callee }: CallTree,
  lit: CalleeFlags,
  from: number,
  direction: 1 | -1
): number {
  let row = from >= 0 ? from : direction > 0 ? -1 : length;
  for (let seen = 0; seen < length; seen++) {
    row = (row + direction + length) % length;
    if (lit[callee[row]] !== 0) return row;
  }
  return -1;
}

/** The language and number formats of {@link showMatches}. */
export interface MatchWords {
  readonly trans: TranslationBundle;
  readonly formats: NumberFormats;
}

/** Shows beside a search how many functions it found, and their share; nothing for null. */
export function showMatches(
  search: SearchBox,
  tree: CallTree,
  lit: CalleeFlags | null,
  { trans, formats }: MatchWords
): void {
  if (search.text === '' || lit === null) {
    search.showMatches({ text: '', canStep: false });
    return;
  }
  const isLit = (callee: number): boolean => lit[callee] === 1;
  const found = [...new Set(tree.callee)].filter(isLit).length;
  const weight = weightOfCallees(tree, isLit);
  const share = formats.percent(tree.shareWhole > 0 ? weight / tree.shareWhole : 0);
  const told = trans._n(
    '%2 function · %3',
    '%2 functions · %3',
    found,
    formats.count(found),
    share
  );
  search.showMatches({ text: found === 0 ? trans.__('No match') : told, canStep: found > 0 });
}
