import type {
  Contribution,
  ContributionContext,
  Source,
  SourceSlice
} from '../record/contribution';
import type { OnnxruntimeHook, OnnxruntimeUser } from './onnxruntime';
import type { TwinRun } from './onnxruntimeTwin';
import { SourceFaults } from './source';

/** Category of what ONNX Runtime executed only to be timed node by node. */
const SECOND_EXECUTION_CATEGORY = 'second execution';

/** Slices of nodes that one recording keeps at most. */
const MAX_NODES = 1 << 18;

/** How one recording wants the runs of models. */
export interface OnnxruntimeDetail {
  /** Keep the shapes of the inputs of each run. */
  readonly shapes: boolean;
  /** Run each model a second time, once, for the times of its nodes. */
  readonly nodeShares: boolean;
}

/**
 * Records sessions of onnxruntime-node: their creation and their runs and, if wanted, the nodes of a
 * second run of each model, which stand on a track of their own.
 */
export class OnnxruntimeSource implements Source, OnnxruntimeUser {
  readonly faults = new SourceFaults(
    'onnxruntime',
    'Runs of models may be incomplete; onnxruntime-node 1.30 is the version this was made for.'
  );
  readonly shapes: boolean;
  readonly nodeShares: boolean;
  private readonly twinRuns: TwinRun[] = [];
  private nodes = 0;
  private firstOperator = 0;
  private recorded = 0;
  private isActive = false;

  constructor(
    private readonly hook: OnnxruntimeHook,
    { shapes, nodeShares }: OnnxruntimeDetail
  ) {
    this.shapes = shapes;
    this.nodeShares = nodeShares;
  }

  addTwinRun(run: TwinRun): void {
    this.nodes += run.nodes.length;
    if (this.nodes <= MAX_NODES) this.twinRuns.push(run);
    else this.faults.note(new RangeError(`Models with more than ${MAX_NODES} nodes`));
  }

  start(): void {
    this.firstOperator = this.hook.operators;
    this.isActive = true;
    this.faults.guard(() => this.hook.acquire(this), undefined);
  }

  async stop(): Promise<void> {
    this.stopNow();
    return Promise.resolve();
  }

  stopNow(): void {
    if (!this.isActive) return;
    this.isActive = false;
    this.recorded = this.hook.operators - this.firstOperator;
    this.faults.guard(() => this.hook.release(this), undefined);
  }

  contribute(context: ContributionContext): Contribution {
    const slices = this.faults.guard(() => this.slices(context), []);
    const overheadNs = this.twinRuns.reduce((sum, { costNs }) => sum + costNs, 0);
    return { report: this.faults.report(this.recorded), slices, overheadNs };
  }

  private slices(context: ContributionContext): SourceSlice[] {
    const { originNs, endNs } = context;
    const runs = this.twinRuns.filter(
      ({ beganNs, duration }) => beganNs >= originNs && beganNs + BigInt(duration) <= endNs
    );
    if (runs.length === 0) return [];
    const { pid } = process;
    const name = 'onnxruntime nodes (second execution)';
    const track = context.addTrack({ name, kind: 'asyncLane', parent: 0, pid, tid: pid });
    return runs.flatMap(run => slicesOf(run, Number(run.beganNs - originNs), track));
  }
}

function slicesOf(
  { model, nodes, duration }: TwinRun,
  start: number,
  track: number
): SourceSlice[] {
  const category = SECOND_EXECUTION_CATEGORY;
  const whole = { name: `run of ${model}`, category, track, start, duration };
  return [whole, ...nodes.map(node => ({ ...node, start: start + node.start, category, track }))];
}
