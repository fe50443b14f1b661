import { OPERATOR_CATEGORIES } from '../../../model/profile/categories';
import type { ContributionContext } from '../../../record/build/contribution';

/**
 * Finds the operator that a library's own thread works for: one of the recorded thread that runs at the
 * time, if no other does. Asked in order of time.
 */
export class RunningOperators {
  readonly #isOperatorLabel = new Map<number, boolean>();
  /** Rows of the operators that run. */
  #running: number[] = [];
  #next = 0;

  constructor(private readonly context: Pick<ContributionContext, 'slices' | 'labels'>) {}

  /** The innermost operator at `time` if all others that run then are around it; else -1. */
  at(time: number): number {
    const { slices } = this.context;
    for (; this.#next < slices.length && slices.start[this.#next] <= time; this.#next++) {
      if (this.#isOperator(this.#next)) this.#running.push(this.#next);
    }
    this.#running = this.#running.filter(row => slices.start[row] + slices.duration[row] > time);
    const running = this.#running;
    if (running.length === 0) return -1;
    const innermost = running[running.length - 1];
    return running.every(row => this.#isAround(row, innermost)) ? innermost : -1;
  }

  #isOperator(row: number): boolean {
    const label = this.context.slices.label[row];
    const known = this.#isOperatorLabel.get(label);
    if (known !== undefined) return known;
    const isOperator = OPERATOR_CATEGORIES.includes(this.context.labels.categoryNameOf(label));
    this.#isOperatorLabel.set(label, isOperator);
    return isOperator;
  }

  /** True if `outer` is `inner`, or one of the slices that caused it. */
  #isAround(outer: number, inner: number): boolean {
    let row = inner;
    while (row > outer) row = this.context.slices.parent[row];
    return row === outer;
  }
}
