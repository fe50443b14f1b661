import {
  type CallTree,
  type StackWeights,
  type TimeWindow,
  calledFunction,
  countsFor,
  hasStacksOf,
  heapStacks,
  nestedSlices,
  operatorStacks,
  sampleStacks,
  waitStacks
} from 'kernelscope/analysis';
import type { Profile } from 'kernelscope/model';
import type { CalleeFlags } from '../../shared/flame/treeMatches';

/** The data that flames are made from. */
export type FlameKind = 'cpu' | 'waiting' | 'allocations' | 'operators';

/** The quantity that is counted. */
export interface FlameQuery {
  readonly kind: FlameKind;
  /** Row of the only track that counts, or null for all. */
  readonly track: number | null;
  readonly window: TimeWindow | null;
}

/** The kinds that a profile has something of, the first one to begin with. */
export function kindsOf(profile: Profile): FlameKind[] {
  const { samples, heapSamples, slices } = profile;
  const isOperator = countsFor(profile, 'operators');
  const has: Readonly<Record<FlameKind, boolean>> = {
    cpu: samples.length > 0,
    waiting: hasStacksOf(profile, 'waits'),
    allocations: heapSamples.length > 0,
    operators: slices.track.some((_, slice) => isOperator(slice))
  };
  return KINDS.filter(kind => has[kind]);
}

const KINDS: readonly FlameKind[] = ['cpu', 'waiting', 'allocations', 'operators'];

/** The tracks that something of a kind is on; samples of the heap know none. */
export function tracksOf(profile: Profile, kind: FlameKind): number[] {
  const { samples, slices, sliceStacks } = profile;
  if (kind === 'allocations') return [];
  if (kind === 'cpu') return ascending(samples.track);
  const counts = countsFor(profile, kind === 'waiting' ? 'waits' : 'operators');
  return ascending(
    isNested(profile, kind)
      ? slices.track.filter((_, slice) => counts(slice))
      : sliceStacks.slice.filter(counts).map(slice => slices.track[slice])
  );
}

/** Each value once. */
function ascending(values: Iterable<number>): number[] {
  return [...new Set(values)].sort((a, b) => a - b);
}

/** Whether operators are shown within each other, as it is not known where they were called. */
export function isNested(profile: Profile, kind: FlameKind): boolean {
  return kind === 'operators' && !hasStacksOf(profile, 'operators');
}

/** The stacks that a query is about. */
export function stacksOf(profile: Profile, query: FlameQuery): StackWeights {
  switch (query.kind) {
    case 'cpu':
      return sampleStacks(profile, query);
    case 'waiting':
      return waitStacks(profile, query);
    case 'allocations':
      return heapStacks(profile);
    case 'operators':
      return isNested(profile, query.kind)
        ? nestedSlices(profile, query)
        : operatorStacks(profile, query);
  }
}

/** The callees whose name or file contains `text` in any case. */
export function calleesOfText(profile: Profile, calleeCount: number, text: string): CalleeFlags {
  const wanted = text.toLowerCase();
  const isFound = profile.strings.map(each => each.toLowerCase().includes(wanted));
  const { frames, labels } = profile;
  return Uint8Array.from({ length: calleeCount }, (_, callee) => {
    if (callee >= frames.length) return Number(isFound[labels.name[callee - frames.length]]);
    return Number(isFound[frames.name[callee]] || isFound[frames.file[callee]]);
  });
}

/** The slices of a category and name. */
export function calleesOfLabel(
  { strings, frames, labels }: Profile,
  calleeCount: number,
  { category, name }: { readonly category: string; readonly name: string }
): CalleeFlags {
  return Uint8Array.from({ length: calleeCount }, (_, callee) => {
    const label = callee - frames.length;
    if (label < 0) return 0;
    return Number(
      strings[labels.name[label]] === name && strings[labels.category[label]] === category
    );
  });
}

/** The functions that were at a line, or begin on it. */
export function calleesOfLine(
  { strings, frames, stacks }: Profile,
  calleeCount: number,
  { file, line }: { readonly file: string; readonly line: number }
): CalleeFlags {
  const flags = new Uint8Array(calleeCount);
  const isFile = strings.map(each => each === file);
  for (let frame = 0; frame < frames.length; frame++) {
    if (frames.line[frame] === line && isFile[frames.file[frame]]) flags[frame] = 1;
  }
  for (let row = 0; row < stacks.length; row++) {
    const frame = stacks.frame[row];
    if (stacks.line[row] === line && isFile[frames.file[frame]]) flags[frame] = 1;
  }
  return flags;
}

/** The row with the callee of `path`'s last row under the same callers, or as much of it as there is. */
export function samePath(profile: Profile, tree: CallTree, names: readonly string[]): number {
  let found = -1;
  for (const name of names) {
    const last = found < 0 ? tree.length : tree.end[found];
    let child = found + 1;
    while (child < last && keyOf(profile, tree.callee[child]) !== name) child = tree.end[child];
    if (child >= last) return found;
    found = child;
  }
  return found;
}

/** The keys by which {@link samePath} recognises rows, from the outermost to `row`. */
export function pathOf(profile: Profile, tree: CallTree, row: number): string[] {
  const names: string[] = [];
  for (let at = row; at >= 0; at = tree.parent[at]) {
    names.push(keyOf(profile, tree.callee[at]));
  }
  return names.reverse();
}

function keyOf(profile: Profile, callee: number): string {
  const { name, file, line, kind } = calledFunction(profile, callee);
  return JSON.stringify([name, file, line, kind]);
}
