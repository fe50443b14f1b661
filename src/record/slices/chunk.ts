import { RECORDED_SLICE_BYTES } from '../../model/profile/memoryCounters';

/** Slots of a chunk in ordinary use: 1.5 MB a chunk. */
export const DEFAULT_CHUNK_BITS = 16;

/** Bit of {@link Chunk.label} that marks a slice of an async lane. */
export const ASYNC_BIT = 0x8000_0000;

/** Largest label that leaves {@link ASYNC_BIT} free. */
export const LABEL_MASK = 0x7fff_ffff;

/** Bytes before the columns: keeps 64-bit columns aligned. */
const HEADER_BYTES = 16;

/** The value of {@link chunkNumber} while a chunk holds no valid slices. */
const UNUSED = -1;

/** A block of slice slots as columns over one shared buffer, so that other threads can read it. */
export interface Chunk {
  /** One word: the number of the chunk, or -1 while it is not in use. */
  readonly header: Int32Array;
  /** Start, clock nanoseconds. */
  readonly t0: BigUint64Array;
  /** End, clock nanoseconds; 0 while the slice is open. */
  readonly t1: BigUint64Array;
  /** Label, with {@link ASYNC_BIT}. */
  readonly label: Uint32Array;
  /** Token of the parent, or -1. */
  readonly parent: Int32Array;
}

/** The slots of one chunk that hold slices. */
export interface KeptChunk {
  readonly chunk: Chunk;
  /** Token of slot 0. */
  readonly base: number;
  /** First slot, and the one after the last. */
  readonly first: number;
  readonly end: number;
  /** Label (with async bit) of each slice that was open when the chunk began. */
  readonly openAtStart: ReadonlyMap<number, number> | undefined;
}

/** A chunk of `slots` slots whose pages have been touched already, so that recording never waits. */
export function createChunk(slots: number): Chunk {
  const chunk = chunkOver(new SharedArrayBuffer(HEADER_BYTES + slots * RECORDED_SLICE_BYTES));
  retireChunk(chunk);
  chunk.label.fill(0);
  const PAGE_SLOTS = 512;
  for (let slot = 0; slot < slots; slot += PAGE_SLOTS) {
    chunk.t0[slot] = 0n;
    chunk.t1[slot] = 0n;
    chunk.parent[slot] = 0;
  }
  return chunk;
}

/** The chunk in `buffer`, made by {@link createChunk}, perhaps on another thread. */
export function chunkOver(buffer: SharedArrayBuffer): Chunk {
  const slots = (buffer.byteLength - HEADER_BYTES) / RECORDED_SLICE_BYTES;
  return {
    header: new Int32Array(buffer, 0, 1),
    t0: new BigUint64Array(buffer, HEADER_BYTES, slots),
    t1: new BigUint64Array(buffer, HEADER_BYTES + slots * 8, slots),
    label: new Uint32Array(buffer, HEADER_BYTES + slots * 16, slots),
    parent: new Int32Array(buffer, HEADER_BYTES + slots * 20, slots)
  };
}

/** The memory of a chunk that {@link createChunk} made. */
export function bufferOf(chunk: Chunk): SharedArrayBuffer {
  return chunk.header.buffer as SharedArrayBuffer;
}

/** Marks the content of the chunk as no longer valid, for readers on other threads. */
export function retireChunk(chunk: Chunk): void {
  Atomics.store(chunk.header, 0, UNUSED);
}

/** Marks the chunk as holding, from now on, the slices of chunk `number`, none of which has ended. */
export function nameChunk(chunk: Chunk, number: number): void {
  Atomics.store(chunk.header, 0, number);
}

/**
 * A copy of a chunk that another thread is filling, with the number it has, or `null` when it is
 * not in use or was given up meanwhile. A slice whose end is seen there is seen whole by a reader
 * that ignores those of the last moment.
 */
export function copyChunk(chunk: Chunk): { readonly number: number; readonly copy: Chunk } | null {
  const number = Atomics.load(chunk.header, 0);
  if (number === UNUSED) return null;
  const t1 = chunk.t1.slice();
  const { header } = chunk;
  const copy = {
    header,
    t1,
    t0: chunk.t0.slice(),
    label: chunk.label.slice(),
    parent: chunk.parent.slice()
  };
  // Adding nothing reads the number after, never before, the columns were read.
  return Atomics.add(header, 0, 0) === number ? { number, copy } : null;
}

/** Durations of all slots, nanoseconds; negative for slots that are still open. */
export function durationsOf(chunk: Chunk): Float64Array {
  const slots = chunk.label.length;
  const begin = new Uint32Array(chunk.t0.buffer, chunk.t0.byteOffset, slots * 2);
  const end = new Uint32Array(chunk.t1.buffer, chunk.t1.byteOffset, slots * 2);
  const result = new Float64Array(slots);
  for (let slot = 0; slot < slots; slot++) {
    const low = 2 * slot;
    result[slot] = (end[low + 1] - begin[low + 1]) * 4294967296 + (end[low] - begin[low]);
  }
  return result;
}

/** Writes label, parent and the parent's label of one slot into `place`. */
export function placeOf(
  chunk: Chunk,
  base: number,
  slot: number,
  openAtStart: ReadonlyMap<number, number> | undefined,
  place: SlicePlace
): void {
  const parent = chunk.parent[slot];
  place.label = chunk.label[slot];
  place.parent = parent;
  if (parent >= base) place.parentLabel = chunk.label[parent - base];
  else place.parentLabel = openAtStart?.get(parent) ?? UNKNOWN_LABEL;
}

/** The slots of a chunk that are still open, by token; `durations` are those of all slots. */
export function* openSlots(
  { chunk, base, openAtStart }: KeptChunk,
  durations: Float64Array
): Generator<[token: number, slice: OpenSlice]> {
  const place: SlicePlace = { label: 0, parent: -1, parentLabel: UNKNOWN_LABEL };
  for (let slot = 0; slot < durations.length; slot++) {
    if (durations[slot] >= 0) continue;
    placeOf(chunk, base, slot, openAtStart, place);
    yield [base + slot, { ...place, t0: chunk.t0[slot] }];
  }
}

/** The token after that of the newest slice that began by the clock value `time`; 0 without one. */
export function tokenAfter(chunks: Iterable<KeptChunk>, time: bigint): number {
  let token = 0;
  for (const { chunk, base, first, end } of chunks) {
    let slot = end;
    while (slot > first && chunk.t0[slot - 1] > time) slot--;
    if (slot > first) token = base + slot;
  }
  return token;
}

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
