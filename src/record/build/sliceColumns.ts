/**
 * A slice as contributions refer to it: a row of the same {@link SliceColumns}, {@link NO_SLICE}, or
 * what {@link ownSlice} makes of a row of the recorder's own slices.
 */
export type SliceRef = number;

/** In place of a {@link SliceRef}: no slice. */
export const NO_SLICE: SliceRef = -1;

/** Refers to a row of `ContributionContext.slices`; {@link NO_SLICE} for -1. */
export function ownSlice(row: number): SliceRef {
  return row < 0 ? NO_SLICE : -2 - row;
}

/** The row of the recorder's own slices that `ref` refers to; below 0 if it refers to none. */
export function ownRow(ref: SliceRef): number {
  return -2 - ref;
}

/**
 * Arguments of {@link SliceColumns}: those of a row are in the rows from `first[row]` up to
 * `first[row + 1]`.
 */
export interface ArgColumns {
  /** One more than there are rows. */
  readonly first: Uint32Array;
  /** `StringIndex` of the key. */
  readonly key: Uint32Array;
  /** One of `ArgKind`. */
  readonly kind: Uint8Array;
  readonly value: Float64Array;
}

/** Arrows between slices. */
export interface FlowColumns {
  readonly length: number;
  /** {@link SliceRef}s. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** Label from `ContributionContext.label`. */
  readonly label: Uint32Array;
}

/** Slices that a source saw itself, in columns: for sources with many. */
export interface SliceColumns {
  readonly length: number;
  /** Nanoseconds from the profile's origin. */
  readonly start: Float64Array;
  readonly duration: Float64Array;
  /** Label from `ContributionContext.label`. */
  readonly label: Uint32Array;
  /** Track index; slices of one track nest or are disjoint, together with those of other sources. */
  readonly track: Uint16Array;
  /** {@link SliceRef} of the slice that caused it, which begins no later. */
  readonly cause: Int32Array;
  /** The rows as `orderByStart` orders them. */
  readonly order: Uint32Array;
  readonly args: ArgColumns;
  readonly flows: FlowColumns;
}
