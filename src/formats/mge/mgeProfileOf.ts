import { NS_PER_S } from '../../base/time';
import { selfTimesOf } from '../../analysis/slices/selfTimes';
import { type OperatorRow, operatorRows } from '../../analysis/operators/traffic/operatorRows';
import { SECOND_EXECUTION_CATEGORY } from '../../model/profile/categories';
import type { Profile } from '../../model/profile/profile';
import { deviceNumber } from '../../analysis/gpu/deviceNumber';
import { gpuOrigins, nearestMarked } from '../../analysis/gpu/gpuOrigins';
import { gpuWork } from '../../analysis/gpu/gpuWork';
import { enclosingOf } from '../../analysis/slices/nesting';
import type {
  MgeFootprint,
  MgeOperator,
  MgeProfiling,
  MgeTimes,
  MgeTimesByNode
} from './mgeProfiling';
import { MgeVariables } from './mgeVariables';

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
