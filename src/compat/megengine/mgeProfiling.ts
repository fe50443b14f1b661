/**
 * The result of MegEngine's `get_profile()`, as JSON: the graph that ran and the times of its
 * operators. Operators and variables are keyed by their ids, integers as text. Their order in the file
 * is the one in which equal operators are listed, which a plain object does not keep: such keys are
 * always ascending in one.
 */
export interface MgeProfiling {
  /** Times and sizes of the operators. */
  readonly profiler: MgeProfiler;
  /** The graph that ran. */
  readonly graph_exec: MgeGraph;
}

/** Times and sizes, by operator id; operators that did not run are in none of them. */
export interface MgeProfiler {
  /** Times inside operators, as MegEngine writes them; empty in profiles of Kernelscope. */
  readonly opr_internal_pf: Readonly<Record<string, unknown>>;
  /** Times of each operator on the computing nodes, such as the CPU or a stream of a GPU. */
  readonly device: Readonly<Record<string, MgeTimesByNode>>;
  /** Times of the dispatch of each operator on the host; not of asynchronous ones. */
  readonly host: Readonly<Record<string, MgeTimesByNode>>;
  /** The shapes, bytes and operations of each operator. */
  readonly opr_footprint: Readonly<Record<string, MgeFootprint>>;
}

/** One run of an operator by computing node, or by the thread that dispatches to it. */
export type MgeTimesByNode = Readonly<Record<string, MgeTimes>>;

/** Seconds since some instant that one file has in common; `kern` is when the wait before ended. */
export interface MgeTimes {
  /** When the run began, in seconds. */
  readonly start: number;
  /** When the wait before the work ended, in seconds; `start` if there was none. */
  readonly kern: number;
  /** When the run ended, in seconds. */
  readonly end: number;
}

/** The bytes and operations of one run of an operator. */
export interface MgeFootprint {
  /** The operator's parameters, as MegEngine writes them; empty in profiles of Kernelscope. */
  readonly param: Readonly<Record<string, unknown>>;
  /** The shape of each input. */
  readonly in_shapes: readonly (readonly number[])[];
  /** The shape of each output. */
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
  /** Ids of the operators in the order in which they ran. */
  readonly comp_seq: readonly string[];
  /** Pieces of memory, as MegEngine writes them; empty in profiles of Kernelscope. */
  readonly mem_chunk: Readonly<Record<string, unknown>>;
  /** Variables by their ids. */
  readonly var: Readonly<Record<string, MgeVariable>>;
  /** Operators by their ids. */
  readonly operator: Readonly<Record<string, MgeOperator>>;
}

/** A variable, as far as it is read; MegEngine writes more of it. */
export interface MgeVariable {
  /** Its key in the graph, an integer as text. */
  readonly id: string;
  /** Such as the name of the operator that made it. */
  readonly name: string;
  /** Tells variables from operators. */
  readonly node_type: 'var';
  /** The computing node that it is on, such as `CompNode("cpu0:0" from "…")`. */
  readonly comp_node: string;
  /** The type of its elements; null where memory is given out while the graph runs. */
  readonly mem_plan: { readonly layout: { readonly dtype: string } } | null;
}

/** An operator; `input` and `output` are ids of variables. */
export interface MgeOperator {
  /** Its key in the graph, an integer as text. */
  readonly id: string;
  /** The name of this operator in the graph, such as `conv1 (Conv)`. */
  readonly name: string;
  /** The operation, such as `Conv`. */
  readonly type: string;
  /** Tells operators from variables. */
  readonly node_type: 'operator';
  /** Ids of the variables that it reads. */
  readonly input: readonly string[];
  /** Ids of the variables that it makes. */
  readonly output: readonly string[];
  /** Further facts, such as `dfs_step_num`, its place in `comp_seq`. */
  readonly extra: Readonly<Record<string, unknown>>;
}
