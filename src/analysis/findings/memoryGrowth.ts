import type { GrownConstructor } from '../../facts/heapGrowth';
import type { FindingOf } from '../../model/output/findings';
import { MEMORY_COUNTERS } from '../../model/profile/memoryCounters';
import type { Profile } from '../../model/profile/profile';
import type { FindingContext, RankedFinding } from './findingContext';
import { greatestGrowth, type Growth, ownThread } from './grownMemory';
import { causeOfGrowth } from './growthCause';
import { heapFunctions } from '../statistics/heapFunctions';

/** Heap snapshots are exact, and taken only to find growth: less of it is worth a sentence, bytes. */
const MIN_COMPARED_GROWTH = 1_000_000;

/**
 * Memory that grows all the time weighs more, and more still where the code has nothing else to do; what
 * was asked for weighs the most.
 */
const WEIGHT = { once: 0.3, steadily: 0.62, waiting: 0.3, compared: 1 } as const;

/** Memory that grew and that not even a full garbage collection freed. */
export function memoryGrowth(context: FindingContext): RankedFinding[] {
  const { profile, shares, whole } = context;
  const compared = comparedGrowth(profile);
  const most = compared ?? greatestGrowth(profile);
  if (most === null) return [];
  const { counter, grownBytes, heldBytes, isSteady } = most;
  const holder = holderOf(profile, most);
  const finding = {
    kind: 'memory',
    share: null,
    low: null,
    high: null,
    facts: {
      ...{ counter, grownBytes, heldBytes },
      ...holder,
      ...retainerOf(profile, most),
      ...causeOfGrowth(context, holder.function, counter === MEMORY_COUNTERS.arrayBuffers)
    },
    target: { view: 'memory', selection: null, window: null }
  } as const;
  const waiting = (shares?.waitingNs ?? 0) / whole.thread;
  const measured = isSteady ? WEIGHT.steadily + WEIGHT.waiting * waiting : WEIGHT.once;
  return [{ finding, weight: compared === null ? measured : WEIGHT.compared }];
}

/** The growth of the heap between two snapshots; null where there are none, or it is not worth a sentence. */
function comparedGrowth({ meta, counters, tracks }: Profile): Growth | null {
  const rows = meta.heapGrowth?.rows ?? [];
  const grownBytes = rows.reduce((sum, { bytes }) => sum + bytes, 0);
  if (grownBytes < MIN_COMPARED_GROWTH) return null;
  const own = ownThread(tracks, meta.pid);
  const heap = counters.find(
    ({ name, track }) => name === MEMORY_COUNTERS.heap && (track === own || own < 0)
  );
  const heldBytes = Math.max(grownBytes, heap?.value.at(-1) ?? 0);
  return { counter: MEMORY_COUNTERS.heap, grownBytes, heldBytes, isSteady: false };
}

/** A function with a smaller share of the growth does not explain it. */
const MIN_HOLDER_SHARE = 0.1;

/** The function with the most bytes that are still alive; the contents of buffers are not on the heap. */
function holderOf(profile: Profile, { counter, grownBytes }: Growth): HolderFacts {
  const nobody = { function: '', file: '', line: 0, aliveBytes: 0, errorBytes: 0 };
  const [most] = heapFunctions(profile);
  if (counter !== MEMORY_COUNTERS.heap || !most) return nobody;
  const { name, file, line, aliveBytes, aliveErrorBytes: errorBytes } = most;
  if (aliveBytes < MIN_HOLDER_SHARE * grownBytes) return { ...nobody, aliveBytes, errorBytes };
  return { function: name, file, line, aliveBytes, errorBytes };
}

type HolderFacts = Pick<
  FindingOf<'memory'>['facts'],
  'function' | 'file' | 'line' | 'aliveBytes' | 'errorBytes'
>;

/** The least share of the bytes that a container retains which the objects in it must retain. */
const CONTAINED_SHARE = 0.9;

/** The constructor that grew most between two heap snapshots, and what holds it. */
function retainerOf({ meta }: Profile, { counter, grownBytes }: Growth): RetainerFacts {
  const row = leakedRow(meta.heapGrowth?.rows ?? []);
  const isHeap = counter === MEMORY_COUNTERS.heap;
  const held = isHeap ? (row?.retainedBytes ?? 0) : grownBytes;
  if (!row || held < MIN_HOLDER_SHARE * grownBytes) {
    return { object: '', objects: 0, retainedBytes: 0, path: '' };
  }
  const { name: object, added: objects, retainedBytes, paths } = row;
  return { object, objects, retainedBytes: Math.max(0, retainedBytes), path: paths[0].path };
}

/**
 * The first row, or where that is of one container, such as a map, the row of the many objects in it: they are what is
 * leaked, and their path names the container. Null without a path.
 */
function leakedRow(rows: readonly GrownConstructor[]): GrownConstructor | null {
  const [first] = rows;
  if (first === undefined || first.paths.length === 0) return null;
  const least = CONTAINED_SHARE * first.retainedBytes;
  const many = rows.find(
    ({ retainedBytes, paths: [way] }) =>
      retainedBytes >= least && way?.objects > 1 && way.path.startsWith(first.paths[0].path)
  );
  return many ?? first;
}

type RetainerFacts = Pick<
  FindingOf<'memory'>['facts'],
  'object' | 'objects' | 'retainedBytes' | 'path'
>;
