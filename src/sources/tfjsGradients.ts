import { FORWARD_BACKWARD_FLOW, SEQUENCE_ARG, STASHED_SEQUENCE_ARG } from '../model/argKeys';
import type { LabelIndex } from '../model/profile';
import type { Token } from '../record/sliceStore';
import { NO_TOKEN } from '../record/sliceStore';
import type {
  EngineHook,
  TfjsEngine,
  TfjsGradient,
  TfjsInputGradients,
  TfjsTapeNode,
  TfjsTensor
} from './tfjsEngine';
import { engineHook } from './tfjsEngine';
import type { TfjsTrace } from './tfjsTrace';

/** What a backward function is called: that and its operator's name before it. */
const BACKWARD_SUFFIX = 'Backward';

/** The operator that keeps a tensor for the backward pass. */
const KEEPING = 'Identity';

/** A forward operator that left a gradient behind. */
interface Forward {
  readonly name: string;
  readonly token: Token;
  readonly sequence: number;
  /** The recording that both numbers belong to. */
  readonly generation: number;
}

/**
 * The hooks that number what is differentiated and record backward functions. Gradients are those
 * that TensorFlow.js computes without the hooks, to the bit, and so are errors.
 */
export function gradientHooks(trace: TfjsTrace): readonly EngineHook[] {
  const { recorder } = trace.around;
  const pass = new BackwardPass(trace);
  const tape = new TapeLog(trace, pass);
  const addTapeNode = engineHook({
    method: 'addTapeNode',
    isWanted: kinds => kinds.operators || kinds.graphOperators,
    replace: original =>
      function addTapeNode(this: TfjsEngine, ...args: readonly unknown[]): void {
        Reflect.apply(original, this, args);
        if (recorder.enabled) trace.guard(() => tape.added(this));
      }
  });
  const gradients = engineHook({
    method: 'gradients',
    isWanted: kinds => kinds.operators || kinds.graphOperators,
    replace: original =>
      function gradients(this: TfjsEngine, ...args: readonly unknown[]): unknown {
        const differentiate = () => pass.within(() => Reflect.apply(original, this, args));
        return recorder.sequence.within(differentiate);
      }
  });
  const clone = engineHook({
    method: 'clone',
    isWanted: kinds => kinds.operators || kinds.graphOperators,
    replace: original =>
      function clone(this: TfjsEngine, tensor: TfjsTensor): TfjsTensor {
        if (!recorder.enabled) return original.call(this, tensor);
        return tape.keeping(() => original.call(this, tensor));
      }
  });
  return [addTapeNode, gradients, clone];
}

/** Gives numbers to the operators on the tape, and has their gradients recorded when they run. */
class TapeLog {
  private readonly decoder: number;
  /** The operator that keeps a tensor, inside the one that runs. */
  private kept: Token = NO_TOKEN;

  constructor(
    private readonly trace: TfjsTrace,
    private readonly pass: BackwardPass
  ) {
    this.decoder = trace.around.recorder.addArgDecoder(([sequence]) => ({
      [SEQUENCE_ARG]: sequence
    }));
  }

  /** Runs `clone`, whose first slice is that of an operator, which it puts on the tape by itself. */
  keeping<T>(clone: () => T): T {
    const { recorder } = this.trace.around;
    if (this.trace.hasOperatorSlice) recorder.sequence.reserve(recorder.slices.innermost);
    this.kept = recorder.slices.nextToken as Token;
    try {
      return clone();
    } finally {
      this.kept = NO_TOKEN;
    }
  }

  /** The operator that runs has been put on the tape. */
  added({ state }: TfjsEngine): void {
    const { trace, pass, kept } = this;
    const { recorder } = trace.around;
    const node = state.activeTape?.at(-1);
    const gradient = node?.gradient;
    if (!node || !gradient || !trace.hasOperatorSlice) return;
    const [name, token] =
      kept === NO_TOKEN ? [trace.operator, recorder.slices.innermost] : [KEEPING, kept];
    const { generation } = recorder;
    const forward = { name, token, sequence: recorder.sequence.take(token), generation };
    recorder.args.open(token, this.decoder);
    recorder.args.put(forward.sequence);
    recorder.args.close();
    node.gradient = function (dys) {
      return pass.run(forward, gradient, this, dys);
    };
  }
}

/**
 * Records backward functions, one slice each: from the call that tells which gradients there are to
 * the return of the last of them that is wanted. Where an error comes between, it ends with the pass.
 */
class BackwardPass {
  private readonly decoder: number;
  private flowLabel: LabelIndex | null = null;
  /** The backward function that is under way. */
  private open: Token = NO_TOKEN;

  constructor(private readonly trace: TfjsTrace) {
    const { recorder } = trace.around;
    this.decoder = recorder.addArgDecoder(([sequence]) => ({ [STASHED_SEQUENCE_ARG]: sequence }));
  }

  /** Runs a differentiation, which may be part of the backward function of another one. */
  within<T>(differentiate: () => T): T {
    const outer = this.open;
    this.open = NO_TOKEN;
    try {
      return differentiate();
    } finally {
      this.trace.guard(() => this.end());
      this.open = outer;
    }
  }

  /** Calls `gradient` and returns what it returns, with the functions in it replaced. */
  run(
    forward: Forward,
    gradient: TfjsGradient,
    node: TfjsTapeNode | undefined,
    dys: unknown
  ): TfjsInputGradients {
    const { trace } = this;
    if (!trace.around.recorder.enabled) return gradient.call(node, dys);
    trace.guard(() => this.begin(forward));
    let gradients: TfjsInputGradients;
    try {
      gradients = gradient.call(node, dys);
    } catch (error) {
      trace.guard(() => this.end());
      throw error;
    }
    return trace.guard(() => this.untilLast(gradients, node)) ?? gradients;
  }

  private begin(forward: Forward): void {
    const { trace, decoder } = this;
    const { recorder } = trace.around;
    this.end();
    recorder.sequence.stashed = forward.sequence;
    try {
      this.open = trace.begin(forward.name + BACKWARD_SUFFIX);
    } finally {
      recorder.sequence.stashed = 0;
    }
    const token = this.open;
    if (token === NO_TOKEN || forward.generation !== recorder.generation) return;
    recorder.args.open(token, decoder);
    recorder.args.put(forward.sequence);
    recorder.args.close();
    this.flowLabel ??= recorder.label(FORWARD_BACKWARD_FLOW, FORWARD_BACKWARD_FLOW);
    recorder.flow(forward.token, token, this.flowLabel);
  }

  private end(): void {
    const { open } = this;
    this.open = NO_TOKEN;
    if (open !== NO_TOKEN) this.trace.around.recorder.end(open);
  }

  /** The same gradients; the last one that the engine asks for ends the slice. */
  private untilLast(
    gradients: TfjsInputGradients,
    node: TfjsTapeNode | undefined
  ): TfjsInputGradients {
    const names = Object.keys(node?.inputs ?? {});
    if (names.length === 0 || !hasFunctions(gradients, names)) {
      this.end();
      return gradients;
    }
    let left = names.length;
    const compute = (name: string): unknown => {
      const isLast = --left === 0;
      let isDone = false;
      try {
        const gradient = gradients[name]();
        isDone = !isLast;
        return gradient;
      } finally {
        if (!isDone) this.trace.guard(() => this.end());
      }
    };
    const watched = names.map(name => [name, { value: () => compute(name), enumerable: true }]);
    const properties = Object.fromEntries(watched) as PropertyDescriptorMap;
    return Object.create(gradients, properties) as TfjsInputGradients;
  }
}

/** Whether `gradients` has a function of each of these names; users may register anything. */
function hasFunctions(gradients: unknown, names: readonly string[]): boolean {
  if (typeof gradients !== 'object' || gradients === null) return false;
  return names.every(name => typeof Reflect.get(gradients, name) === 'function');
}
