import { CUSTOM_OPERATOR_CATEGORY, OPERATOR_CATEGORY } from '../../model/profile/categories';
import type { LabelIndex } from '../../model/profile/profile';
import { endWhenSettled, isPlainPromise, whenSettled } from '../../record/promiseSlice';
import type { Recorder } from '../../record/recorder';
import { NO_TOKEN, type Token } from '../../record/slices/sliceStore';
import type { ApiCalls } from './apiCalls';
import type { CallFacts } from './callFacts';
import type { ModuleWatch } from './moduleWatch';
import type { OperatorContext } from './operatorContext';
import type { OperatorMemory } from './operatorMemory';
import type { Kinds } from './recordedKinds';

/** The dependencies of hooks in libraries. */
export interface HookDeps {
  readonly recorder: Recorder;
  readonly kinds: Kinds;
  readonly apiCalls: ApiCalls;
  readonly operatorContext: OperatorContext;
  /** Reports libraries that are loaded. */
  readonly moduleWatch: ModuleWatch;
  /** Notified of operators that end. */
  readonly operatorMemory: OperatorMemory;
  /** Those of another recorder that records the same calls, such as that of a trace; null for none. */
  readonly twin?: HookDeps | null;
}

// hot
/** The hooks of another recorder that records a call of now as well, or null. */
export function recordingTwin({ twin, recorder }: HookDeps): HookDeps | null {
  return twin?.recorder.enabled && !recorder.isAtOwnWork ? twin : null;
}

/** The name of an operator in profiles. */
export interface OperatorNames {
  readonly operator: string;
  /** The function of the library's interface that runs it; the operator's name unless given. */
  readonly api?: string;
  /** The kind of records it belongs to; `operators` unless given. */
  readonly kind?: 'operators' | 'graphOperators';
  /** Notes shapes and types of arguments and results, where recordings want them. */
  readonly facts?: CallFacts;
}

/** A function or method of a library. */
export type LibraryFunction = (this: unknown, ...args: readonly unknown[]) => unknown;

/** Records the runs of one operator, and the calls that start them. */
export class OperatorCalls {
  readonly #label: LabelIndex;
  readonly #apiLabel: LabelIndex;
  readonly #name: string;
  readonly #kind: 'operators' | 'graphOperators';
  readonly #facts: CallFacts | null;

  constructor(
    private readonly parts: HookDeps,
    { operator, api = operator, kind = 'operators', facts }: OperatorNames
  ) {
    const { recorder, apiCalls } = parts;
    this.#name = operator;
    this.#kind = kind;
    this.#facts = facts ?? null;
    this.#label = recorder.label(operator, OPERATOR_CATEGORY);
    this.#apiLabel = apiCalls.label(api);
  }

  // hot
  /**
   * Calls `original` with `self` as its `this`; returns and throws the same, except that a promise is
   * replaced by one chained to it, so that an unhandled rejection stays visible. Records the operator,
   * the call, both or nothing, depending on the recordings: the call until it returns, the operator
   * until then or until the promise settles, in which case it is on an async lane, with an arrow from
   * the call. If recordings request only the calls of operators, the operator ends with its call. Other
   * thenables, and promises with members added by a library, are returned untouched, and their operator
   * ends immediately. `begun` is called with the operator's slice, if there is one. Recording's own
   * calls are not recorded.
   */
  call(
    original: LibraryFunction,
    self: unknown,
    args: readonly unknown[],
    begun?: (operator: Token) => void
  ): unknown {
    const { recorder, kinds } = this.parts;
    if (!recorder.enabled || recorder.isAtOwnWork || !(kinds[this.#kind] || kinds.api)) {
      return Reflect.apply(original, self, args);
    }
    const api = kinds.api ? this.#beginCall() : NO_TOKEN;
    const operator = this.#begin();
    const facts = this.#factsOf(operator);
    facts?.noteInputs(operator, args);
    let result: unknown;
    try {
      if (begun && operator !== NO_TOKEN) begun(operator);
      result = this.#run(operator, original, () => Reflect.apply(original, self, args));
    } catch (error) {
      this.#end(api, operator);
      throw error;
    }
    if (isPlainPromise(result)) {
      return this.#endAsync(api, operator, noted(facts, operator, result));
    }
    facts?.noteOutputs(operator, result);
    this.#end(api, operator);
    return result;
  }

  // hot
  /** The recorder of an operator's tensors, if requested. */
  #factsOf(operator: Token): CallFacts | null {
    return operator !== NO_TOKEN && this.parts.kinds.facts ? this.#facts : null;
  }

  // hot
  #run(operator: Token, original: LibraryFunction, call: () => unknown): unknown {
    const { bodies } = this.parts.recorder;
    if (operator === NO_TOKEN || !bodies.wants(original)) return call();
    return bodies.run(operator, call, original);
  }

  // hot
  #beginCall(): Token {
    const { recorder, apiCalls } = this.parts;
    recorder.isAtOwnWork = true;
    try {
      return apiCalls.begin(this.#apiLabel);
    } finally {
      recorder.isAtOwnWork = false;
    }
  }

  // hot
  #begin(): Token {
    const { kinds, recorder, operatorContext } = this.parts;
    if (!kinds[this.#kind] || !recorder.enabled) return NO_TOKEN;
    recorder.isAtOwnWork = true;
    try {
      const outer = operatorContext.isActive ? operatorContext.current.customOperator : null;
      return recorder.begin(outer === null ? this.#label : this.#labelInside(outer));
    } finally {
      recorder.isAtOwnWork = false;
    }
  }

  // hot
  #end(api: Token, operator: Token): void {
    const { recorder, apiCalls } = this.parts;
    recorder.isAtOwnWork = true;
    try {
      if (operator !== NO_TOKEN) this.#endOperator(operator);
      if (api !== NO_TOKEN) apiCalls.end(api);
    } finally {
      recorder.isAtOwnWork = false;
    }
  }

  // hot
  #endOperator(operator: Token): void {
    const { recorder, operatorMemory } = this.parts;
    recorder.end(operator);
    if (operatorMemory.isWanted) operatorMemory.operatorEnded();
  }

  #endAsync(api: Token, operator: Token, promise: Promise<unknown>): Promise<unknown> {
    const { recorder, apiCalls, operatorMemory, kinds } = this.parts;
    if (kinds.untilSettled === false) {
      this.#end(api, operator);
      return endWhenSettled(recorder, NO_TOKEN, promise);
    }
    const isCounted = operatorMemory.isWanted && operator !== NO_TOKEN;
    const settling = isCounted
      ? whenSettled(promise, () => operatorMemory.operatorEnded())
      : promise;
    const chained = endWhenSettled(recorder, operator, settling);
    if (api !== NO_TOKEN) apiCalls.end(api);
    apiCalls.leadTo(api, operator);
    return chained;
  }

  #labelInside(outer: string): LabelIndex {
    return this.parts.recorder.label(`${outer}::${this.#name}`, CUSTOM_OPERATOR_CATEGORY);
  }
}

/** The promise of an operator, or one chained to it that records its result. */
function noted(
  facts: CallFacts | null,
  operator: Token,
  promise: Promise<unknown>
): Promise<unknown> {
  if (facts === null) return promise;
  return promise.then(result => {
    facts.noteOutputs(operator, result);
    return result;
  });
}
