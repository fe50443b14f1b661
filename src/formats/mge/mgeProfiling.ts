/**
 * The result of MegEngine's `get_profile()`, as JSON: the graph that ran and the times of its
 * operators. Operators and variables are keyed by their ids, integers as text. Their order in the file
 * is the one in which equal operators are listed, which a plain object does not keep: such keys are
 * always ascending in one.
 */
export interface MgeProfiling {
  readonly profiler: MgeProfiler;
  readonly graph_exec: MgeGraph;
}

/** Times and sizes, by operator id; operators that did not run are in none of them. */
export interface MgeProfiler {
  readonly opr_internal_pf: Readonly<Record<string, unknown>>;
  readonly device: Readonly<Record<string, MgeTimesByNode>>;
  readonly host: Readonly<Record<string, MgeTimesByNode>>;
  readonly opr_footprint: Readonly<Record<string, MgeFootprint>>;
}

/** One run of an operator by computing node, or by the thread that dispatches to it. */
export type MgeTimesByNode = Readonly<Record<string, MgeTimes>>;

/** Seconds since some instant that one file has in common; `kern` is when the wait before ended. */
export interface MgeTimes {
  readonly start: number;
  readonly kern: number;
  readonly end: number;
}

/** The bytes and operations of one run of an operator. */
export interface MgeFootprint {
  readonly param: Readonly<Record<string, unknown>>;
  readonly in_shapes: readonly (readonly number[])[];
  readonly out_shapes: readonly (readonly number[])[];
  /** Strides of each input; absent where all are contiguous. */
  readonly in_layouts?: readonly (readonly number[] | null)[];
  /** Bytes read and written; null where they are not known. */
  readonly memory: number | null;
  /** Floating-point operations; null where they are not known. */
  readonly computation: number | null;
}

/** The graph: operators, the variables between them, and the order in which operators ran. */
export interface MgeGraph {
  readonly comp_seq: readonly string[];
  readonly mem_chunk: Readonly<Record<string, unknown>>;
  readonly var: Readonly<Record<string, MgeVariable>>;
  readonly operator: Readonly<Record<string, MgeOperator>>;
}

/** A variable, as far as it is read; MegEngine writes more of it. */
export interface MgeVariable {
  readonly id: string;
  readonly name: string;
  readonly node_type: 'var';
  readonly comp_node: string;
  /** Null where memory is given out while the graph runs. */
  readonly mem_plan: { readonly layout: { readonly dtype: string } } | null;
}

/** An operator; `input` and `output` are ids of variables. */
export interface MgeOperator {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly node_type: 'operator';
  readonly input: readonly string[];
  readonly output: readonly string[];
  readonly extra: Readonly<Record<string, unknown>>;
}
