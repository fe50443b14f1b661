import type { Token } from '../record/sliceStore';
import { NO_TOKEN } from '../record/sliceStore';
import { decodeOperatorArgs, packShapes } from './tfjsArgs';
import type { EngineHook, TfjsEngine, TfjsEngineMethods, TfjsKernelCall } from './tfjsEngine';
import { engineHook } from './tfjsEngine';
import type { TfjsTrace } from './tfjsTrace';
import { functionOfScope } from './tfjsTrace';

/** What is kept of each operator besides its time and the bytes it adds. */
export interface OperatorDetail {
  /** Keep the shapes of the inputs of each operator. */
  shapes: boolean;
}

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
    try {
      return original.call(this, kernel);
    } finally {
      trace.operator = outer;
      if (token !== NO_TOKEN) log.end(this, kernel, token, bytesBefore);
    }
  };
}

/** Closes the slices of operators and notes what is kept of them. */
class OperatorLog {
  private readonly decoder: number;

  constructor(
    private readonly trace: TfjsTrace,
    private readonly detail: OperatorDetail
  ) {
    this.decoder = trace.around.recorder.addArgDecoder(decodeOperatorArgs);
  }

  // hot
  /** The operator has returned or thrown; never throws. */
  end(engine: TfjsEngine, kernel: TfjsKernelCall, token: Token, bytesBefore: number): void {
    const { recorder } = this.trace.around;
    try {
      recorder.end(token);
      if (!recorder.enabled) return;
      const { args } = recorder;
      args.open(token, this.decoder);
      args.put(engine.state.numBytes - bytesBefore);
      if (this.detail.shapes && kernel.inputs) packShapes(args, kernel.inputs);
      args.close();
    } catch (error) {
      this.trace.note(error);
    }
  }
}

/** Operators without a kernel of their own are named by the function of `tf` that runs them. */
function nameByScope({ state }: TfjsEngine): string {
  return functionOfScope(state.activeScope?.name) ?? 'customGrad';
}
