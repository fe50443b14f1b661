/** The kinds of nodes that matter, in place of V8's own numbers, which differ between its versions. */
export const NodeKind = {
  /** An object of the program. */
  object: 0,
  /** A table, list or context of V8's that belongs to one. */
  part: 1,
  /** Code and layouts of objects, which V8 makes for itself. */
  code: 2,
  /** A group of roots. */
  root: 3,
  string: 4,
  closure: 5,
  regexp: 6
} as const;

/** The kinds of edges that matter. */
export const EdgeKind = {
  variable: 0,
  property: 1,
  element: 2,
  internal: 3,
  root: 4,
  weak: 5
} as const;

/** A heap snapshot: nodes and edges in columns. Node 0 is the root. */
export interface HeapGraph {
  readonly nodes: number;
  /** One of {@link NodeKind}. */
  readonly kind: Uint8Array;
  /** Row of `strings`. */
  readonly name: Uint32Array;
  /** V8's number of the object, which it keeps from snapshot to snapshot; odd for objects on the heap. */
  readonly id: Uint32Array;
  /** Shallow size, bytes. */
  readonly size: Float64Array;
  /** The first edge of each node, and after the last node the number of edges. */
  readonly firstEdge: Uint32Array;
  /** One of {@link EdgeKind}. */
  readonly edgeKind: Uint8Array;
  /** Row of `strings`, or for elements their index. */
  readonly edgeName: Uint32Array;
  /** The node that an edge leads to. */
  readonly edgeTo: Uint32Array;
  /** Clipped. */
  readonly strings: readonly string[];
}
