/** Sizes of a tensor's axes, outermost first; a scalar has none. */
export type Shape = readonly number[];

/** The facts about one run of an operator that determine its number of operations. */
export interface OperatorFacts {
  /** In the order in which the operator takes them; anything but a tensor has no axes. */
  readonly inputs: readonly Shape[];
  readonly outputs: readonly Shape[];
  /** Elements under the window of a pooling operator; absent for others and where unknown. */
  readonly window?: number;
  /** Of an Einstein summation: which axes it multiplies and sums, such as `ij,jk->ik`. */
  readonly equation?: string;
}

/** Counts the floating-point operations of a run of an operator by its type; `null` if unknown. */
export type FlopsOf = (operator: string, facts: OperatorFacts) => number | null;
