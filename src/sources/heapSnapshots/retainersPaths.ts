import { HEAP_GROWTH_LIMITS, type RetainersPath } from '../../facts/heapGrowth';
import { EdgeKind, type HeapGraph, NodeKind } from './heapGraph';
import type { ReachableNodes } from './reachable';
import { constructorOf, isObject } from './sumObjects';

/** Where the cells of a notebook keep what they declare, as the way begins. */
const CELL_SCOPE = ['global', '__tslab__', 'Object', 'exports', 'Exports'];

/** Finds the ways by which objects are held. */
export class RetainersPaths {
  /** A number for the way to each node, the same for ways that differ only in indices. */
  readonly #shape: Uint32Array;

  constructor(
    private readonly graph: HeapGraph,
    private readonly nodes: ReachableNodes,
    private readonly retained: Float64Array
  ) {
    this.#shape = new Uint32Array(graph.nodes);
    const { order, parent, foundBy } = nodes;
    for (const node of order.subarray(1)) {
      const edge = foundBy[node] - 1;
      const step = this.#isIndexed(edge) ? 0 : graph.edgeName[edge] + 1;
      this.#shape[node] =
        Math.imul(this.#shape[parent[node]] ^ step, 0x9e3779b1) + graph.edgeKind[edge];
    }
  }

  /** The ways to `objects` that hold the most. */
  heaviest(objects: Iterable<number>): RetainersPath[] {
    const shapes = new Map<number, { readonly first: number; count: number; bytes: number }>();
    for (const node of objects) {
      const known = shapes.get(this.#shape[node]) ?? { first: node, count: 0, bytes: 0 };
      known.count++;
      known.bytes += this.retained[node];
      shapes.set(this.#shape[node], known);
    }
    return [...shapes.values()]
      .sort((a, b) => b.bytes - a.bytes || b.count - a.count)
      .slice(0, HEAP_GROWTH_LIMITS.paths)
      .map(({ first, count }) => ({ path: this.#textOf(first), objects: count }));
  }

  /** Elements, and entries of V8's own tables, which have numbers for names. */
  #isIndexed(edge: number): boolean {
    const { edgeKind, edgeName, strings } = this.graph;
    if (edgeKind[edge] === EdgeKind.element) return true;
    return edgeKind[edge] === EdgeKind.internal && /^\d+$/.test(strings[edgeName[edge]]);
  }

  #textOf(node: number): string {
    const steps: string[] = [];
    for (let at = node; at !== 0; at = this.nodes.parent[at]) steps.unshift(...this.#stepsTo(at));
    const start = CELL_SCOPE.every((step, at) => steps[at] === step) ? CELL_SCOPE.length : 0;
    const own = steps.slice(start);
    const { steps: most } = HEAP_GROWTH_LIMITS;
    if (own.length <= most) return own.join(' → ');
    const head = Math.floor(most / 2);
    return [...own.slice(0, head), '…', ...own.slice(own.length - most + head + 1)].join(' → ');
  }

  /** The reference that leads to a node, and the node, as far as they have something to say. */
  #stepsTo(node: number): string[] {
    const { graph, nodes } = this;
    const edge = nodes.foundBy[node] - 1;
    const { edgeKind, edgeName, strings, kind, name } = graph;
    const steps: string[] = [];
    const label = strings[edgeName[edge]] ?? '';
    if (edgeKind[edge] === EdgeKind.element) {
      if (kind[nodes.parent[node]] !== NodeKind.root) steps.push(`[${edgeName[edge]}]`);
    } else if (edgeKind[edge] !== EdgeKind.internal) {
      if (edgeKind[edge] !== EdgeKind.root) steps.push(label);
    } else if (/^\d+$/.test(label)) steps.push(`[${label}]`);
    if (kind[node] === NodeKind.root || isObject(graph, node)) {
      const isNamed = kind[node] === NodeKind.closure && strings[name[node]] !== '';
      steps.push(isNamed ? `${strings[name[node]]}()` : constructorOf(graph, node));
    }
    return steps.map(step => step.slice(0, HEAP_GROWTH_LIMITS.name));
  }
}
