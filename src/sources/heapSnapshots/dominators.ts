import type { HeapGraph } from './heapGraph';
import { type ReachableNodes, holds } from './reachable';

/** Who holds whom in a part of a heap. Nodes have the numbers of the graph. */
export interface Dominators {
  /** The reachable nodes, each after all that it leads to first; the root last. */
  readonly postorder: Uint32Array;
  /** The node that every way from the root to a node goes through last; of the root, itself. */
  readonly dominator: Uint32Array;
}

/**
 * The dominator of each reachable node, after Cooper, Harvey and Kennedy, “A Simple, Fast Dominance
 * Algorithm” (2001).
 */
export function dominators(graph: HeapGraph, nodes: ReachableNodes, isOwn: Uint8Array): Dominators {
  const postorder = postorderOf(graph, nodes, isOwn);
  const numberOf = new Uint32Array(graph.nodes);
  postorder.forEach((node, at) => (numberOf[node] = at + 1));
  const above = dominatorsOf(postorder.length, retainersOf(graph, numberOf, isOwn));
  const dominator = new Uint32Array(graph.nodes);
  postorder.forEach((node, at) => (dominator[node] = postorder[above[at + 1] - 1]));
  return { postorder, dominator };
}

/** The dominator of each node, both by number; the root, which has the last number, is its own. */
function dominatorsOf(root: number, retainers: Retainers): Uint32Array {
  /** 0 as long as it is unknown. */
  const above = new Uint32Array(root + 1);
  above[root] = root;
  const update = (at: number): boolean => {
    const best = commonDominator(above, retainers, at);
    const isNew = best !== above[at];
    above[at] = best;
    return isNew;
  };
  for (let isChanged = true; isChanged;) {
    isChanged = false;
    for (let at = root - 1; at > 0; at--) isChanged = update(at) || isChanged;
  }
  return above;
}

/** The node that every known way to `at` goes through last. */
function commonDominator(above: Uint32Array, { first, from }: Retainers, at: number): number {
  let best = 0;
  for (let edge = first[at]; edge < first[at + 1]; edge++) {
    const retainer = from[edge];
    if (above[retainer] > 0) best = best === 0 ? retainer : meeting(above, retainer, best);
  }
  return best;
}

/** Where the ways up from two nodes meet; what is above has a greater number. */
function meeting(above: Uint32Array, one: number, other: number): number {
  let [a, b] = [one, other];
  while (a !== b) {
    if (a < b) a = above[a];
    else b = above[b];
  }
  return a;
}

/** A walk into the depth, without recursion, along the references that hold. */
function postorderOf(
  graph: HeapGraph,
  { order, foundBy }: ReachableNodes,
  isOwn: Uint8Array
): Uint32Array {
  const { firstEdge, edgeTo } = graph;
  const postorder = new Uint32Array(order.length);
  const nextEdge = firstEdge.slice();
  const isOpen = new Uint8Array(foundBy.length);
  const stack = new Uint32Array(order.length);
  let [depth, length] = [1, 0];
  isOpen[0] = 1;
  while (depth > 0) {
    const node = stack[depth - 1];
    if (nextEdge[node] === firstEdge[node + 1]) {
      postorder[length++] = node;
      depth--;
      continue;
    }
    const edge = nextEdge[node]++;
    const to = edgeTo[edge];
    if (foundBy[to] === 0 || isOpen[to] || !holds(graph, node, edge, isOwn)) continue;
    isOpen[to] = 1;
    stack[depth++] = to;
  }
  return postorder.subarray(0, length);
}

interface Retainers {
  /** By number in the postorder plus one. */
  readonly first: Uint32Array;
  readonly from: Uint32Array;
}

function retainersOf(graph: HeapGraph, numberOf: Uint32Array, isOwn: Uint8Array): Retainers {
  const first = new Uint32Array(numberOf.length + 2);
  eachReference(graph, numberOf, isOwn, to => first[to + 1]++);
  for (let at = 1; at < first.length; at++) first[at] += first[at - 1];
  const from = new Uint32Array(first[first.length - 1]);
  const next = first.slice();
  eachReference(graph, numberOf, isOwn, (to, source) => (from[next[to]++] = source));
  return { first, from };
}

function eachReference(
  graph: HeapGraph,
  numberOf: Uint32Array,
  isOwn: Uint8Array,
  take: (to: number, from: number) => void
): void {
  const { nodes, firstEdge, edgeTo } = graph;
  let from = 0;
  for (let edge = 0; edge < firstEdge[nodes]; edge++) {
    while (edge >= firstEdge[from + 1]) from++;
    const to = numberOf[edgeTo[edge]];
    if (to > 0 && numberOf[from] > 0 && holds(graph, from, edge, isOwn)) take(to, numberOf[from]);
  }
}
