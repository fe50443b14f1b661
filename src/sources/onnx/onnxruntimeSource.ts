import { listArgs, OF_INPUTS, OF_OUTPUTS } from '../../analysis/operators/tensorTexts';
import { FLOPS_ARG } from '../../model/profile/argKeys';
import { SECOND_EXECUTION_CATEGORY } from '../../model/profile/categories';
import type { FlopsOf } from '../../model/profile/operatorFacts';
import type { ArgValue } from '../../model/build/profileBuilder';
import type {
  Contribution,
  ContributionContext,
  Source,
  SourceSlice
} from '../../record/build/contribution';
import { OnnxruntimeHook, type OnnxruntimeUser } from './onnxruntime';
import type { NodeFacts } from './onnxruntimeFacts';
import type { NodeTime } from './onnxruntimeNodes';
import type { TwinRun } from './onnxruntimeTwin';
import { SourceFaults, type SourceKind } from '../source';
import { onnxFlops } from '../../analysis/operators/libraryFlops';
import type { HookDeps } from '../operators/operatorCalls';
import { type FactOptions, wantsFacts } from '../operators/recordedKinds';

/** Slices of nodes that one recording keeps at most. */
const MAX_NODES = 1 << 18;

/** The details of model runs that one recording requests. */
export interface OnnxruntimeDetail {
  /** Keep the shapes of the inputs of each run. */
  readonly shapes: boolean;
  /** Run each model a second time, once, for the times of its nodes. */
  readonly nodeShares: boolean;
  /** Counts what nodes compute; `null` when that is not wanted. */
  readonly flops: FlopsOf | null;
}

/**
 * Records sessions of onnxruntime-node: their creation and their runs and, on request, the nodes of a
 * second run of each model, which are on a separate track.
 */
export class OnnxruntimeSource implements Source, OnnxruntimeUser {
  readonly faults = new SourceFaults(
    'onnxruntime',
    'Runs of models may be incomplete; onnxruntime-node 1.30 is the version this was made for.'
  );
  readonly shapes: boolean;
  readonly nodeShares: boolean;
  readonly flops: FlopsOf | null;
  readonly #twinRuns: TwinRun[] = [];
  #nodes = 0;
  #firstOperator = 0;
  #recorded = 0;
  #isActive = false;

  constructor(
    private readonly hook: OnnxruntimeHook,
    { shapes, nodeShares, flops }: OnnxruntimeDetail
  ) {
    this.shapes = shapes;
    this.nodeShares = nodeShares;
    this.flops = flops;
  }

  addTwinRun(run: TwinRun): void {
    this.#nodes += run.nodes.length;
    if (this.#nodes <= MAX_NODES) this.#twinRuns.push(run);
    else this.faults.note(new RangeError(`Models with more than ${MAX_NODES} nodes`));
  }

  start(): void {
    this.#firstOperator = this.hook.operators;
    this.#isActive = true;
    this.faults.guard(() => this.hook.acquire(this), undefined);
  }

  stopNow(): void {
    if (!this.#isActive) return;
    this.#isActive = false;
    this.#recorded = this.hook.operators - this.#firstOperator;
    this.faults.guard(() => this.hook.release(this), undefined);
  }

  contribute(context: ContributionContext): Contribution {
    const slices = this.faults.guard(() => this.#slices(context), []);
    const overheadNs = this.#twinRuns.reduce((sum, { costNs }) => sum + costNs, 0);
    return { report: this.faults.report(this.#recorded), slices, overheadNs };
  }

  #slices(context: ContributionContext): SourceSlice[] {
    const { originNs, endNs } = context;
    const runs = this.#twinRuns.filter(
      ({ beganNs, duration }) => beganNs >= originNs && beganNs + BigInt(duration) <= endNs
    );
    if (runs.length === 0) return [];
    const { pid } = process;
    const name = 'onnxruntime nodes (second execution)';
    const track = context.addTrack({ name, kind: 'asyncLane', parent: 0, pid, tid: pid });
    return runs.flatMap(run =>
      slicesOf(run, { start: Number(run.beganNs - originNs), track }, this)
    );
  }
}

/** The recorded facts about nodes besides their times. */
type NodeDetail = Pick<OnnxruntimeDetail, 'shapes' | 'flops'>;

function slicesOf(
  { model, nodes, duration, facts }: TwinRun,
  { start, track }: { readonly start: number; readonly track: number },
  detail: NodeDetail
): SourceSlice[] {
  const place = { category: SECOND_EXECUTION_CATEGORY, track };
  const counted = nodes.map((node, at) => countedArgs(node, facts[at] ?? null, detail));
  const slices = nodes.map(({ name, start: offset, duration: length }, at) => {
    const args = counted[at];
    return { ...place, name, start: start + offset, duration: length, ...(args && { args }) };
  });
  const flops = totalOf(counted);
  const args = flops === null ? {} : { args: { [FLOPS_ARG]: flops } };
  return [{ ...place, name: `run of ${model}`, start, duration, ...args }, ...slices];
}

/** The arguments of a node whose inputs are known. */
function countedArgs(
  { operator }: NodeTime,
  facts: NodeFacts | null,
  { shapes, flops: flopsOf }: NodeDetail
): Record<string, ArgValue> | null {
  if (facts === null || !shapes) return null;
  const { inputs, inputTypes, outputs, outputTypes } = facts;
  const flops = flopsOf?.(operator, facts) ?? null;
  return {
    ...listArgs(inputs, inputTypes, OF_INPUTS),
    ...listArgs(outputs, outputTypes, OF_OUTPUTS),
    ...(flops !== null && { [FLOPS_ARG]: flops })
  };
}

/** The operations of all nodes together; `null` if one of them is unknown. */
function totalOf(counted: readonly (Record<string, ArgValue> | null)[]): number | null {
  let total = 0;
  for (const args of counted) {
    const flops = args?.[FLOPS_ARG];
    if (typeof flops !== 'number') return null;
    total += flops;
  }
  return total;
}

/** The recording options that the hooks in ONNX Runtime read. */
interface OnnxruntimeOptions extends FactOptions {
  readonly operators: boolean;
  readonly graphOperators: boolean;
  readonly api: boolean;
  readonly nodeShares: boolean;
}

/** ONNX Runtime. */
export const ONNXRUNTIME: SourceKind<OnnxruntimeOptions, { readonly hooks: HookDeps }> = {
  open: ({ hooks }) => {
    const hook = new OnnxruntimeHook(hooks);
    return {
      sources: options => {
        const { operators, graphOperators, api, nodeShares } = options;
        if (!(operators || graphOperators || api)) return [];
        const flops = options.flops ? onnxFlops : null;
        return [new OnnxruntimeSource(hook, { shapes: wantsFacts(options), nodeShares, flops })];
      }
    };
  }
};
