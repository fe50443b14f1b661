import { EdgeKind, type HeapGraph, NodeKind } from './heapGraph';
import { type ReadBytes, SnapshotBytes } from './snapshotBytes';

/** The largest graph that is read; its columns take about 1 GB. */
const MAX_NODES = 12_000_000;
const MAX_EDGES = 60_000_000;
const MAX_STRINGS = 6_000_000;

/** The description of the columns comes first in the file and is short. */
const MAX_HEADER = 100_000;

interface Header {
  readonly meta: {
    readonly node_fields: readonly string[];
    readonly node_types: readonly [readonly string[], ...unknown[]];
    readonly edge_fields: readonly string[];
    readonly edge_types: readonly [readonly string[], ...unknown[]];
  };
  readonly node_count: number;
  readonly edge_count: number;
}

/**
 * Reads the file of a heap snapshot, as V8 writes it, from front to back.
 *
 * @throws Error for a file that is cut off or something else, and for a graph that is too large.
 */
export function readSnapshot(read: ReadBytes): HeapGraph {
  const bytes = new SnapshotBytes(read);
  bytes.skipPast('{"snapshot":');
  const header = JSON.parse(bytes.textBefore('},\n"nodes":[', MAX_HEADER) + '}') as Header;
  const { node_count: nodes, edge_count: edges } = header;
  if (nodes > MAX_NODES || edges > MAX_EDGES) {
    throw new Error(
      `The heap snapshot has ${nodes} objects with ${edges} references; at most ${MAX_NODES} with ${MAX_EDGES} are read`
    );
  }
  const node = readNodes(bytes, header);
  bytes.skipPast('"edges":[');
  const edge = readEdges(bytes, header);
  bytes.skipPast('"strings":[');
  const strings: string[] = [];
  for (let text = bytes.string(); text !== null; text = bytes.string()) {
    if (strings.push(text) > MAX_STRINGS) throw new Error('The heap snapshot has too many strings');
  }
  return { nodes, ...withKinds(node, strings), ...edge, strings };
}

type NodeColumns = Pick<HeapGraph, 'kind' | 'name' | 'id' | 'size' | 'firstEdge'>;

const KINDS: Readonly<Record<string, number>> = {
  hidden: NodeKind.part,
  array: NodeKind.part,
  code: NodeKind.code,
  'object shape': NodeKind.code,
  synthetic: NodeKind.root,
  string: NodeKind.string,
  'concatenated string': NodeKind.string,
  'sliced string': NodeKind.string,
  closure: NodeKind.closure,
  regexp: NodeKind.regexp,
  number: NodeKind.part,
  symbol: NodeKind.part,
  bigint: NodeKind.part
};

function readNodes(bytes: SnapshotBytes, { meta, node_count }: Header): NodeColumns {
  const { node_fields: fields, node_types: types } = meta;
  const [type, name, id, size, count] = ['type', 'name', 'id', 'self_size', 'edge_count'].map(
    field => fields.indexOf(field)
  );
  const kinds = Uint8Array.from(types[0], each => KINDS[each] ?? NodeKind.object);
  const columns = {
    kind: new Uint8Array(node_count),
    name: new Uint32Array(node_count),
    id: new Uint32Array(node_count),
    size: new Float64Array(node_count),
    firstEdge: new Uint32Array(node_count + 1)
  };
  const values = new Float64Array(fields.length);
  for (let node = 0; node < node_count; node++) {
    for (let field = 0; field < values.length; field++) values[field] = bytes.number();
    columns.kind[node] = kinds[values[type]];
    columns.name[node] = values[name];
    columns.id[node] = values[id];
    columns.size[node] = values[size];
    columns.firstEdge[node + 1] = columns.firstEdge[node] + values[count];
  }
  return columns;
}

const EDGE_KINDS: Readonly<Record<string, number>> = {
  context: EdgeKind.variable,
  property: EdgeKind.property,
  element: EdgeKind.element,
  shortcut: EdgeKind.root,
  weak: EdgeKind.weak
};

function readEdges(
  bytes: SnapshotBytes,
  { meta, edge_count }: Header
): Pick<HeapGraph, 'edgeKind' | 'edgeName' | 'edgeTo'> {
  const kinds = Uint8Array.from(meta.edge_types[0], type => EDGE_KINDS[type] ?? EdgeKind.internal);
  const hidden = meta.edge_types[0].indexOf('hidden');
  const edgeKind = new Uint8Array(edge_count);
  const edgeName = new Uint32Array(edge_count);
  const edgeTo = new Uint32Array(edge_count);
  const width = meta.node_fields.length;
  for (let edge = 0; edge < edge_count; edge++) {
    const type = bytes.number();
    edgeKind[edge] = kinds[type];
    const name = bytes.number();
    edgeName[edge] = type === hidden ? 0 : name;
    edgeTo[edge] = bytes.number() / width;
  }
  return { edgeKind, edgeName, edgeTo };
}

/** Contexts and the like are objects to V8, but no objects of the program. */
function withKinds(columns: NodeColumns, strings: readonly string[]): NodeColumns {
  const isSystem = Uint8Array.from(strings, text => (text.startsWith('system / ') ? 1 : 0));
  const { kind, name } = columns;
  for (let node = 0; node < kind.length; node++) {
    if (kind[node] === NodeKind.object && isSystem[name[node]]) kind[node] = NodeKind.part;
  }
  return columns;
}
