import type { Contribution, Source } from '../record/contribution';
import type { CounterLog } from '../record/counterSeriesLog';
import type { LabelCategory } from '../record/labelRegistry';
import type { Recorder } from '../record/recorder';
import type { Token } from '../record/sliceStore';
import { NO_TOKEN } from '../record/sliceStore';
import { SourceFaults } from './source';
import { decodeOperatorArgs, packShapes } from './tfjsArgs';
import type { TfjsEngine, TfjsKernelCall } from './tfjsEngine';
import { overrideRunKernel, whenEngineExists } from './tfjsEngine';

/** Category of operators of any framework. */
export const OPERATOR_CATEGORY = 'operator';

/** Cost of one operator besides its slice, nanoseconds. */
const OPERATOR_COST_NS = 100;

const MEMORY_CATEGORY = 'Device Storage';

/** What the engine appends to the name of the `tf` function that a scope belongs to. */
const SCOPE_SUFFIX = '__op';

type RunKernel = TfjsEngine['runKernelFunc'];

/** How one recording wants operators. */
export interface OperatorDetail {
  /** Keep the shapes of the inputs of each operator. */
  readonly shapes: boolean;
}

/**
 * The hook in TensorFlow.js, shared by all recordings of a recorder: in place while at least one
 * wants it, in copies that are loaded already and those still to come. It costs one comparison an
 * operator while the recorder is off, and never changes what an operator returns or throws.
 */
export class TfjsHook {
  /** Operators recorded since the hook was made. */
  operators = 0;
  private readonly labels: LabelCategory;
  private readonly decoder: number;
  private readonly users = new Map<SourceFaults, OperatorDetail>();
  private readonly replacements = new WeakMap<RunKernel, RunKernel>();
  private withShapes = false;
  private remove: () => void = () => undefined;
  private backend: string | null | undefined = null;
  private bytesLog: CounterLog | null = null;
  private lastBytes = -1;

  constructor(
    private readonly recorder: Recorder,
    private readonly scope: object = globalThis
  ) {
    this.labels = recorder.labels.category(OPERATOR_CATEGORY);
    this.decoder = recorder.addArgDecoder(decodeOperatorArgs);
  }

  /** Puts the hook in place for a recording, whose `faults` take the hook's failures. */
  acquire(faults: SourceFaults, detail: OperatorDetail): void {
    this.users.set(faults, detail);
    this.withShapes ||= detail.shapes;
    if (this.users.size > 1) return;
    this.bytesLog = null;
    this.install();
  }

  /** Takes a recording off; with the last one TensorFlow.js is as it was. */
  release(faults: SourceFaults): void {
    if (!this.users.delete(faults)) return;
    this.withShapes = [...this.users.values()].some(({ shapes }) => shapes);
    if (this.users.size > 0) return;
    this.remove();
    this.remove = () => undefined;
  }

  private install(): void {
    let restore = (): void => undefined;
    const stopWaiting = whenEngineExists(engine => {
      restore = overrideRunKernel(engine, this.replacementFor(engine));
    }, this.scope);
    this.remove = () => {
      stopWaiting();
      restore();
    };
  }

  /** Made once for a method, since V8 optimises a function with one closure best. */
  private replacementFor(engine: TfjsEngine): RunKernel {
    const original = engine.runKernelFunc;
    const known = this.replacements.get(original) ?? this.replacement(original);
    this.replacements.set(original, known);
    return known;
  }

  private replacement(original: RunKernel): RunKernel {
    const { recorder, labels } = this;
    const note = (error: unknown): void => this.note(error);
    const end = (target: TfjsEngine, kernel: TfjsKernelCall, token: Token, before: number): void =>
      this.end(target, kernel, token, before);
    // hot
    return function runKernelFunc(this: TfjsEngine, kernel: TfjsKernelCall): unknown {
      if (!recorder.enabled) return original.call(this, kernel);
      let token = NO_TOKEN;
      let bytesBefore = 0;
      try {
        bytesBefore = this.state.numBytes;
        token = recorder.begin(labels.label(kernel.kernelName ?? scopeName(this)));
      } catch (error) {
        note(error);
      }
      try {
        return original.call(this, kernel);
      } finally {
        if (token !== NO_TOKEN) end(this, kernel, token, bytesBefore);
      }
    };
  }

  // hot
  private end(engine: TfjsEngine, kernel: TfjsKernelCall, token: Token, before: number): void {
    const { recorder } = this;
    try {
      recorder.end(token);
      this.operators++;
      if (!recorder.enabled) return;
      const bytes = engine.state.numBytes;
      this.packArgs(token, bytes - before, kernel);
      if (this.bytesLog === null) this.noteBytes(engine, before);
      if (bytes !== this.lastBytes) this.noteBytes(engine, bytes);
    } catch (error) {
      this.note(error);
    }
  }

  // hot
  private packArgs(token: Token, bytes: number, kernel: TfjsKernelCall): void {
    const { args } = this.recorder;
    args.open(token, this.decoder);
    args.put(bytes);
    if (this.withShapes && kernel.inputs) packShapes(args, kernel.inputs);
    args.close();
  }

  private noteBytes(engine: TfjsEngine, bytes: number): void {
    if (this.bytesLog === null || engine.backendName !== this.backend) {
      this.backend = engine.backendName;
      const name = `Memory: tfjs/${this.backend ?? 'none'}`;
      this.bytesLog = this.recorder.counter(name, MEMORY_CATEGORY, 'bytes');
    }
    this.lastBytes = bytes;
    this.bytesLog.set(bytes);
  }

  private note(error: unknown): void {
    for (const faults of this.users.keys()) faults.note(error);
  }
}

/** Operators without a kernel of their own are named by the function of `tf` that runs them. */
function scopeName({ state }: TfjsEngine): string {
  const name = state.activeScope?.name;
  return name?.endsWith(SCOPE_SUFFIX) ? name.slice(0, -SCOPE_SUFFIX.length) : 'customGrad';
}

/** Records the operators of TensorFlow.js: time, bytes they add and, if wanted, input shapes. */
export class TfjsSource implements Source {
  private readonly faults = new SourceFaults(
    'tfjs',
    'Operators may be missing; TensorFlow.js 4.22 is the version this was made for.'
  );
  private firstOperator = 0;
  private recorded = 0;
  private isActive = false;

  constructor(
    private readonly hook: TfjsHook,
    private readonly detail: OperatorDetail
  ) {}

  start(): void {
    this.firstOperator = this.hook.operators;
    this.isActive = true;
    this.faults.guard(() => this.hook.acquire(this.faults, this.detail), undefined);
  }

  async stop(): Promise<void> {
    this.stopNow();
    return Promise.resolve();
  }

  stopNow(): void {
    if (!this.isActive) return;
    this.isActive = false;
    this.recorded = this.hook.operators - this.firstOperator;
    this.faults.guard(() => this.hook.release(this.faults), undefined);
  }

  contribute(): Contribution {
    const overheadNs = this.recorded * OPERATOR_COST_NS;
    return { report: this.faults.report(this.recorded), overheadNs };
  }
}
