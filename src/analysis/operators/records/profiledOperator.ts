import type { Shape } from '../../../model/profile/operatorFacts';

/** One run of an operator on one device or thread; seconds. */
export interface RunTime {
  /** From the start to the end. */
  readonly endS: number;
  /** From the start to when the wait before the computation ended; null where that is unknown. */
  readonly kernS: number | null;
}

/** The place where an operator spent its time. */
export type Place = 'device' | 'host';

/** Shapes of tensors; `unknown` if none were recorded, `none` if there cannot be any. */
export type Shapes = readonly Shape[] | 'unknown' | 'none';

/** An operator of a graph or a profile, with the measurements of its run. */
export interface ProfiledOperator {
  readonly name: string;
  readonly type: string;
  readonly id: string;
  /** Runs by device; empty if it did not run there. They count as one: the longest. */
  readonly device: readonly RunTime[];
  readonly host: readonly RunTime[];
  /** Floating-point operations; null where they are unknown. */
  readonly computation: number | null;
  /** Bytes read and written; null where they are unknown. */
  readonly memory: number | null;
  readonly inShapes: Shapes;
  /** Strides of the inputs, as far as they are recorded. */
  readonly inLayouts: readonly (Shape | null)[] | null;
  readonly outShapes: Shapes;
  /** Element types of the inputs; null for those of which it was not recorded. */
  readonly inTypes: readonly (string | null)[];
}
