import type { HeapGraph } from '../../src/sources/heapSnapshots/heapGraph';
import { readSnapshot } from '../../src/sources/heapSnapshots/readSnapshot';

const NODE_TYPES = ['hidden', 'array', 'string', 'object', 'code', 'closure', 'synthetic'];
const EDGE_TYPES = ['context', 'element', 'property', 'internal', 'hidden', 'shortcut', 'weak'];

/** A node: its type and name, as `object Map`, its shallow size, its id, and references by target. */
export interface DrawnNode {
  readonly is: string;
  readonly size?: number;
  readonly id?: number;
  /** Such as `property cache` or `element 3`, by the key of the node that it leads to. */
  readonly to?: Readonly<Record<string, string>>;
}

/** A heap snapshot as V8 writes it; the first node is the root. */
export function drawSnapshot(nodes: Readonly<Record<string, DrawnNode>>): string {
  const strings = ['<dummy>'];
  const stringOf = (text: string): number => {
    const known = strings.indexOf(text);
    return known >= 0 ? known : strings.push(text) - 1;
  };
  const keys = Object.keys(nodes);
  const edges: number[] = [];
  const rows = Object.values(nodes).flatMap(({ is, size = 0, id, to = {} }, at) => {
    const [, type, name] = /^(\w+) ?(.*)$/.exec(is) ?? [];
    for (const [target, reference] of Object.entries(to)) {
      const [, kind, label] = /^(\w+) ?(.*)$/.exec(reference) ?? [];
      const isIndex = kind === 'element' || kind === 'hidden';
      const row = isIndex ? Number(label) : stringOf(label);
      edges.push(EDGE_TYPES.indexOf(kind), row, 7 * keys.indexOf(target));
    }
    const references = Object.keys(to).length;
    return [NODE_TYPES.indexOf(type), stringOf(name), id ?? 2 * at + 1, size, references, 0, 0];
  });
  const meta = {
    node_fields: ['type', 'name', 'id', 'self_size', 'edge_count', 'trace_node_id', 'detachedness'],
    node_types: [NODE_TYPES, 'string', 'number', 'number', 'number', 'number', 'number'],
    edge_fields: ['type', 'name_or_index', 'to_node'],
    edge_types: [EDGE_TYPES, 'string_or_number', 'node']
  };
  const counts = { node_count: keys.length, edge_count: edges.length / 3 };
  const snapshot = JSON.stringify({ meta, ...counts });
  return `{"snapshot":${snapshot},\n"nodes":[${rows.join(',')}],\n"edges":[${edges.join(',')}],\n"strings":${JSON.stringify(strings)}}`;
}

/** Reads `text` in pieces of `size` bytes. */
export function readingText(text: string, size = 7): (target: Uint8Array) => number {
  const bytes = Buffer.from(text);
  let at = 0;
  return target => {
    const piece = bytes.subarray(at, at + Math.min(size, target.length));
    target.set(piece);
    at += piece.length;
    return piece.length;
  };
}

/** The same as a graph, as it is read. */
export function drawHeap(nodes: Readonly<Record<string, DrawnNode>>): HeapGraph {
  return readSnapshot(readingText(drawSnapshot(nodes)));
}
