import type { Token } from '../record/sliceStore';
import { NO_TOKEN } from '../record/sliceStore';
import type { FlopsOf } from '../model/operatorFacts';
import type { OperatorDetail } from './tfjsArgs';
import { CountedKernels, decodeOperatorArgs, packShapes } from './tfjsArgs';
import type { EngineHook, TfjsEngine, TfjsEngineMethods, TfjsKernelCall } from './tfjsEngine';
import { engineHook } from './tfjsEngine';
import type { TfjsTrace } from './tfjsTrace';
import { functionOfScope } from './tfjsTrace';

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
    let bytesBefore = 0;
    try {
      bytesBefore = this.state.numBytes;
      trace.operator = kernel.kernelName ?? nameByScope(this);
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
      if (token !== NO_TOKEN) log.end(this, kernel, token, bytesBefore, results);
    }
  };
}

/** Closes the slices of operators and notes what is kept of them. */
class OperatorLog {
  private readonly decoder: number;
  private readonly counted = new CountedKernels();
  private readonly countedDecoder: number;

  constructor(
    private readonly trace: TfjsTrace,
    private readonly detail: OperatorDetail
  ) {
    const { recorder } = trace.around;
    this.decoder = recorder.addArgDecoder(decodeOperatorArgs);
    this.countedDecoder = recorder.addArgDecoder(values => this.counted.decode(values));
  }

  // hot
  /** The operator has returned `results`, or `null` if it threw; never throws. */
  end(
    engine: TfjsEngine,
    kernel: TfjsKernelCall,
    token: Token,
    bytesBefore: number,
    results: unknown
  ): void {
    const { recorder } = this.trace.around;
    const { flops, shapes } = this.detail;
    try {
      recorder.end(token);
      if (!recorder.enabled) return;
      const { args } = recorder;
      const { kernelName } = kernel;
      const isCounted = flops !== null && kernelName !== undefined;
      args.open(token, isCounted ? this.countedDecoder : this.decoder);
      args.put(engine.state.numBytes - bytesBefore);
      if (isCounted) this.count(kernelName, kernel, results, flops);
      else if (shapes && kernel.inputs) packShapes(args, kernel.inputs);
      args.close();
    } catch (error) {
      this.trace.note(error);
    }
  }

  private count(name: string, kernel: TfjsKernelCall, results: unknown, flops: FlopsOf): void {
    this.counted.countBy(flops);
    this.counted.pack(this.trace.around.recorder.args, name, kernel, results);
  }
}

/** Operators without a kernel of their own are named by the function of `tf` that runs them. */
function nameByScope({ state }: TfjsEngine): string {
  return functionOfScope(state.activeScope?.name) ?? 'customGrad';
}
