import { CUSTOM_OPERATOR_CATEGORY, OPERATOR_CATEGORY } from '../../model/profile/categories';
import type { LabelIndex } from '../../model/profile/profile';
import type { LabelCategory } from '../../record/logs/labelRegistry';
import { NumberedTexts } from '../../record/logs/numberedTexts';
import { NO_TOKEN, type Token } from '../../record/slices/sliceStore';
import type { HookDeps } from '../operators/operatorCalls';
import type { TfjsEngine } from './tfjsEngine';
import { GraphRuns } from './tfjsGraphRuns';

/** The suffix that the engine appends to the name of a scope's `tf` function. */
const SCOPE_SUFFIX = '__op';

/** Packed in place of bytes that are not known. */
const NO_BYTES = -1;

/** State shared by the hooks of TensorFlow.js: the running operators, and how they are recorded. */
export class TfjsTrace {
  readonly graphs = new GraphRuns();
  /** The operator that runs, or empty. */
  operator = '';
  /** Slices of operators so far. */
  records = 0;
  readonly #labels: LabelCategory;
  readonly #customLabels: LabelCategory;
  /** Public functions by the names of their scopes. */
  readonly #functions = new Map<string, string>();
  readonly #backends = new NumberedTexts();
  readonly #transferDecoder: number;
  #openCall: Token = NO_TOKEN;

  constructor(
    readonly around: HookDeps,
    /** Takes the failures of hooks. */
    readonly note: (error: unknown) => void
  ) {
    const { labels } = around.recorder;
    this.#labels = labels.category(OPERATOR_CATEGORY);
    this.#customLabels = labels.category(CUSTOM_OPERATOR_CATEGORY);
    this.#transferDecoder = around.recorder.addArgDecoder(([backend, bytes]) => ({
      of: `tfjs/${this.#backends.textOf(backend)}`,
      ...(bytes === NO_BYTES ? {} : { bytes })
    }));
  }

  // hot
  /** Opens the slice of an operator if its kind is wanted, else returns `NO_TOKEN`. */
  begin(name: string): Token {
    const { recorder, kinds } = this.around;
    if (this.graphs.isActive) return this.#beginInGraph(name);
    if (!kinds.operators) return NO_TOKEN;
    this.records++;
    return recorder.begin(this.#label(name));
  }

  // hot
  /** The name of a public function by the name of its scope; `null` for scopes of users. */
  functionOf(scope: string | undefined): string | null {
    if (scope === undefined) return null;
    return this.#functions.get(scope) ?? this.#findFunction(scope);
  }

  // hot
  /** Records the kind of a transfer or a start, and its bytes if known. */
  describe(token: Token, engine: TfjsEngine, bytes: number | null): void {
    const { recorder } = this.around;
    if (!recorder.enabled) return;
    const { args } = recorder;
    args.open(token, this.#transferDecoder);
    args.put(this.#backends.numberOf(engine.backendName ?? 'none'));
    args.put(bytes ?? NO_BYTES);
    args.close();
  }

  /** The value of `action`, or nothing when it throws: then that is noted. */
  guard<T>(action: () => T): T | undefined {
    try {
      return action();
    } catch (error) {
      this.note(error);
      return undefined;
    }
  }

  // hot
  /**
   * Opens the slice of a call into the public interface, else returns `NO_TOKEN`: when calls are not
   * wanted, when the call is one of TensorFlow.js itself inside another, and in graphs.
   */
  beginCall(name: string): Token {
    const token = this.beginAround(name);
    if (token !== NO_TOKEN) this.#openCall = token;
    return token;
  }

  // hot
  /** Does the same for a call that runs functions of the program, whose own calls are not inside another. */
  beginAround(name: string): Token {
    const { recorder, kinds, apiCalls } = this.around;
    if (!kinds.api || !recorder.enabled || this.isInCall || this.graphs.node !== null) {
      return NO_TOKEN;
    }
    return apiCalls.begin(apiCalls.label(name));
  }

  /** Closes a slice that `beginAround` opened; `NO_TOKEN` is ignored. */
  endAround(token: Token): void {
    if (token !== NO_TOKEN) this.around.apiCalls.end(token);
  }

  // hot
  /** Closes a slice that `beginCall` opened; `NO_TOKEN` is ignored. */
  endCall(token: Token): void {
    if (token === NO_TOKEN) return;
    this.#openCall = NO_TOKEN;
    this.around.apiCalls.end(token);
  }

  /** Forgets a call that was under way when the last recording ended. */
  reset(): void {
    this.#openCall = NO_TOKEN;
    this.operator = '';
  }

  /** True if the running operator has a slice; it is then the innermost open one. */
  get hasOperatorSlice(): boolean {
    if (this.operator === '') return false;
    return this.graphs.isActive ? this.#isWantedInGraph : this.around.kinds.operators;
  }

  /** True while a call is under way whose slice is open. */
  get isInCall(): boolean {
    return this.#openCall !== NO_TOKEN;
  }

  #findFunction(scope: string): string | null {
    if (!scope.endsWith(SCOPE_SUFFIX)) return null;
    const name = scope.slice(0, -SCOPE_SUFFIX.length);
    this.#functions.set(scope, name);
    return name;
  }

  #beginInGraph(name: string): Token {
    if (!this.#isWantedInGraph) return NO_TOKEN;
    const { recorder } = this.around;
    const { node } = this.graphs;
    this.records++;
    const token = recorder.begin(this.#label(name));
    if (node) recorder.arg(token, 'node', node);
    return token;
  }

  get #isWantedInGraph(): boolean {
    const { operators, graphOperators } = this.around.kinds;
    return this.graphs.node === null ? operators : graphOperators;
  }

  // hot
  #label(name: string): LabelIndex {
    const { operatorContext } = this.around;
    if (!operatorContext.isActive) return this.#labels.label(name);
    const { customOperator } = operatorContext.current;
    if (customOperator === null) return this.#labels.label(name);
    return this.#customLabels.label(`${customOperator}::${name}`);
  }
}
