import { FrameKind, type Profile } from '../../model/profile/profile';
import { lengthWithin, NO_TIME } from '../slices/intervals';
import { collectingTimes, coreWaitNs } from '../slices/recordedTimes';
import { byTime, blockedByCollections, threadWhole } from './stackWeights';
import { moduleLoading } from './moduleLoading';
import { outermostTotals } from './outermostTotals';
import { packageOf } from '../../base/packageOf';
import { programPart } from './programPart';

/**
 * The owners of time: the user's own code; an npm package; a library that is none, such as a module of
 * WebAssembly; Node's own JavaScript; the loading of modules; native code; garbage collection; `(program)`, as V8 calls
 * time in no function; waiting for a core, where that is known; and time in which nothing ran.
 */
export type TimeOwner =
  | 'own'
  | 'package'
  | 'library'
  | 'node'
  | 'loading'
  | 'native'
  | 'gc'
  | 'program'
  | 'coreWait'
  | 'idle';

/** The time of one owner, nanoseconds. */
export interface OwnerTime {
  readonly owner: TimeOwner;
  /** The name of a package, or the file of another library; empty for other owners. */
  readonly name: string;
  readonly selfNs: number;
  /** With everything that its code called; null for owners that are not code of users or packages. */
  readonly totalNs: number | null;
}

/** The time of all threads by owner. */
export interface PackageTimes {
  /** The sum of all rows, see `threadWhole`: the wall time, or that of all threads where they ran for longer. */
  readonly wholeNs: number;
  /** Most self time first; each owner once. */
  readonly rows: readonly OwnerTime[];
}

/**
 * The sampled time of all threads by npm package and what else it was spent on; garbage collections count as they were
 * recorded, where it is known of which thread they were. The time of `idle` is the part of the
 * whole in which nothing ran or was ready to: threads were idle or waited, or were not sampled. Rows add up to the
 * whole. Empty for a profile without CPU samples.
 */
export function packageTimes(whole: Profile): PackageTimes {
  const profile = programPart(whole);
  const wholeNs = threadWhole(profile);
  if (profile.samples.length === 0) return { wholeNs, rows: [] };
  const { weight, collectedNs } = runningStacks(profile);
  const { owners, ofStack, codeOfStack } = ownersOf(profile);
  const self = new Float64Array(owners.length);
  weight.forEach((ns, row) => (self[ofStack[row]] += ns));
  const total = outermostTotals(profile.stacks.prefix, codeOfStack, weight, owners.length);
  const ranNs = self.reduce((sum, ns) => sum + ns, collectedNs);
  const leftNs = Math.max(0, wholeNs - ranNs);
  const coreNs = Math.min(leftNs, coreWaitNs(profile) ?? 0);
  const gcNs = Math.min(leftNs - coreNs, blockedByCollections(profile));
  const rows = owners.map((one, at) => {
    const selfNs = self[at] + (one.owner === 'gc' ? collectedNs + gcNs : 0);
    return { ...one, selfNs, totalNs: isCode(one.owner) ? total[at] : null };
  });
  const rest = [
    { owner: 'coreWait', name: '', selfNs: coreNs, totalNs: null },
    { owner: 'idle', name: '', selfNs: leftNs - coreNs - gcNs, totalNs: null }
  ] as const;
  const found = [...rows, ...rest].filter(
    ({ selfNs, totalNs }) => selfNs > 0 || (totalNs ?? 0) > 0
  );
  return { wholeNs, rows: found.sort(byTime) };
}

/**
 * Self time by stack without the recorded garbage collections, and the part of these in which threads ran. Samples of
 * the collector also stand for what it interrupted.
 */
function runningStacks(profile: Profile): {
  readonly weight: Float64Array;
  readonly collectedNs: number;
} {
  const { samples, stacks, frames, tracks } = profile;
  const collections = tracks.map((_, track) => collectingTimes(profile, track) ?? NO_TIME);
  const weight = new Float64Array(stacks.length);
  let collectedNs = 0;
  for (let row = 0; row < samples.length; row++) {
    const stack = samples.stack[row];
    if (stack < 0) continue;
    const times = collections[samples.track[row]];
    const [from, ns] = [samples.time[row], samples.weight[row]];
    const gcNs = lengthWithin(times, from, from + ns);
    const isCollector = frames.kind[stacks.frame[stack]] === FrameKind.gc && times.length > 0;
    const running = isCollector && stacks.prefix[stack] >= 0 ? stacks.prefix[stack] : stack;
    weight[running] += ns - gcNs;
    collectedNs += gcNs;
  }
  return { weight, collectedNs };
}

type Owner = Pick<OwnerTime, 'owner' | 'name'>;

interface StackOwners {
  readonly owners: readonly Owner[];
  /** The owner of the time of each stack. */
  readonly ofStack: Int32Array;
  /** The owner of the innermost function of each stack if it is code of users or packages; else -1. */
  readonly codeOfStack: Int32Array;
}

function ownersOf(profile: Profile): StackOwners {
  const { stacks, frames, strings } = profile;
  const owners: Owner[] = [];
  const known = new Map<string, number>();
  const rowOf = (one: Owner): number => {
    const key = `${one.owner} ${one.name}`;
    const row = known.get(key) ?? owners.push(one) - 1;
    known.set(key, row);
    return row;
  };
  const ofFrame = Int32Array.from({ length: frames.length }, (_, row) =>
    rowOf(ownerOf(frames.kind[row], strings[frames.file[row]]))
  );
  const loading = rowOf({ owner: 'loading', name: '' });
  rowOf({ owner: 'gc', name: '' });
  const isLoading = moduleLoading(profile);
  const ofStack = Int32Array.from(stacks.frame, (frame, row) => {
    const isCollector = frames.kind[frame] === FrameKind.gc;
    return isLoading[row] && !isCollector ? loading : ofFrame[frame];
  });
  const codeOfStack = ofStack.map(row => (isCode(owners[row].owner) ? row : -1));
  return { owners, ofStack, codeOfStack };
}

function ownerOf(kind: number, file: string): Owner {
  const name = packageOf(file);
  if (name !== null) return { owner: 'package', name };
  switch (kind) {
    case FrameKind.user:
      return { owner: 'own', name: '' };
    case FrameKind.library:
      return { owner: 'library', name: file };
    case FrameKind.runtime:
      return { owner: 'node', name: '' };
    case FrameKind.gc:
      return { owner: 'gc', name: '' };
    case FrameKind.program:
      return { owner: 'program', name: '' };
    default:
      return { owner: 'native', name: '' };
  }
}

function isCode(owner: TimeOwner): boolean {
  return owner === 'own' || owner === 'package' || owner === 'library';
}
