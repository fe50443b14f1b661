import type { Dominators } from './dominators';
import { type HeapGraph, NodeKind } from './heapGraph';

/** The counted objects of one constructor. */
export interface ObjectSum {
  readonly name: string;
  count: number;
  /** Shallow bytes, with V8's tables and lists that belong to objects of this constructor. */
  bytes: number;
  /** Bytes that would be free without these objects, each byte once. */
  retainedBytes: number;
}

/** Objects with a name of their own, in place of that of a constructor. */
const NAMES: Readonly<Record<number, string>> = {
  [NodeKind.string]: '(string)',
  [NodeKind.closure]: 'Function',
  [NodeKind.regexp]: 'RegExp'
};

export function constructorOf({ kind, name, strings }: HeapGraph, node: number): string {
  return NAMES[kind[node]] ?? strings[name[node]];
}

/** True for objects of the program, false for what V8 needs for them. */
export function isObject({ kind }: HeapGraph, node: number): boolean {
  const of = kind[node];
  return of !== NodeKind.part && of !== NodeKind.code && of !== NodeKind.root;
}

/** The bytes that would be free without each reachable node. */
export function retainedSizes(
  { nodes, size }: HeapGraph,
  { postorder, dominator }: Dominators
): Float64Array {
  const retained = new Float64Array(nodes);
  for (const node of postorder) {
    retained[node] += size[node];
    if (dominator[node] !== node) retained[dominator[node]] += retained[node];
  }
  return retained;
}

/** A part of a heap with its dominators and the result of {@link retainedSizes}. */
export interface MeasuredHeap {
  readonly graph: HeapGraph;
  readonly tree: Dominators;
  readonly retained: Float64Array;
}

/** Sums up the reachable objects that `isCounted`, by constructor. */
export function sumObjects(
  { graph, tree: { postorder, dominator }, retained }: MeasuredHeap,
  isCounted: (node: number) => boolean
): Map<string, ObjectSum> {
  const sums = new Map<string, ObjectSum>();
  const sumOf = (node: number): ObjectSum => {
    const name = constructorOf(graph, node);
    const known = sums.get(name) ?? { name, count: 0, bytes: 0, retainedBytes: 0 };
    sums.set(name, known);
    return known;
  };
  const owner = ownersOf(graph, { postorder, dominator });
  for (const node of postorder) {
    if (!isCounted(node) || owner[node] === 0) continue;
    const sum = sumOf(owner[node] - 1);
    sum.bytes += graph.size[node];
    if (isObject(graph, node)) sum.count++;
    else if (!isCounted(owner[node] - 1)) sum.retainedBytes += graph.size[node];
  }
  eachOutermost(graph, { postorder, dominator }, isCounted, node => {
    sumOf(node).retainedBytes += retained[node];
  });
  return sums;
}

/** For each node the object that it belongs to, plus one: itself or the next dominator that is an object. */
function ownersOf(graph: HeapGraph, { postorder, dominator }: Dominators): Uint32Array {
  const owner = new Uint32Array(graph.nodes);
  for (let at = postorder.length - 1; at >= 0; at--) {
    const node = postorder[at];
    owner[node] = isObject(graph, node) ? node + 1 : node === 0 ? 0 : owner[dominator[node]];
  }
  return owner;
}

/** The counted objects that no counted one of the same constructor dominates. */
function eachOutermost(
  graph: HeapGraph,
  { postorder, dominator }: Dominators,
  isCounted: (node: number) => boolean,
  take: (node: number) => void
): void {
  const children = childrenOf(graph.nodes, { postorder, dominator });
  const open = new Map<string, number>();
  const stack: number[] = [0];
  while (stack.length > 0) {
    const entry = stack.pop() ?? 0;
    const node = entry < 0 ? -entry - 1 : entry;
    const isOne = isObject(graph, node) && isCounted(node);
    const name = isOne ? constructorOf(graph, node) : '';
    const around = open.get(name) ?? 0;
    if (isOne) open.set(name, around + Math.sign(entry));
    if (entry < 0) continue;
    if (isOne && around === 0) take(node);
    if (isOne) stack.push(-node - 1);
    for (let at = children.first[node]; at < children.first[node + 1]; at++) {
      stack.push(children.nodes[at]);
    }
  }
}

function childrenOf(nodes: number, { postorder, dominator }: Dominators) {
  const first = new Uint32Array(nodes + 2);
  for (const node of postorder) if (node !== 0) first[dominator[node] + 1]++;
  for (let at = 1; at < first.length; at++) first[at] += first[at - 1];
  const next = first.slice();
  const children = new Uint32Array(postorder.length);
  for (const node of postorder) if (node !== 0) children[next[dominator[node]]++] = node;
  return { first, nodes: children };
}
