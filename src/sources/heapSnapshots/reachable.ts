import { EdgeKind, type HeapGraph, NodeKind } from './heapGraph';

/** The part of a heap snapshot that a program holds. */
export interface ReachableNodes {
  /** The nodes in the order in which they were found, the root first. */
  readonly order: Uint32Array;
  /** The edge by which each node was found first, plus one; 0 for nodes that were not found. */
  readonly foundBy: Uint32Array;
  /** The node at which that edge begins. */
  readonly parent: Uint32Array;
}

/** Roots of the moment: what the functions that are running hold. */
const MOMENTARY = ['(Stack roots)', '(Handle scope)'];

/** V8 writes a pair of a WeakMap as held by the map and by the key; only both together hold it. */
const WEAK_PAIR = / pair in WeakMap \(table @(\d+)\)$/;

/**
 * Goes along all strong references, nearest nodes first: from the global object, then from all other
 * roots but those of running functions. Does not enter nodes in `isOwn`, nor code.
 */
export function reachable(graph: HeapGraph, isOwn: Uint8Array): ReachableNodes {
  const search = new Search(graph, isOwn);
  const { firstEdge, edgeKind, edgeTo } = graph;
  for (let edge = 0; edge < firstEdge[1]; edge++) {
    if (edgeKind[edge] === EdgeKind.root) search.visit(0, edge);
  }
  search.spread();
  for (let edge = 0; edge < firstEdge[1]; edge++) search.visit(0, edge, edgeTo[edge]);
  search.spread();
  return search.found();
}

/** Whether an edge holds what it leads to. */
export function holds(graph: HeapGraph, from: number, edge: number, isOwn: Uint8Array): boolean {
  const { kind, edgeKind, edgeTo, edgeName, strings, name, id } = graph;
  const to = edgeTo[edge];
  if (edgeKind[edge] === EdgeKind.weak || isOwn[to] || kind[to] === NodeKind.code) return false;
  if (kind[to] === NodeKind.root && MOMENTARY.includes(strings[name[to]])) return false;
  if (edgeKind[edge] !== EdgeKind.internal || kind[from] !== NodeKind.part) return true;
  const table = WEAK_PAIR.exec(strings[edgeName[edge]])?.[1];
  return table === undefined || Number(table) !== id[from];
}

class Search {
  readonly #order: Uint32Array;
  readonly #foundBy: Uint32Array;
  readonly #parent: Uint32Array;
  #length = 1;
  #next = 1;

  constructor(
    private readonly graph: HeapGraph,
    private readonly isOwn: Uint8Array
  ) {
    this.#order = new Uint32Array(graph.nodes);
    this.#foundBy = new Uint32Array(graph.nodes);
    this.#parent = new Uint32Array(graph.nodes);
  }

  visit(from: number, edge: number, to = this.graph.edgeTo[edge]): void {
    if (to === 0 || this.#foundBy[to] > 0 || !holds(this.graph, from, edge, this.isOwn)) return;
    this.#foundBy[to] = edge + 1;
    this.#parent[to] = from;
    this.#order[this.#length++] = to;
  }

  spread(): void {
    const { firstEdge } = this.graph;
    for (; this.#next < this.#length; this.#next++) {
      const node = this.#order[this.#next];
      for (let edge = firstEdge[node]; edge < firstEdge[node + 1]; edge++) this.visit(node, edge);
    }
  }

  found(): ReachableNodes {
    const foundBy = this.#foundBy;
    const parent = this.#parent;
    return { order: this.#order.subarray(0, this.#length), foundBy, parent };
  }
}
