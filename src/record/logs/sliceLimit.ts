/**
 * The treatment of slices beyond the limit: either the newest are not kept, or the oldest are dropped.
 */
export interface SliceLimit {
  readonly mode: 'keepFirst' | 'keepLast';
  /** Slices kept at most, ≥ 1. */
  readonly slices: number;
}

/** The documented default of `--max-events`. */
export const DEFAULT_SLICE_LIMIT: SliceLimit = { mode: 'keepFirst', slices: 4_000_000 };
