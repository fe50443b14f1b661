import { partitionPoint } from '../../base/partitionPoint';
import { type GrownConstructor, HEAP_GROWTH_LIMITS } from '../../facts/heapGrowth';
import { dominators } from './dominators';
import { type HeapGraph, NodeKind } from './heapGraph';
import { ownNodes } from './ownNodes';
import { type ReachableNodes, reachable } from './reachable';
import { readSnapshot } from './readSnapshot';
import { RetainersPaths } from './retainersPaths';
import type { ReadBytes } from './snapshotBytes';
import {
  type MeasuredHeap,
  type ObjectSum,
  constructorOf,
  isObject,
  retainedSizes,
  sumObjects
} from './sumObjects';

/** Constructors with paths: the first ones. */
const ROWS_WITH_PATHS = 20;

/** The input of {@link compareSnapshots}. */
export interface SnapshotPair {
  readonly before: ReadBytes;
  readonly after: ReadBytes;
  /** A string that was on the heap at both times, and nowhere else. */
  readonly witness: string;
  /** The folders of the profiler's own scripts. */
  readonly ownFolders: readonly string[];
}

/**
 * The growth of a heap between two snapshots, by constructor, without what the profiler itself holds. All that the
 * first one tells alone is worked out before the second is read.
 *
 * @throws Error as `readSnapshot` does, and if V8 has numbered the objects anew in between.
 */
export function compareSnapshots(pair: SnapshotPair): GrownConstructor[] {
  const earlier = measure(readSnapshot(pair.before), pair.ownFolders);
  const witnessIds = idsOfWitness(earlier.graph, pair.witness);
  const lastId = earlier.graph.id.reduce((last, id) => (id % 2 === 1 && id > last ? id : last), 0);
  const later = readSnapshot(pair.after);
  if (!idsOfWitness(later, pair.witness).some(id => witnessIds.includes(id))) {
    throw new Error(
      'V8 numbered the objects of the heap anew, because an inspector session ended meanwhile'
    );
  }
  const grown = addedObjects(measure(later, pair.ownFolders), lastId);
  const { graph } = earlier;
  const freed = sumObjects(
    earlier,
    node => graph.id[node] % 2 === 1 && !grown.isThere(graph.id[node])
  );
  const names = new Set([...grown.sums.keys(), ...freed.keys()]);
  const rows = [...names].map(name => difference(name, grown.sums.get(name), freed.get(name)));
  return rows
    .filter(({ added, freed: gone, bytes }) => bytes >= leastBytes(added) && added >= gone)
    .sort((a, b) => b.retainedBytes - a.retainedBytes || b.bytes - a.bytes)
    .slice(0, HEAP_GROWTH_LIMITS.rows)
    .map((row, at) => ({
      ...row,
      name: row.name.slice(0, HEAP_GROWTH_LIMITS.name),
      paths: at < ROWS_WITH_PATHS ? grown.pathsOf(row.name) : []
    }));
}

interface Heap extends MeasuredHeap {
  readonly reached: ReachableNodes;
}

function measure(graph: HeapGraph, ownFolders: readonly string[]): Heap {
  const isOwn = ownNodes(graph, ownFolders);
  const reached = reachable(graph, isOwn);
  const tree = dominators(graph, reached, isOwn);
  return { graph, tree, reached, retained: retainedSizes(graph, tree) };
}

/** Tables of objects that were there before grow now and then, by less than tells anything, bytes. */
const LEAST_TABLE_BYTES = 1000;

function leastBytes(added: number): number {
  return added > 0 ? 1 : LEAST_TABLE_BYTES;
}

function difference(
  name: string,
  added?: ObjectSum,
  freed?: ObjectSum
): Omit<GrownConstructor, 'paths'> {
  return {
    name,
    added: added?.count ?? 0,
    freed: freed?.count ?? 0,
    bytes: (added?.bytes ?? 0) - (freed?.bytes ?? 0),
    retainedBytes: (added?.retainedBytes ?? 0) - (freed?.retainedBytes ?? 0)
  };
}

/** The numbers of all strings with that text: V8 may have a copy of it. */
function idsOfWitness({ nodes, kind, name, strings, id }: HeapGraph, witness: string): number[] {
  const found: number[] = [];
  for (let node = 0; node < nodes; node++) {
    if (kind[node] === NodeKind.string && strings[name[node]] === witness) found.push(id[node]);
  }
  return found;
}

/** The later heap: what came, by which ways it is held, and which numbers are there. */
function addedObjects(heap: Heap, lastId: number) {
  const { graph, reached, retained } = heap;
  const isNew = (node: number): boolean => graph.id[node] % 2 === 1 && graph.id[node] > lastId;
  const ids = Uint32Array.from(reached.order, node => graph.id[node]).sort();
  const paths = new RetainersPaths(graph, reached, retained);
  return {
    sums: sumObjects(heap, isNew),
    isThere: (id: number) => isAmong(ids, id),
    pathsOf: (name: string) =>
      paths.heaviest(
        reached.order.filter(
          node => isNew(node) && isObject(graph, node) && constructorOf(graph, node) === name
        )
      )
  };
}

function isAmong(ascending: Uint32Array, wanted: number): boolean {
  return ascending[partitionPoint(0, ascending.length, at => ascending[at] < wanted)] === wanted;
}
