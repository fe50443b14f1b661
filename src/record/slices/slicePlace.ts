/** In place of a parent's label: there is no parent, or it is not known any more. */
export const UNKNOWN_LABEL = -1;

/** What a slice is and where it belongs, apart from its times. */
export interface SlicePlace {
  /** Label with the async bit. */
  label: number;
  /** Token of the parent, or -1. */
  parent: number;
  /** Label of the parent with the async bit, or {@link UNKNOWN_LABEL}. */
  parentLabel: number;
}

/** A slice that is still open although its slot had to be given up. */
export interface OpenSlice extends SlicePlace {
  readonly t0: bigint;
}
