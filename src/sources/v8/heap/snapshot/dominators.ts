import type { HeapGraph } from './heapGraph';
import type { ReachableNodes } from './reachable';
import { holds } from './reachable';

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
  const retainers = retainersOf(graph, numberOf, isOwn);
  const root = postorder.length;
  /** By number in the postorder, plus one; 0 is unknown. */
  const above = new Uint32Array(root + 1);
  above[root] = root;
  const common = (a: number, b: number): number => {
    while (a !== b) {
      while (a < b) a = above[a];
      while (b < a) b = above[b];
    }
    return a;
  };
  for (let isChanged = true; isChanged;) {
    isChanged = false;
    for (let at = root - 1; at > 0; at--) {
      let best = 0;
      for (let edge = retainers.first[at]; edge < retainers.first[at + 1]; edge++) {
        const from = retainers.from[edge];
        if (above[from] > 0) best = best === 0 ? from : common(from, best);
      }
      if (best === above[at]) continue;
      above[at] = best;
      isChanged = true;
    }
  }
  const dominator = new Uint32Array(graph.nodes);
  for (let at = 1; at <= root; at++) dominator[postorder[at - 1]] = postorder[above[at] - 1];
  return { postorder, dominator };
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
  for (let node = 0; node < nodes; node++) {
    if (numberOf[node] === 0) continue;
    for (let edge = firstEdge[node]; edge < firstEdge[node + 1]; edge++) {
      const to = numberOf[edgeTo[edge]];
      if (to > 0 && holds(graph, node, edge, isOwn)) take(to, numberOf[node]);
    }
  }
}
