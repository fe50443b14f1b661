import type { OperatorRow } from '../../analysis/operators/traffic/operatorRows';
import type { Shape } from '../../model/profile/operatorFacts';
import type { MgeVariable } from './mgeProfiling';

/** The facts about a variable that MegEngine knows before the graph runs. */
interface InferTag {
  readonly node_type: 'static_infer_tag';
  readonly infer_type: 'NO_DESC' | 'MISSING_INP';
  readonly inferred_result: Shape | null;
  readonly deps: readonly { readonly dep_type: 'SHAPE'; readonly var: string }[];
}

/** A variable with all that MegEngine writes of one. */
export interface WrittenVariable extends MgeVariable {
  readonly mem_plan: {
    readonly layout: { readonly dtype: string; readonly shape: Shape };
  } | null;
  readonly flag: readonly string[];
  readonly dev_ptr: null;
  readonly prev_dev_ptr: number;
  readonly force_update_src: null;
  readonly mem_readonly_fwd_src: null;
  readonly static_infer_tags: { readonly VALUE: InferTag; readonly SHAPE: InferTag };
}

/** One tensor at one end of an operator. */
interface End {
  readonly shape: Shape;
  readonly type: string;
  /** Number of the tensor, or null if it is unknown. */
  readonly tensor: number | null;
}

const NO_VALUE: InferTag = {
  node_type: 'static_infer_tag',
  infer_type: 'NO_DESC',
  inferred_result: null,
  deps: []
};

/**
 * The variables between operators: tensors that operators name by numbers are one variable wherever
 * they occur, others a variable for each end. Ids are taken from `nextId`, which operators share.
 */
export class MgeVariables {
  readonly all: Record<string, WrittenVariable> = {};
  readonly #ofTensor = new Map<number, string>();

  constructor(private readonly nextId: () => string) {}

  /**
   * The ids of an operator's inputs; an input that no earlier operator made becomes a separate
   * variable.
   */
  inputs(row: OperatorRow, node: string): string[] {
    return endsOf(row.inShapes, row.inTypes, row.inTensors).map(end => {
      const known = end.tensor === null ? undefined : this.#ofTensor.get(end.tensor);
      return known ?? this.#add(end, { name: `input of ${row.name}`, node, from: [] });
    });
  }

  /** The ids of what an operator makes of the variables `from`. */
  outputs(row: OperatorRow, node: string, from: readonly string[]): string[] {
    return endsOf(row.outShapes, row.outTypes, row.outTensors).map(end =>
      this.#add(end, { name: row.name, node, from })
    );
  }

  #add(
    { shape, type, tensor }: End,
    made: { readonly name: string; readonly node: string; readonly from: readonly string[] }
  ): string {
    const id = this.nextId();
    if (tensor !== null) this.#ofTensor.set(tensor, id);
    this.all[id] = {
      id,
      name: made.name,
      node_type: 'var',
      comp_node: made.node,
      flag: [],
      dev_ptr: null,
      prev_dev_ptr: 0,
      force_update_src: null,
      mem_readonly_fwd_src: null,
      mem_plan: type === '' ? null : { layout: { dtype: mgeType(type), shape } },
      static_infer_tags: {
        VALUE: NO_VALUE,
        SHAPE: {
          node_type: 'static_infer_tag',
          infer_type: 'MISSING_INP',
          inferred_result: shape,
          deps: made.from.map(variable => ({ dep_type: 'SHAPE', var: variable }))
        }
      }
    };
    return id;
  }
}

function endsOf(
  shapes: readonly Shape[] | null,
  types: readonly string[] | null,
  tensors: readonly number[] | null
): End[] {
  return (shapes ?? []).map((shape, at) => ({
    shape,
    type: types?.[at] ?? '',
    tensor: tensors?.[at] ?? null
  }));
}

/** A type as MegEngine writes it, such as `Float32`. */
function mgeType(type: string): string {
  return type.slice(0, 1).toUpperCase() + type.slice(1);
}
