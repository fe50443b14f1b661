import type { GrownConstructor } from '../../src/facts/heapGrowth';

interface Edge {
  readonly type: string;
  readonly name: string;
  readonly to: Node;
}

interface Node {
  readonly type: string;
  readonly name: string;
  readonly id: number;
  readonly size: number;
  readonly edges: Edge[];
}

interface Written {
  readonly snapshot: {
    readonly meta: {
      readonly node_fields: readonly string[];
      readonly node_types: readonly [readonly string[]];
      readonly edge_types: readonly [readonly string[]];
    };
  };
  readonly nodes: readonly number[];
  readonly edges: readonly number[];
  readonly strings: readonly string[];
}

/** The nodes of a snapshot; the first one is the root. */
function nodesOf(text: string): Node[] {
  const { snapshot, nodes, edges, strings } = JSON.parse(text) as Written;
  const { node_fields, node_types, edge_types } = snapshot.meta;
  const width = node_fields.length;
  const rows = Array.from({ length: nodes.length / width }, (_, at) =>
    nodes.slice(at * width, (at + 1) * width)
  );
  const found = rows.map(([type, name, id, size]): Node => {
    return { type: node_types[0][type], name: strings[name], id, size, edges: [] };
  });
  let next = 0;
  const edgeAt = (at: number): Edge => {
    const type = edge_types[0][edges[at]];
    const hasIndex = type === 'element' || type === 'hidden';
    const name = hasIndex ? String(edges[at + 1]) : strings[edges[at + 1]];
    return { type, name, to: found[edges[at + 2] / width] };
  };
  for (const [at, [, , , , count]] of rows.entries()) {
    for (const end = next + 3 * count; next < end; next += 3) found[at].edges.push(edgeAt(next));
  }
  return found;
}

const isObject = ({ type, name }: Node): boolean =>
  ['object', 'string', 'closure'].includes(type) && !(type === 'object' && isSystem(name));

const isSystem = (name: string): boolean => name.startsWith('system / ');

const isPart = ({ type, name }: Node): boolean =>
  type === 'array' || type === 'hidden' || (type === 'object' && isSystem(name));

function constructorOf({ type, name }: Node): string {
  return type === 'string' ? '(string)' : type === 'closure' ? 'Function' : name;
}

/** What functions of scripts in `folder` are and have made. */
function ownOf(nodes: readonly Node[], folder: string): ReadonlySet<Node> {
  const target = (node: Node | undefined, name: string): Node | undefined =>
    node?.edges.find(
      edge => edge.name === name && (edge.type === 'property' || edge.type === 'internal')
    )?.to;
  const own = new Set<Node>();
  const prototypes = new Set<Node>();
  for (const node of nodes) {
    const shared = target(node, 'shared');
    const between = target(shared, 'script_or_debug_info');
    // V8 of Node 20 writes facts for debuggers there, behind which the script is, or the script itself
    const script = target(shared, 'script') ?? target(between, 'script') ?? between;
    if (script?.name.startsWith(folder) !== true) continue;
    own.add(node);
    const prototype = target(node, 'prototype');
    if (prototype) prototypes.add(prototype);
  }
  for (const node of nodes) {
    const calls = ['function', 'bound_function'].map(name => target(node, name));
    const prototype = target(node, '__proto__');
    if (calls.some(call => call && own.has(call)) || target(node, 'onsignal')) own.add(node);
    if (prototype && prototypes.has(prototype)) own.add(node);
  }
  return own;
}

/** Whether a reference holds what it leads to: V8 writes a pair of a WeakMap as held by the map, too. */
function holds(from: Node, { type, name, to }: Edge): boolean {
  const isMomentary =
    to.type === 'synthetic' && ['(Stack roots)', '(Handle scope)'].includes(to.name);
  const isWeakPair =
    ['internal', 'hidden'].includes(type) &&
    isPart(from) &&
    name.endsWith(` pair in WeakMap (table @${from.id})`);
  return type !== 'weak' && to.type !== 'code' && !isMomentary && !isWeakPair;
}

/** What can be reached from the root along what holds, but not through `without`. */
function reached(root: Node, own: ReadonlySet<Node>, without: Node | null = null): Set<Node> {
  const seen = new Set([root]);
  for (const node of seen) {
    node.edges
      .filter(edge => holds(node, edge) && !own.has(edge.to) && edge.to !== without)
      .forEach(({ to }) => seen.add(to));
  }
  return seen;
}

interface Sum {
  count: number;
  bytes: number;
  retainedBytes: number;
}

/** The reachable objects that `isCounted`, by constructor, each dominator found by taking it away. */
function sumsOf(
  nodes: readonly Node[],
  folder: string,
  isCounted: (node: Node) => boolean
): Map<string, Sum> {
  const own = ownOf(nodes, folder);
  const [root] = nodes;
  const all = reached(root, own);
  const dominated = new Map<Node, Node[]>();
  for (const node of all) {
    const left = node === root ? new Set<Node>() : reached(root, own, node);
    dominated.set(
      node,
      [...all].filter(each => !left.has(each))
    );
  }
  /** All dominators of a node, the nearest first: it dominates the fewest. */
  const dominatorsOf = (node: Node): Node[] =>
    [...all]
      .filter(each => dominated.get(each)?.includes(node))
      .sort((a, b) => (dominated.get(a)?.length ?? 0) - (dominated.get(b)?.length ?? 0));
  const sums = new Map<string, Sum>();
  const sumOf = (node: Node): Sum => {
    const sum = sums.get(constructorOf(node)) ?? { count: 0, bytes: 0, retainedBytes: 0 };
    sums.set(constructorOf(node), sum);
    return sum;
  };
  for (const node of all) {
    const above = dominatorsOf(node);
    const owner = above.find(isObject);
    if (!isCounted(node) || owner === undefined) continue;
    const sum = sumOf(owner);
    sum.bytes += node.size;
    if (!isObject(node) && !isCounted(owner)) sum.retainedBytes += node.size;
    if (!isObject(node)) continue;
    sum.count++;
    const isWithin = above.some(
      each =>
        each !== node &&
        isObject(each) &&
        isCounted(each) &&
        constructorOf(each) === constructorOf(node)
    );
    if (isWithin) continue;
    sum.retainedBytes += (dominated.get(node) ?? []).reduce((bytes, { size }) => bytes + size, 0);
  }
  return sums;
}

/**
 * What `compareSnapshots` finds between two snapshots of a few nodes, without paths, worked out from its definition:
 * rows in the order of their names.
 */
export function naiveComparison(
  before: string,
  after: string,
  folder: string
): Omit<GrownConstructor, 'paths'>[] {
  const [earlier, later] = [before, after].map(nodesOf);
  const onHeap = (node: Node): boolean => node.id % 2 === 1;
  const lastId = Math.max(...earlier.filter(onHeap).map(({ id }) => id));
  const held = reached(later[0], ownOf(later, folder));
  const there = new Set([...held].map(({ id }) => id));
  const added = sumsOf(later, folder, node => onHeap(node) && node.id > lastId);
  const freed = sumsOf(earlier, folder, node => onHeap(node) && !there.has(node.id));
  return [...new Set([...added.keys(), ...freed.keys()])]
    .sort()
    .map(name => {
      const [came, gone] = [added.get(name), freed.get(name)];
      return {
        name,
        added: came?.count ?? 0,
        freed: gone?.count ?? 0,
        bytes: (came?.bytes ?? 0) - (gone?.bytes ?? 0),
        retainedBytes: (came?.retainedBytes ?? 0) - (gone?.retainedBytes ?? 0)
      };
    })
    .filter(row => row.bytes >= (row.added > 0 ? 1 : 1000) && row.added >= row.freed);
}
