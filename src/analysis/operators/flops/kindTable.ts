import type { OperatorKind } from './operatorKind';

/** Kinds of operators by their names in a library. */
export type KindTable = ReadonlyMap<string, OperatorKind>;

/** A table of `[kind, names]` rows; names are separated by white space. */
export function kindTable(rows: readonly (readonly [OperatorKind, string])[]): KindTable {
  return new Map(
    rows.flatMap(([kind, names]) =>
      names
        .trim()
        .split(/\s+/)
        .map(name => [name, kind] as const)
    )
  );
}

/** Operators that only move or create elements. */
export const MOVES: OperatorKind = { kind: 'moves' };
/** One operation an element, be it a sum or a sine. */
export const ELEMENTWISE: OperatorKind = { kind: 'elementwise', perElement: 1 };
/** Two operations an element: a difference and its square, or two comparisons. */
export const ELEMENTWISE_TWICE: OperatorKind = { kind: 'elementwise', perElement: 2 };
/** A sum or a comparison of each input but the first, for each element. */
export const SUM_OF_INPUTS: OperatorKind = { kind: 'combination', perElement: 0 };
/** A sum or a comparison of each element but the first of each result. */
export const REDUCTION: OperatorKind = { kind: 'reduction', perInput: 1, perOutput: -1 };
/** A sum, and a division for each result. */
export const MEAN: OperatorKind = { kind: 'reduction', perInput: 1, perOutput: 0 };
/** Comparisons alone. */
export const MAX_POOLING: OperatorKind = { kind: 'pooling', perOutput: 0 };
/** A sum, and a division for each result. */
export const AVERAGE_POOLING: OperatorKind = { kind: 'pooling', perOutput: 1 };
/** Finds the position of the maximum again, and adds its gradient there. */
export const MAX_POOLING_GRADIENT: OperatorKind = { kind: 'poolingGradient', perInput: 0 };
/** A division, and a sum at each place of the window. */
export const AVERAGE_POOLING_GRADIENT: OperatorKind = { kind: 'poolingGradient', perInput: 1 };
/** A maximum, a difference, an exponential, a sum and a division for each element. */
export const SOFTMAX: OperatorKind = { kind: 'normalisation', perElement: 5 };
/**
 * With mean and variance known, a scale and a shift for each element, as `batchnorm_flop_jit` of
 * Meta's fvcore counts it.
 */
export const BATCH_NORMALISATION: OperatorKind = { kind: 'normalisation', perElement: 2 };
/** With mean, variance, scale and shift, as `norm_flop_counter` of Meta's fvcore counts it. */
export const AFFINE_NORMALISATION: OperatorKind = { kind: 'normalisation', perElement: 5 };
/** Products of matrices, fused with a bias and an activation or not. */
export const MATRIX_PRODUCT: OperatorKind = { kind: 'matrixProduct' };
