import { isObject } from '../../base/isObject';
import { NO_TOKEN, type Token } from '../../record/slices/sliceStore';
import { type OperatorDetail, OperatorFactLog, decodeOperatorArgs } from './tfjsArgs';
import {
  type EngineHook,
  type TfjsEngine,
  type TfjsEngineMethods,
  type TfjsKernelCall,
  type TfjsState,
  type TfjsTensor,
  engineHook
} from './tfjsEngine';
import type { TfjsTrace } from './tfjsTrace';

type RunKernel = TfjsEngineMethods['runKernelFunc'];

/** Records the kernels that the engine runs, and lets other hooks know which one it is. */
export function operatorHook(trace: TfjsTrace, detail: OperatorDetail): EngineHook {
  const log = new OperatorLog(trace, detail);
  return engineHook({
    method: 'runKernelFunc',
    isWanted: kinds => kinds.operators || kinds.graphOperators || kinds.tensorMemory,
    replace: original => replacement(original, trace, log)
  });
}

function replacement(original: RunKernel, trace: TfjsTrace, log: OperatorLog): RunKernel {
  const { recorder } = trace.around;
  // hot
  return function runKernelFunc(this: TfjsEngine, kernel: TfjsKernelCall): unknown {
    if (!recorder.enabled) return original.call(this, kernel);
    const outer = trace.operator;
    let token = NO_TOKEN;
    try {
      trace.operator = kernel.kernelName ?? nameByScope(trace, this);
      token = trace.begin(trace.operator);
    } catch (error) {
      trace.note(error);
    }
    let results: unknown = null;
    try {
      results = original.call(this, kernel);
      return results;
    } finally {
      trace.operator = outer;
      if (token !== NO_TOKEN) log.end(this, kernel, token, results);
    }
  };
}

/** Closes the slices of operators and stores their facts. */
class OperatorLog {
  readonly #decoder: number;
  readonly #facts = new OperatorFactLog();
  readonly #factDecoder: number;

  constructor(
    private readonly trace: TfjsTrace,
    private readonly detail: OperatorDetail
  ) {
    const { recorder } = trace.around;
    this.#decoder = recorder.addArgDecoder(decodeOperatorArgs);
    this.#factDecoder = recorder.addArgDecoder(values => this.#facts.decode(values));
  }

  // hot
  /** The operator has returned `results`, or `null` if it threw; never throws. */
  end(engine: TfjsEngine, kernel: TfjsKernelCall, token: Token, results: unknown): void {
    const { recorder, operatorMemory } = this.trace.around;
    const { flops, shapes, tensors } = this.detail;
    try {
      recorder.end(token);
      if (!recorder.enabled) return;
      const { args } = recorder;
      const isDetailed = shapes || tensors || flops !== null;
      args.open(token, isDetailed ? this.#factDecoder : this.#decoder);
      args.put(bytesMade(engine, kernel, results));
      if (isDetailed) this.#facts.pack(args, kernel, results, this.detail);
      args.close();
      if (operatorMemory.isWanted) operatorMemory.operatorEnded();
    } catch (error) {
      this.trace.note(error);
    }
  }
}

// hot
/** Bytes of the data that a kernel made: results that share the data of an input take no memory. */
function bytesMade({ state }: TfjsEngine, kernel: TfjsKernelCall, results: unknown): number {
  if (!Array.isArray(results)) return bytesOf(state, kernel, results);
  let bytes = 0;
  for (let at = 0; at < results.length; at++) {
    const result: unknown = results[at];
    if (!hasDataOf(result, results, at)) bytes += bytesOf(state, kernel, result);
  }
  return bytes;
}

// hot
function bytesOf({ tensorInfo }: TfjsState, { inputs }: TfjsKernelCall, result: unknown): number {
  if (!isTensor(result)) return 0;
  for (const name in inputs) {
    const input = inputs[name];
    if (Array.isArray(input) ? hasDataOf(result, input, input.length) : isView(result, input)) {
      return 0;
    }
  }
  return tensorInfo.get(result.dataId)?.bytes ?? 0;
}

// hot
/** True if one of the first `count` tensors has the data of `result`. */
function hasDataOf(result: unknown, tensors: readonly unknown[], count: number): boolean {
  for (let at = 0; at < count; at++) if (isView(result, tensors[at])) return true;
  return false;
}

function isView(result: unknown, of: unknown): boolean {
  return isTensor(result) && isTensor(of) && result.dataId === of.dataId;
}

function isTensor(value: unknown): value is TfjsTensor {
  return isObject(value) && 'dataId' in value;
}

/** Operators without their own kernel are named after the function of `tf` that runs them. */
function nameByScope(trace: TfjsTrace, { state }: TfjsEngine): string {
  return trace.functionOf(state.activeScope?.name) ?? 'customGrad';
}
