import { NS_PER_S } from '../../base/time';
import { selfTimesOf } from '../../analysis/slices/selfTimes';
import { type OperatorRow, operatorRows } from '../../analysis/operators/operatorRows';
import { SECOND_EXECUTION_CATEGORY } from '../../model/profile/categories';
import type { Profile } from '../../model/profile/profile';
import { gpuOrigins, nearestMarked } from '../../analysis/gpu/gpuOrigins';
import { gpuWork, deviceNumber } from '../../analysis/gpu/gpuWork';
import { enclosingOf } from '../../analysis/slices/nesting';
import type { Shape } from '../../model/profile/operatorFacts';
import type {
  MgeFootprint,
  MgeOperator,
  MgeProfiling,
  MgeTimes,
  MgeTimesByNode,
  MgeVariable
} from './mgeProfiling';

/** An operator with all that MegEngine writes of one. */
interface WrittenOperator extends MgeOperator {
  readonly waiting_spec: Readonly<Record<string, never>>;
}

/**
 * The operators of a profile in the form of MegEngine's `get_profile()`, in order of start. Times are
 * seconds from the profile's origin, of each operator's self time: one that runs others within it ends
 * that much earlier. The GPU work of an operator is its time on the device. Without GPU work, an
 * operator on a thread computes where it is dispatched, so that both times are the same; for
 * asynchronous operators the time of their dispatch is unknown. Nodes of a model's second execution are
 * left out.
 */
export function mgeProfileOf(profile: Profile): MgeProfiling {
  const rows = operatorRows(profile).filter(
    ({ category }) => category !== SECOND_EXECUTION_CATEGORY
  );
  return new MgeGraphWriter(profile, rows).write();
}

/** Puts together the tables of one graph. */
class MgeGraphWriter {
  readonly #sequence: string[] = [];
  readonly #operators: Record<string, WrittenOperator> = {};
  readonly #device: Record<string, MgeTimesByNode> = {};
  readonly #host: Record<string, MgeTimesByNode> = {};
  readonly #footprints: Record<string, MgeFootprint> = {};
  readonly #variables = new MgeVariables(() => this.#nextId());
  readonly #selfNs: Float64Array;
  readonly #gpuTimes: ReadonlyMap<number, GpuTimes>;
  #ids = 0;

  constructor(
    private readonly profile: Profile,
    private readonly rows: readonly OperatorRow[]
  ) {
    const isOperator = new Set<number>(rows.map(({ slice }) => slice));
    this.#selfNs = selfTimesOf(profile, slice => isOperator.has(slice));
    this.#gpuTimes = mgeGpuTimes(profile, isOperator);
  }

  write(): MgeProfiling {
    for (const row of this.rows) this.#add(row);
    const device = this.#device;
    const host = this.#host;
    const footprints = this.#footprints;
    const sequence = this.#sequence;
    const operators = this.#operators;
    const variables = this.#variables;
    return {
      profiler: { device, host, opr_internal_pf: {}, opr_footprint: footprints },
      graph_exec: { operator: operators, var: variables.all, comp_seq: sequence, mem_chunk: {} }
    };
  }

  #add(row: OperatorRow): void {
    const node = this.#nodeOf(row);
    const input = this.#variables.inputs(row, node);
    const id = this.#nextId();
    const output = this.#variables.outputs(row, node, input);
    this.#operators[id] = {
      id,
      name: row.name,
      type: row.type,
      node_type: 'operator',
      input,
      output,
      waiting_spec: {},
      extra: { dfs_step_num: this.#sequence.length }
    };
    this.#sequence.push(id);
    this.#addTimes(id, row, node);
    this.#footprints[id] = {
      param: {},
      in_shapes: row.inShapes ?? [],
      out_shapes: row.outShapes ?? [],
      memory: row.bytes,
      computation: row.flops
    };
  }

  #addTimes(id: string, row: OperatorRow, node: string): void {
    const start = row.start / NS_PER_S;
    const end = (row.start + Math.max(0, this.#selfNs[row.slice])) / NS_PER_S;
    const times = { start, kern: start, end };
    this.#device[id] = this.#gpuTimes.get(row.slice) ?? { [node]: times };
    const { tracks, slices } = this.profile;
    if (tracks[slices.track[row.slice]].kind === 'asyncLane') return;
    this.#host[id] = { [`comp_node_dispatch:${node}`]: times };
  }

  /** The computing node of an operator: the CPU, and the part of the program that runs there. */
  #nodeOf({ slice }: OperatorRow): string {
    const { tracks, slices } = this.profile;
    const track = slices.track[slice];
    return `CompNode("cpu0:${track}" from "${tracks[track].name}")`;
  }

  #nextId(): string {
    return String(this.#ids++);
  }
}

/** The GPU times of an operator, by computing node; a stream of a GPU is one. */
type GpuTimes = Readonly<Record<string, MgeTimes>>;

/**
 * The GPU times of operators, by rows of their slices: on each stream from the start of their first
 * work to the end of the last. Work launched by an operator within another one belongs to the inner
 * one.
 */
function mgeGpuTimes(profile: Profile, operators: Iterable<number>): ReadonlyMap<number, GpuTimes> {
  const times = new Map<number, Record<string, MgeTimes>>();
  const { slices } = profile;
  const { rows } = gpuWork(profile);
  if (rows.length === 0) return times;
  const isOperator = new Uint8Array(slices.length);
  for (const row of operators) isOperator[row] = 1;
  const owners = nearestMarked(slices, enclosingOf(profile), isOperator);
  const originOf = gpuOrigins(profile);
  for (const row of rows) {
    const owner = originOf[row] < 0 ? -1 : owners[originOf[row]];
    if (owner < 0) continue;
    const ofOwner = times.get(owner) ?? {};
    times.set(owner, ofOwner);
    const node = nodeOf(profile, slices.track[row]);
    ofOwner[node] = spanOf(ofOwner[node], slices.start[row], slices.duration[row]);
  }
  return times;
}

function spanOf(known: MgeTimes | undefined, startNs: number, durationNs: number): MgeTimes {
  const [start, end] = [startNs / NS_PER_S, (startNs + durationNs) / NS_PER_S];
  if (known === undefined) return { start, kern: start, end };
  return { ...known, end: Math.max(known.end, end) };
}

function nodeOf({ tracks }: Profile, track: number): string {
  const { name, tid } = tracks[track];
  return `CompNode("gpu${deviceNumber(tracks, track)}:${tid}" from "${name}")`;
}

/** The facts about a variable that MegEngine knows before the graph runs. */
interface InferTag {
  readonly node_type: 'static_infer_tag';
  readonly infer_type: 'NO_DESC' | 'MISSING_INP';
  readonly inferred_result: Shape | null;
  readonly deps: readonly { readonly dep_type: 'SHAPE'; readonly var: string }[];
}

/** A variable with all that MegEngine writes of one. */
interface WrittenVariable extends MgeVariable {
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
class MgeVariables {
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
