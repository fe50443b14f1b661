import { consecutiveRows } from '../model/profile/columns';

/** A stretch of addresses that are used at some time, and where it begins on a cut axis. */
export interface AddressStretch {
  readonly from: number;
  readonly to: number;
  /** Bytes from the bottom of the axis. */
  readonly offset: number;
}

/** Unused stretches are shortened if they are longer than this share of the used addresses. */
const LEAST_CUT = 0.05;
/** The length of a shortened stretch, as a share of the used addresses. */
const CUT_SIZE = 0.02;

/**
 * The used addresses in ascending order, without the long unused stretches between them: pointers of a
 * device are far apart. Empty for no pieces.
 */
export function usedStretches(address: Float64Array, bytes: Float64Array): AddressStretch[] {
  const used = usedRanges(address, bytes);
  const total = used.reduce((sum, { from, to }) => sum + to - from, 0);
  const stretches: AddressStretch[] = [];
  for (const { from, to } of used) {
    const last = stretches.at(-1);
    if (last && from - last.to <= LEAST_CUT * total) {
      stretches[stretches.length - 1] = { ...last, to };
      continue;
    }
    const offset = last ? last.offset + last.to - last.from + CUT_SIZE * total : 0;
    stretches.push({ from, to, offset });
  }
  return stretches;
}

/** The position of each of `address` on the cut axis; all of them lie in `stretches`. */
export function placeOnStretches(
  address: Float64Array,
  stretches: readonly AddressStretch[]
): Float64Array {
  const placed = new Float64Array(address.length);
  let at = 0;
  for (const row of orderOf(address)) {
    while (at + 1 < stretches.length && stretches[at + 1].from <= address[row]) at++;
    placed[row] = stretches[at].offset + address[row] - stretches[at].from;
  }
  return placed;
}

interface AddressRange {
  readonly from: number;
  to: number;
}

function usedRanges(address: Float64Array, bytes: Float64Array): AddressRange[] {
  const ranges: AddressRange[] = [];
  for (const row of orderOf(address)) {
    const to = address[row] + bytes[row];
    const last = ranges.at(-1);
    if (last && address[row] <= last.to) last.to = Math.max(last.to, to);
    else ranges.push({ from: address[row], to });
  }
  return ranges;
}

/** The rows of `keys` in ascending order; equal ones stay in order. */
export function orderOf(keys: Float64Array): Uint32Array {
  return consecutiveRows(keys.length).sort((a, b) => keys[a] - keys[b] || a - b);
}
