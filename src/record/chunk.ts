/** Bytes that one recorded slice takes. */
export const BYTES_PER_SLICE = 24;

/** Slots of a chunk in ordinary use: 1.5 MB a chunk. */
export const DEFAULT_CHUNK_BITS = 16;

/** Bit of {@link Chunk.label} that marks a slice of an async lane. */
export const ASYNC_BIT = 0x8000_0000;

/** Largest label that leaves {@link ASYNC_BIT} free. */
export const LABEL_MASK = 0x7fff_ffff;

/** A block of slice slots as columns over one shared buffer, so that other threads can read it. */
export interface Chunk {
  /** Start, clock nanoseconds. */
  readonly t0: BigUint64Array;
  /** End, clock nanoseconds; 0 while the slice is open. */
  readonly t1: BigUint64Array;
  /** Label, with {@link ASYNC_BIT}. */
  readonly label: Uint32Array;
  /** Token of the parent, or -1. */
  readonly parent: Int32Array;
}

/** A chunk of `slots` slots whose pages have been touched already, so that recording never waits. */
export function createChunk(slots: number): Chunk {
  const buffer = new SharedArrayBuffer(slots * BYTES_PER_SLICE);
  const chunk = {
    t0: new BigUint64Array(buffer, 0, slots),
    t1: new BigUint64Array(buffer, slots * 8, slots),
    label: new Uint32Array(buffer, slots * 16, slots),
    parent: new Int32Array(buffer, slots * 20, slots),
  };
  chunk.label.fill(0);
  const PAGE_SLOTS = 512;
  for (let slot = 0; slot < slots; slot += PAGE_SLOTS) {
    chunk.t0[slot] = 0n;
    chunk.t1[slot] = 0n;
    chunk.parent[slot] = 0;
  }
  return chunk;
}
