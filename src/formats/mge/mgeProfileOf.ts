import { NS_PER_S } from '../../base/time';
import { selfTimesOf } from '../../analysis/slices/selfTimes';
import type { OperatorRow } from '../../analysis/operators/traffic/operatorRows';
import { operatorRows } from '../../analysis/operators/traffic/operatorRows';
import { SECOND_EXECUTION_CATEGORY } from '../../model/profile/categories';
import type { Profile } from '../../model/profile/profile';
import type { MgeFootprint, MgeOperator, MgeProfiling, MgeTimesByNode } from './mgeProfiling';
import type { GpuTimes } from './mgeGpuTimes';
import { mgeGpuTimes } from './mgeGpuTimes';
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
  private readonly sequence: string[] = [];
  private readonly operators: Record<string, WrittenOperator> = {};
  private readonly device: Record<string, MgeTimesByNode> = {};
  private readonly host: Record<string, MgeTimesByNode> = {};
  private readonly footprints: Record<string, MgeFootprint> = {};
  private readonly variables = new MgeVariables(() => this.nextId());
  private readonly selfNs: Float64Array;
  private readonly gpuTimes: ReadonlyMap<number, GpuTimes>;
  private ids = 0;

  constructor(
    private readonly profile: Profile,
    private readonly rows: readonly OperatorRow[]
  ) {
    const isOperator = new Set<number>(rows.map(({ slice }) => slice));
    this.selfNs = selfTimesOf(profile, slice => isOperator.has(slice));
    this.gpuTimes = mgeGpuTimes(profile, isOperator);
  }

  write(): MgeProfiling {
    for (const row of this.rows) this.add(row);
    const { device, host, footprints, sequence, operators, variables } = this;
    return {
      profiler: { device, host, opr_internal_pf: {}, opr_footprint: footprints },
      graph_exec: { operator: operators, var: variables.all, comp_seq: sequence, mem_chunk: {} }
    };
  }

  private add(row: OperatorRow): void {
    const node = this.nodeOf(row);
    const input = this.variables.inputs(row, node);
    const id = this.nextId();
    const output = this.variables.outputs(row, node, input);
    this.operators[id] = {
      id,
      name: row.name,
      type: row.type,
      node_type: 'operator',
      input,
      output,
      waiting_spec: {},
      extra: { dfs_step_num: this.sequence.length }
    };
    this.sequence.push(id);
    this.addTimes(id, row, node);
    this.footprints[id] = {
      param: {},
      in_shapes: row.inShapes ?? [],
      out_shapes: row.outShapes ?? [],
      memory: row.bytes,
      computation: row.flops
    };
  }

  private addTimes(id: string, row: OperatorRow, node: string): void {
    const start = row.start / NS_PER_S;
    const end = (row.start + Math.max(0, this.selfNs[row.slice])) / NS_PER_S;
    const times = { start, kern: start, end };
    this.device[id] = this.gpuTimes.get(row.slice) ?? { [node]: times };
    const { tracks, slices } = this.profile;
    if (tracks[slices.track[row.slice]].kind === 'asyncLane') return;
    this.host[id] = { [`comp_node_dispatch:${node}`]: times };
  }

  /** The computing node of an operator: the CPU, and the part of the program that runs there. */
  private nodeOf({ slice }: OperatorRow): string {
    const { tracks, slices } = this.profile;
    const track = slices.track[slice];
    return `CompNode("cpu0:${track}" from "${tracks[track].name}")`;
  }

  private nextId(): string {
    return String(this.ids++);
  }
}
