import type { Random } from '../support/random';

const below = (random: Random, limit: number): number => Math.floor(random() * limit);

/** Bytes that integers, lengths and variable-length numbers go wrong at. */
const EDGES = [0, 1, 0x7f, 0x80, 0xfe, 0xff] as const;

function changeOnce(bytes: Uint8Array, random: Random): Uint8Array {
  if (bytes.length === 0) return Uint8Array.of(below(random, 256));
  const at = below(random, bytes.length);
  const size = 1 + below(random, Math.min(64, bytes.length - at));
  const changed = bytes.slice();
  switch (below(random, 6)) {
    case 0:
      changed[at] ^= 1 << below(random, 8);
      return changed;
    case 1:
      return changed.fill(EDGES[below(random, EDGES.length)], at, at + size);
    case 2:
      return bytes.slice(0, at);
    case 3:
      return Uint8Array.from([...bytes.subarray(0, at), ...bytes.subarray(at + size)]);
    case 4:
      return Uint8Array.from([...bytes.subarray(0, at + size), ...bytes.subarray(at)]);
    default:
      changed.copyWithin(below(random, bytes.length), at, at + size);
      return changed;
  }
}

/** A copy of `bytes` with one to six bits, runs or lengths changed. */
export function hostileBytes(bytes: Uint8Array, random: Random): Uint8Array {
  let changed = bytes;
  for (let left = 1 + below(random, 6); left > 0; left--) changed = changeOnce(changed, random);
  return changed;
}
