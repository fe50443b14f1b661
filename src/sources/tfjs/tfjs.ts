import { buildAllocations } from '../../record/build/buildAllocations';
import type { Contribution, ContributionContext, Source } from '../../record/build/contribution';
import type { HookDeps } from '../operators/operatorCalls';
import type { Kinds } from '../operators/recordedKinds';
import { SourceFaults, type SourceKind } from '../source';
import { callHooks } from './tfjsCalls';
import type { OperatorDetail } from './tfjsArgs';
import { type EngineHook, type TfjsEngine, whenEngineExists } from './tfjsEngine';
import { gradientHooks } from './tfjsGradients';
import { isTfjsCore, recordFunctions } from './tfjsFunctions';
import { findGraphModel, recordGraphModels } from './tfjsGraphModel';
import { findLayers, scopeLayers } from './tfjsLayers';
import { memoryHooks, TfjsMemory } from './tfjsMemory';
import { operatorHook } from './tfjsOperators';
import { startupHooks } from './tfjsStartup';
import { TfjsTrace } from './tfjsTrace';
import { readHook, readSyncHook, writeHook } from './tfjsTransfers';
import { tfjsFlops } from '../../analysis/operators/libraryFlops';

/** Cost of one operator besides its slice, nanoseconds. */
const OPERATOR_COST_NS = 100;

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/**
 * The hooks in TensorFlow.js, shared by all recordings of a recorder: each is active while at least one
 * recording requests its kind of records, in copies loaded now or later. An operator costs one
 * comparison while the recorder is off, and no hook ever changes the value or error of a function.
 */
export class TfjsHook {
  readonly #users = new Map<SourceFaults, OperatorDetail>();
  readonly #trace: TfjsTrace;
  readonly #detail: Mutable<OperatorDetail> = {
    shapes: false,
    tensors: false,
    flops: null
  };
  readonly #hooks: readonly EngineHook[];
  /** Functions that restore the replaced methods. */
  readonly #installed = new Map<EngineHook, () => void>();
  readonly #packages: PackageHooks;
  #engine: TfjsEngine | null = null;
  #stopWaiting: () => void = () => undefined;

  constructor(
    private readonly around: HookDeps,
    private readonly scope: object = globalThis
  ) {
    const trace = new TfjsTrace(around, error => this.#note(error));
    const memory = new TfjsMemory(trace);
    this.#trace = trace;
    this.#hooks = [
      operatorHook(trace, this.#detail),
      ...callHooks(trace),
      writeHook(trace, memory),
      readSyncHook(trace),
      readHook(trace),
      ...startupHooks(trace),
      ...gradientHooks(trace),
      ...memoryHooks(trace, memory)
    ];
    this.#packages = new PackageHooks(trace);
    around.operatorMemory.addReader(take => {
      if (this.#engine) memory.read(this.#engine, take);
    });
  }

  /** Operators recorded since the hook was made. */
  get operators(): number {
    return this.#trace.records;
  }

  /** The recorder of the hook. */
  get recorder(): HookDeps['recorder'] {
    return this.around.recorder;
  }

  /** Puts the hooks in place for a recording, whose `faults` take their failures. */
  acquire(faults: SourceFaults, detail: OperatorDetail): void {
    this.#users.set(faults, detail);
    this.#updateDetail();
    if (this.#users.size > 1) {
      this.#update();
      return;
    }
    this.#trace.reset();
    this.#stopWaiting = whenEngineExists(engine => {
      this.#engine = engine;
      this.#update();
    }, this.scope);
    this.#packages.update(this.around.kinds);
  }

  /** Takes a recording off; with the last one TensorFlow.js is as it was. */
  release(faults: SourceFaults): void {
    if (!this.#users.delete(faults)) return;
    this.#updateDetail();
    if (this.#users.size > 0) {
      this.#update();
      return;
    }
    this.#stopWaiting();
    for (const restore of this.#installed.values()) restore();
    this.#installed.clear();
    this.#packages.dispose();
    this.#engine = null;
  }

  /** Installs the hooks requested now, and removes the others. */
  #update(): void {
    const engine = this.#engine;
    const installed = this.#installed;
    const { kinds } = this.around;
    this.#packages.update(kinds);
    if (engine === null) return;
    for (const hook of this.#hooks) {
      const isWanted = hook.isWanted(kinds);
      if (isWanted === installed.has(hook)) continue;
      installed.get(hook)?.();
      installed.delete(hook);
      if (isWanted) this.#trace.guard(() => installed.set(hook, hook.install(engine)));
    }
  }

  /** Keeps of each operator what any of the recordings wants. */
  #updateDetail(): void {
    const wanted = [...this.#users.values()];
    this.#detail.flops = wanted.find(({ flops }) => flops !== null)?.flops ?? null;
    this.#detail.shapes = wanted.some(({ shapes }) => shapes);
    this.#detail.tensors = wanted.some(({ tensors }) => tensors);
  }

  #note(error: unknown): void {
    for (const faults of this.#users.keys()) faults.note(error);
  }
}

/** Matches the names by which packages of TensorFlow.js are requested, and their files. */
const PACKAGE = /tfjs/;

/** The hooks in the classes of models, wherever a package that exports them is loaded. */
class PackageHooks {
  readonly #graphModels = new Map<object, () => void>();
  readonly #layers = new Map<object, () => void>();
  readonly #functions = new Map<object, () => void>();
  #stopWatching: (() => void) | null = null;

  constructor(private readonly trace: TfjsTrace) {}

  /** Begins to watch for packages when graphs or scopes are wanted. */
  update({ graphOperators, operators, tensorMemory, api, layers }: Kinds): void {
    const isWanted = graphOperators || operators || tensorMemory || api || layers;
    if (!isWanted || this.#stopWatching !== null) return;
    const watch = (exports: object): void => {
      this.trace.guard(() => this.#hook(exports));
    };
    const { moduleWatch } = this.trace.around;
    this.#stopWatching = this.trace.guard(() => moduleWatch.watch(PACKAGE, watch)) ?? null;
  }

  /** Restores the classes; may be used again. */
  dispose(): void {
    this.#stopWatching?.();
    this.#stopWatching = null;
    for (const hooked of [this.#graphModels, this.#layers, this.#functions]) {
      for (const restore of hooked.values()) restore();
      hooked.clear();
    }
  }

  #hook(exports: object): void {
    if (isTfjsCore(exports) && !this.#functions.has(exports)) {
      this.#functions.set(exports, recordFunctions(exports, this.trace));
    }
    const graphModel = findGraphModel(exports);
    if (graphModel && !this.#graphModels.has(graphModel)) {
      this.#graphModels.set(graphModel, recordGraphModels(graphModel, this.trace));
    }
    const classes = findLayers(exports);
    if (classes && !this.#layers.has(classes.layer)) {
      this.#layers.set(classes.layer, scopeLayers(classes, this.trace.around));
    }
  }
}

/** Records TensorFlow.js: operators, calls, transfers, starts of back ends and tensor memory. */
export class TfjsSource implements Source {
  readonly #faults = new SourceFaults(
    'tfjs',
    'Operators may be missing; TensorFlow.js 4.22 is the version this was made for.'
  );
  #firstOperator = 0;
  #recorded = 0;
  #isActive = false;

  constructor(
    private readonly hook: TfjsHook,
    private readonly detail: OperatorDetail
  ) {}

  start(): void {
    this.#firstOperator = this.hook.operators;
    this.#isActive = true;
    this.#faults.guard(() => this.hook.acquire(this.#faults, this.detail), undefined);
  }

  stopNow(): void {
    if (!this.#isActive) return;
    this.#isActive = false;
    this.#recorded = this.hook.operators - this.#firstOperator;
    this.#faults.guard(() => this.hook.release(this.#faults), undefined);
  }

  contribute(context: ContributionContext): Contribution {
    const { allocations: log } = this.hook.recorder;
    if (log.dropped > 0) {
      this.#faults.limited(
        `${log.dropped} allocations of tensors are missing: a recording keeps ${log.length}. ` +
          'Record in shorter sessions.'
      );
    }
    const overheadNs = this.#recorded * OPERATOR_COST_NS;
    const allocations = buildAllocations(log, context);
    return { report: this.#faults.report(this.#recorded), overheadNs, allocations };
  }
}

/** The recording options that the hooks in TensorFlow.js read. */
interface TfjsOptions {
  readonly operators: boolean;
  readonly graphOperators: boolean;
  readonly api: boolean;
  readonly tensorMemory: boolean;
  readonly layers: boolean;
  readonly shapes: boolean;
  readonly tensors: boolean;
  readonly flops: boolean;
}

/** TensorFlow.js. */
export const TFJS: SourceKind<TfjsOptions, { readonly hooks: HookDeps }> = {
  open: ({ hooks }) => {
    const hook = new TfjsHook(hooks);
    return {
      sources: options => {
        const { operators, graphOperators, api, tensorMemory, layers, shapes, tensors } = options;
        if (!(operators || graphOperators || api || tensorMemory || layers)) return [];
        const flops = options.flops ? tfjsFlops : null;
        return [new TfjsSource(hook, { shapes, tensors, flops })];
      }
    };
  }
};
