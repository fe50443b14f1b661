import { NS_PER_US } from '../../base/time';
import type { Profile } from '../../model/profile/profile';
import { hasCpuSamples } from '../shared/rows/callPath';
import { type FoldedStacks, foldedSamples, foldedSlices } from '../shared/rows/foldedStacks';
import { wellFormed } from '../shared/text/wellFormed';

/** What is written where there is no stack: a file without a byte would be of no format. */
export const NO_STACKS = '# No stacks were recorded.\n';

/**
 * `profile` as folded stacks, UTF-8: lines such as `train;matMul 1250`, outermost function first, with
 * CPU time in microseconds, whole and positive. A profile without CPU samples is written with its
 * slices and their self times. If several threads have samples or slices, the name of the thread comes
 * first, and without any there is {@link NO_STACKS}. Lines are ordered by text; the rounding remainder of a line counts for the next one, so that
 * the sum is right.
 *
 * An anonymous function shows its location. A semicolon in a name becomes a colon, as in other writers
 * of this format, and characters that would break the line become a space; lone surrogates become
 * U+FFFD.
 */
export function encodeFolded(profile: Profile): Uint8Array {
  const stacks = hasCpuSamples(profile) ? foldedSamples(profile) : foldedSlices(profile);
  return new TextEncoder().encode(linesOf(totalsByText(stacks)) || NO_STACKS);
}

/** `name` as a part of a line. */
function foldedName(name: string): string {
  return wellFormed(name)
    .replaceAll(';', ':')
    .replace(/\p{Cc}|[\u2028\u2029]/gu, ' ');
}

function totalsByText({ parent, name, selfNs }: FoldedStacks): ReadonlyMap<string, number> {
  const names = new Map<string, string>();
  const nameOf = (text: string): string => {
    const known = names.get(text) ?? foldedName(text);
    names.set(text, known);
    return known;
  };
  const texts: string[] = [];
  const totals = new Map<string, number>();
  for (let stack = 0; stack < parent.length; stack++) {
    const own = nameOf(name[stack]);
    texts.push(parent[stack] < 0 ? own : `${texts[parent[stack]]};${own}`);
    if (selfNs[stack] <= 0) continue;
    totals.set(texts[stack], (totals.get(texts[stack]) ?? 0) + selfNs[stack]);
  }
  return totals;
}

function linesOf(totals: ReadonlyMap<string, number>): string {
  let text = '';
  let restNs = 0;
  for (const stack of [...totals.keys()].sort()) {
    const totalNs = restNs + (totals.get(stack) ?? 0);
    const us = Math.round(totalNs / NS_PER_US);
    restNs = totalNs - us * NS_PER_US;
    if (us > 0) text += `${stack} ${us}\n`;
  }
  return text;
}
