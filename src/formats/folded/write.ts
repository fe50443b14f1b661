import { NS_PER_US } from '../../base/time';
import type { Profile } from '../../model/profile/profile';
import { enclosingOf } from '../../analysis/slices/nesting';
import { droppedWithin } from '../../analysis/slices/labelTimes';
import { selfTimesOf } from '../../analysis/slices/selfTimes';
import {
  MAX_STACK_DEPTH,
  hasCpuSamples,
  tellingName,
  writtenStacks
} from '../shared/rows/callPath';
import { wellFormed } from '../shared/text/clipText';
import { trackTitle } from '../shared/rows/trackTitle';
import { NO_STACKS } from './read';

/**
 * `profile` as folded stacks, UTF-8: lines such as `train;matMul 1250`, outermost function first, with
 * CPU time in microseconds, whole and positive. A profile without CPU samples is written with its
 * slices and their self times. If several threads have samples or slices, the name of the thread comes
 * first, and without any there is a comment that says so. Lines are ordered by text; the rounding remainder
 * of a line counts for the next one, so that the sum is right.
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

/** Stacks as a prefix tree with the time that each took for itself; parents precede children. */
interface FoldedStacks {
  /** Row of the caller, or -1. */
  readonly parent: readonly number[];
  readonly name: readonly string[];
  readonly selfNs: readonly number[];
}

/** The CPU samples of all threads; idle ones left out. */
function foldedSamples(profile: Profile): FoldedStacks {
  const { samples, stacks, tracks } = profile;
  const tree = new FoldedTree();
  const withThreads = new Set(samples.track).size > 1;
  const rows = new Map<number, number>();
  const stackFor = writtenStacks(profile);
  for (let sample = 0; sample < samples.length; sample++) {
    const stack = stackFor(samples.stack[sample]);
    if (stack < 0) continue;
    const track = samples.track[sample];
    const key = track * stacks.length + stack;
    const row =
      rows.get(key) ?? addStack(profile, tree, stack, withThreads ? tracks[track].name : null);
    rows.set(key, row);
    tree.selfNs[row] += samples.weight[sample];
  }
  return tree;
}

function addStack(
  profile: Profile,
  tree: FoldedTree,
  stack: number,
  thread: string | null
): number {
  const path: number[] = [];
  for (let row = stack; row >= 0; row = profile.stacks.prefix[row]) path.push(row);
  let row = thread === null ? -1 : tree.row(-1, thread);
  for (const inner of path.reverse()) {
    row = tree.row(row, tellingName(profile, profile.stacks.frame[inner]));
  }
  return row;
}

/** The slices of all tracks with their self times, and below them the time of those in them that were not kept. */
export function foldedSlices(profile: Profile): FoldedStacks {
  const { slices, labels, strings, tracks } = profile;
  const tree = new FoldedTree();
  const withTracks = new Set(slices.track).size > 1;
  const enclosing = enclosingOf(profile);
  const selfNs = selfTimesOf(profile, () => true);
  const droppedNs = droppedWithin(profile);
  const rows = new Int32Array(slices.length);
  for (let slice = 0; slice < slices.length; slice++) {
    const outer = enclosing[slice];
    const track = slices.track[slice];
    const root = withTracks && outer < 0 ? tree.row(-1, trackTitle(tracks, track)) : -1;
    const above = outer >= 0 ? rows[outer] : root;
    rows[slice] = tree.row(above, strings[labels.name[slices.label[slice]]]);
    const inDropped = droppedNs === null ? 0 : Math.min(selfNs[slice], droppedNs[slice]);
    tree.selfNs[rows[slice]] += selfNs[slice] - inDropped;
    if (inDropped > 0) tree.selfNs[tree.row(rows[slice], NOT_KEPT)] += inDropped;
  }
  return tree;
}

/** The name of slices that were recorded but not kept. */
const NOT_KEPT = '(not kept)';

/** Each line repeats everything above it, so deeper stacks are cut at `MAX_STACK_DEPTH`. */
class FoldedTree implements FoldedStacks {
  readonly parent: number[] = [];
  readonly name: string[] = [];
  readonly selfNs: number[] = [];
  readonly #depth: number[] = [];
  readonly #roots = new Map<string, number>();
  readonly #children: Map<string, number>[] = [];

  /** The row of `name` below the row `parent`, -1 for a root, new or known; `parent` if too deep. */
  row(parent: number, name: string): number {
    const depth = parent < 0 ? 0 : this.#depth[parent] + 1;
    if (depth === MAX_STACK_DEPTH) return parent;
    const siblings = parent < 0 ? this.#roots : this.#children[parent];
    const known = siblings.get(name);
    if (known !== undefined) return known;
    this.parent.push(parent);
    this.#depth.push(depth);
    this.selfNs.push(0);
    this.#children.push(new Map());
    const row = this.name.push(name) - 1;
    siblings.set(name, row);
    return row;
  }
}
