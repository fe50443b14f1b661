import { intrinsics } from '../../base/intrinsics/intrinsics';
import { NumberedTexts } from './numberedTexts';

/** Allocations kept at most in a recording; later ones are counted as dropped. */
const MAX_ALLOCATIONS = 1 << 20;

const CHUNK_BITS = 12;
const CHUNK = 1 << CHUNK_BITS;

/** Chunks kept for the next recording: 2.8 MB. */
const POOLED_CHUNKS = 16;

/** Names one allocation of an {@link AllocationLog}; void once the log was cleared. */
export type AllocationId = number;

/** In place of an allocation that was not kept. */
export const NO_ALLOCATION: AllocationId = -1;

/** The texts that describe an allocation. */
export interface AllocationPlace {
  /** Operator or call that allocated it. */
  readonly name: string;
  /** Profiler scope in force. */
  readonly scope: string;
  /** Location of the memory, such as `tfjs/wasm`. */
  readonly device: string;
}

/** Columns of up to {@link CHUNK} allocations. */
export interface AllocationChunk {
  /** Clock values; `freed` is 0 while the memory is held. */
  readonly time: BigUint64Array;
  readonly freed: BigUint64Array;
  readonly bytes: Float64Array;
  readonly address: Float64Array;
  /** Rows of {@link AllocationLog.texts}. */
  readonly name: Uint32Array;
  readonly scope: Uint32Array;
  readonly device: Uint32Array;
}

/** Texts of an {@link AllocationLog} that are kept at most. */
const MAX_TEXTS = 1 << 17;

/** Pieces of device memory while recording: append-only but for the time at which each is freed. */
export class AllocationLog {
  #textList: string[] = [];
  #names = numbered(this.#textList);
  #scopes = numbered(this.#textList);
  #devices = numbered(this.#textList);
  #chunks: AllocationChunk[] = [];
  readonly #pool: AllocationChunk[] = [];
  #firstId: AllocationId = 0;
  #used = 0;
  #refused = 0;

  constructor(private readonly limit: number = MAX_ALLOCATIONS) {}

  /** The names, scopes and devices that the columns refer to by row. */
  get texts(): readonly string[] {
    return this.#textList;
  }

  /** Allocations kept so far. */
  get length(): number {
    return this.#used;
  }

  /** Allocations that did not fit. */
  get dropped(): number {
    return this.#refused;
  }

  // hot
  /**
   * Records an allocation of `bytes` at `time`; times must not decrease. The address is -1 if unknown.
   * Returns {@link NO_ALLOCATION} if the log is full.
   */
  allocate(bytes: number, address: number, place: AllocationPlace, time: bigint): AllocationId {
    const row = this.#used;
    const slot = row & (CHUNK - 1);
    if (slot === 0 && !intrinsics.aside(() => this.#roll())) return NO_ALLOCATION;
    const chunk = this.#chunks[row >>> CHUNK_BITS];
    chunk.bytes[slot] = bytes;
    chunk.address[slot] = address;
    chunk.name[slot] = this.#names.numberOf(place.name);
    chunk.scope[slot] = this.#scopes.numberOf(place.scope);
    chunk.device[slot] = this.#devices.numberOf(place.device);
    chunk.time[slot] = time;
    this.#used++;
    return this.#firstId + row;
  }

  // hot
  /** Records that an allocation was freed; an allocation of an earlier recording is ignored. */
  free(id: AllocationId, time: bigint): void {
    const row = id - this.#firstId;
    if (row < 0 || row >= this.#used) return;
    this.#chunks[row >>> CHUNK_BITS].freed[row & (CHUNK - 1)] = time;
  }

  /** Visits the kept rows, oldest first, chunk by chunk, with the number of rows in use in each. */
  forEachChunk(visit: (chunk: AllocationChunk, rows: number) => void): void {
    this.#chunks.forEach((chunk, index) => {
      visit(chunk, Math.min(CHUNK, this.#used - (index << CHUNK_BITS)));
    });
  }

  /** Forgets all allocations; their ids become void. */
  clear(): void {
    this.#firstId += this.#used;
    this.#pool.push(...this.#chunks.slice(0, POOLED_CHUNKS - this.#pool.length));
    this.#chunks = [];
    this.#textList = [];
    this.#names = numbered(this.#textList);
    this.#scopes = numbered(this.#textList);
    this.#devices = numbered(this.#textList);
    this.#used = 0;
    this.#refused = 0;
  }

  #roll(): boolean {
    if (this.#used >= this.limit) {
      this.#refused++;
      return false;
    }
    this.#chunks.push(this.#takeChunk());
    return true;
  }

  #takeChunk(): AllocationChunk {
    const pooled = this.#pool.pop();
    if (!pooled) return createChunk();
    pooled.freed.fill(0n);
    return pooled;
  }
}

/** Numbers for texts of one kind, in a list that all kinds share. */
function numbered(texts: string[]): NumberedTexts {
  return new NumberedTexts(MAX_TEXTS, texts);
}

function createChunk(): AllocationChunk {
  return {
    time: new BigUint64Array(CHUNK),
    freed: new BigUint64Array(CHUNK),
    bytes: new Float64Array(CHUNK),
    address: new Float64Array(CHUNK),
    name: new Uint32Array(CHUNK),
    scope: new Uint32Array(CHUNK),
    device: new Uint32Array(CHUNK)
  };
}
