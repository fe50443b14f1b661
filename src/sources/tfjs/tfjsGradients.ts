import { isObject } from '../../base/isObject';
import {
  FORWARD_BACKWARD_FLOW,
  SEQUENCE_ARG,
  STASHED_SEQUENCE_ARG
} from '../../model/profile/argKeys';
import type { LabelIndex } from '../../model/profile/profile';
import { NO_TOKEN, type Token } from '../../record/slices/sliceStore';
import {
  type EngineHook,
  type TfjsEngine,
  type TfjsGradient,
  type TfjsInputGradients,
  type TfjsTapeNode,
  type TfjsTensor,
  engineHook
} from './tfjsEngine';
import type { TfjsTrace } from './tfjsTrace';

/** The suffix of a backward function's name, after its operator's name. */
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
 * The hooks that number differentiated operators and record backward functions. Gradients are the same
 * as without the hooks, bit for bit, and so are errors.
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
        if (recorder.enabled) tape.added(this);
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
        tape.beginKeeping();
        try {
          return original.call(this, tensor);
        } finally {
          tape.endKeeping();
        }
      }
  });
  return [addTapeNode, gradients, clone];
}

/** Numbers the operators on the tape, and has their gradients recorded when they run. */
class TapeLog {
  readonly #decoder: number;
  /** The operator that keeps a tensor, inside the one that runs. */
  #kept: Token = NO_TOKEN;

  constructor(
    private readonly trace: TfjsTrace,
    private readonly pass: BackwardPass
  ) {
    this.#decoder = trace.around.recorder.addArgDecoder(([sequence]) => ({
      [SEQUENCE_ARG]: sequence
    }));
  }

  /** `clone` begins. Its first slice is that of an operator, which it puts on the tape itself. */
  beginKeeping(): void {
    const { recorder } = this.trace.around;
    if (this.trace.hasOperatorSlice) recorder.sequence.reserve(recorder.slices.innermost);
    this.#kept = recorder.slices.nextToken as Token;
  }

  /** `clone` has returned or thrown. */
  endKeeping(): void {
    this.#kept = NO_TOKEN;
  }

  /** The operator that runs has been put on the tape; never throws. */
  added({ state }: TfjsEngine): void {
    const { trace, pass } = this;
    try {
      const node = state.activeTape?.at(-1);
      const gradient = node?.gradient;
      if (!node || !gradient || !trace.hasOperatorSlice) return;
      const forward = this.#number();
      node.gradient = function (dys) {
        return pass.run(forward, gradient, this, dys);
      };
    } catch (error) {
      trace.note(error);
    }
  }

  /** Gives its number to the running operator, or to the one that keeps a tensor. */
  #number(): Forward {
    const { trace } = this;
    const kept = this.#kept;
    const { recorder } = trace.around;
    const isKeeping = kept !== NO_TOKEN;
    const token = isKeeping ? kept : recorder.slices.innermost;
    const sequence = recorder.sequence.take(token);
    recorder.args.open(token, this.#decoder);
    recorder.args.put(sequence);
    recorder.args.close();
    const name = isKeeping ? KEEPING : trace.operator;
    return { name, token, sequence, generation: recorder.generation };
  }
}

/**
 * Records backward functions, one slice each: from the call that returns the available gradients to the
 * return of the last requested one. If an error occurs between, the slice ends with the pass.
 */
class BackwardPass {
  readonly #decoder: number;
  #flowLabel: LabelIndex | null = null;
  /** The names of backward functions, by the names of their operators. */
  readonly #names = new Map<string, string>();
  /** The backward function that is under way. */
  #open: Token = NO_TOKEN;

  constructor(private readonly trace: TfjsTrace) {
    const { recorder } = trace.around;
    this.#decoder = recorder.addArgDecoder(([sequence]) => ({ [STASHED_SEQUENCE_ARG]: sequence }));
  }

  /** Runs a differentiation, which may be part of the backward function of another one. */
  within<T>(differentiate: () => T): T {
    const outer = this.#open;
    this.#open = NO_TOKEN;
    try {
      return differentiate();
    } finally {
      this.#end();
      this.#open = outer;
    }
  }

  /** Calls `gradient` and returns its result, with the functions in it replaced. */
  run(
    forward: Forward,
    gradient: TfjsGradient,
    node: TfjsTapeNode | undefined,
    dys: unknown
  ): TfjsInputGradients {
    const { trace } = this;
    if (!trace.around.recorder.enabled) return gradient.call(node, dys);
    this.#begin(forward);
    let gradients: TfjsInputGradients;
    try {
      gradients = gradient.call(node, dys);
    } catch (error) {
      this.#end();
      throw error;
    }
    try {
      return this.#untilLast(gradients, node);
    } catch (error) {
      trace.note(error);
      return gradients;
    }
  }

  /** Never throws. */
  #begin(forward: Forward): void {
    const { recorder } = this.trace.around;
    this.#end();
    recorder.sequence.stashed = forward.sequence;
    try {
      this.#open = this.trace.begin(this.#nameOf(forward));
      if (forward.generation === recorder.generation) this.#lead(forward, this.#open);
    } catch (error) {
      this.trace.note(error);
    } finally {
      recorder.sequence.stashed = 0;
    }
  }

  /** Notes which operator the backward function `token` belongs to. */
  #lead(forward: Forward, token: Token): void {
    if (token === NO_TOKEN) return;
    const { recorder } = this.trace.around;
    recorder.args.open(token, this.#decoder);
    recorder.args.put(forward.sequence);
    recorder.args.close();
    this.#flowLabel ??= recorder.label(FORWARD_BACKWARD_FLOW, FORWARD_BACKWARD_FLOW);
    recorder.flow(forward.token, token, this.#flowLabel);
  }

  #nameOf({ name }: Forward): string {
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    const made = name + BACKWARD_SUFFIX;
    this.#names.set(name, made);
    return made;
  }

  /** Never throws. */
  #end(): void {
    const { trace } = this;
    const open = this.#open;
    this.#open = NO_TOKEN;
    if (open === NO_TOKEN) return;
    try {
      trace.around.recorder.end(open);
    } catch (error) {
      trace.note(error);
    }
  }

  /** The same gradients; the last one that the engine asks for ends the slice. */
  #untilLast(gradients: TfjsInputGradients, node: TfjsTapeNode | undefined): TfjsInputGradients {
    const names = Object.keys(node?.inputs ?? {});
    const last = names.at(-1);
    if (last === undefined || !hasFunctions(gradients, names)) {
      this.#end();
      return gradients;
    }
    const watched: Record<string, () => unknown> = {};
    for (const name of names) watched[name] = () => gradients[name]();
    watched[last] = () => this.#computeLast(gradients, last);
    return watched;
  }

  #computeLast(gradients: TfjsInputGradients, name: string): unknown {
    try {
      return gradients[name]();
    } finally {
      this.#end();
    }
  }
}

/** Whether `gradients` has a function for each of these names; users may register anything. */
function hasFunctions(gradients: unknown, names: readonly string[]): boolean {
  if (!isObject(gradients)) return false;
  for (const name of names) {
    if (typeof Reflect.get(gradients, name) !== 'function') return false;
  }
  return true;
}
