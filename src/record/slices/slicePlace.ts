/** Replaces a parent's label if there is no parent, or it is no longer known. */
export const UNKNOWN_LABEL = -1;

/** The identity and place of a slice, without its times. */
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
