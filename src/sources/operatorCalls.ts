import { CUSTOM_OPERATOR_CATEGORY, OPERATOR_CATEGORY } from '../model/categories';
import type { LabelIndex } from '../model/profile';
import { endWhenSettled } from '../record/promiseSlice';
import type { Recorder } from '../record/recorder';
import type { Token } from '../record/sliceStore';
import { NO_TOKEN } from '../record/sliceStore';
import type { ApiCalls } from './apiCalls';
import type { OperatorContext } from './operatorContext';
import type { Kinds } from './recordedKinds';

/** What hooks in libraries record with, and what they ask. */
export interface HookParts {
  readonly recorder: Recorder;
  readonly kinds: Kinds;
  readonly apiCalls: ApiCalls;
  readonly operatorContext: OperatorContext;
}

/** How an operator is called in profiles. */
export interface OperatorNames {
  readonly operator: string;
  /** The function of the library's interface that runs it; the operator's name unless given. */
  readonly api?: string;
  /** The kind of records it belongs to; `operators` unless given. */
  readonly kind?: 'operators' | 'graphOperators';
}

/**
 * Records the runs of one operator, and the calls that start them. In order: {@link beginApi},
 * {@link begin}, the call itself, then {@link end} or {@link endAsync}. Both `begin`s give
 * `NO_TOKEN` for what no recording wants, and are for an enabled recorder only.
 */
export class OperatorCalls {
  private readonly label: LabelIndex;
  private readonly apiLabel: LabelIndex;
  private readonly flowLabel: LabelIndex;
  private readonly name: string;
  private readonly kind: 'operators' | 'graphOperators';

  constructor(
    private readonly parts: HookParts,
    { operator, api = operator, kind = 'operators' }: OperatorNames
  ) {
    const { recorder, apiCalls } = parts;
    this.name = operator;
    this.kind = kind;
    this.label = recorder.label(operator, OPERATOR_CATEGORY);
    this.apiLabel = apiCalls.label(api);
    this.flowLabel = recorder.label('call', 'async');
  }

  // hot
  /** True when a recording is under way that wants the operator or its calls. */
  get isWanted(): boolean {
    const { recorder, kinds } = this.parts;
    return recorder.enabled && (kinds[this.kind] || kinds.api);
  }

  // hot
  /** Opens the slice of the call, on the calling thread. */
  beginApi(): Token {
    const { kinds, apiCalls } = this.parts;
    return kinds.api ? apiCalls.begin(this.apiLabel) : NO_TOKEN;
  }

  // hot
  /** Opens the slice of the operator, inside that of the call. */
  begin(): Token {
    const { kinds, recorder, operatorContext } = this.parts;
    if (!kinds[this.kind] || !recorder.enabled) return NO_TOKEN;
    const outer = operatorContext.isActive ? operatorContext.current.customOperator : null;
    return recorder.begin(outer === null ? this.label : this.labelInside(outer));
  }

  // hot
  /** Closes both after a call that returned something else than a promise, or threw. */
  end(api: Token, operator: Token): void {
    if (operator !== NO_TOKEN) this.parts.recorder.end(operator);
    if (api !== NO_TOKEN) this.parts.apiCalls.end(api);
  }

  /**
   * Closes the call's slice and leaves the operator on an async lane until `promise` settles, with
   * an arrow from one to the other. Returns the promise chained to it.
   */
  endAsync(api: Token, operator: Token, promise: Promise<unknown>): Promise<unknown> {
    const { recorder, apiCalls } = this.parts;
    const chained = endWhenSettled(recorder, operator, promise);
    if (api === NO_TOKEN) return chained;
    apiCalls.end(api);
    if (operator !== NO_TOKEN) recorder.flow(api, operator, this.flowLabel);
    return chained;
  }

  private labelInside(outer: string): LabelIndex {
    return this.parts.recorder.label(`${outer}::${this.name}`, CUSTOM_OPERATOR_CATEGORY);
  }
}
