import type { LabelIndex } from '../../model/profile/profile';
import { intrinsics } from '../../base/intrinsics/intrinsics';
import { OwnMap } from '../../base/intrinsics/ownMap';
import type { Brand } from '../../columns/columns';
import { AsyncParents } from './asyncParents';
import {
  ASYNC_BIT,
  type Chunk,
  DEFAULT_CHUNK_BITS,
  type KeptChunk,
  bufferOf,
  createChunk,
  durationsOf,
  nameChunk,
  openSlots,
  retireChunk
} from './chunk';
import type { Clock } from '../../base/clock';
import { DetachedSlices, MAX_OPEN } from './detachedSlices';
import type { MirrorListener, MirrorOutlet } from '../logs/mirrorNews';
import { type RecordingWindow, foldInto } from './recordingWindow';
import { DEFAULT_SLICE_LIMIT, type SliceLimit } from '../logs/sliceLimit';

/** Chunks kept between recordings, so that a short one never waits for memory. */
const POOLED_CHUNKS = 8;

/** Chunks that are not in use, for the next to take. */
class ChunkPool {
  readonly #chunks: Chunk[] = [];

  /** A chunk of `slots` slots, none of which has ended. */
  take(slots: number): Chunk {
    const pooled = this.#chunks.pop();
    if (pooled?.label.length !== slots) return createChunk(slots);
    pooled.t1.fill(0n);
    return pooled;
  }

  /** Takes a chunk back; beyond a few its memory is given up. */
  give(chunk: Chunk): void {
    retireChunk(chunk);
    if (this.#chunks.length < POOLED_CHUNKS) this.#chunks.push(chunk);
  }
}

/** Handle of a slice that is being recorded: its number since the recorder was made. */
export type Token = Brand<number, 'Token'>;

/** No slice: the token of code that runs outside every range. */
export const NO_TOKEN = -1 as Token;

/** Takes the ends of void tokens. */
const NO_TIMES = new BigUint64Array(0);

/** Slices that one recording can number, kept or not: parents are 32-bit. */
export const MAX_TOKENS = 2 ** 31 - 2 ** 17;

/**
 * The slices of one thread: columns in chunks, a stack of open slices, and a limit. Slices that
 * are not kept go into the totals of every open window, so that counts and sums stay exact.
 */
export class SliceStore {
  /** Parents of slices that begin after an `await`. */
  readonly asyncParents = new AsyncParents(() => this.oldestToken);
  readonly #chunks = new OwnMap<number, Chunk>();
  /** Open slices whose slots have been given up already. */
  readonly detached = new DetachedSlices();
  /** For each chunk: label (with async bit) of every slice that was open when the chunk began. */
  readonly #openAtStart = new OwnMap<number, ReadonlyMap<number, number>>();
  #chunkBits = DEFAULT_CHUNK_BITS;
  #slotsPerChunk = 1 << DEFAULT_CHUNK_BITS;
  #limit = DEFAULT_SLICE_LIMIT;
  #firstToken = 0;
  #oldestChunk = 0;
  #spare: Chunk | null = null;
  readonly #pool = new ChunkPool();
  /** Columns of the chunk that is being filled. */
  #t0: BigUint64Array = NO_TIMES;
  #t1: BigUint64Array = NO_TIMES;
  #label: Uint32Array = new Uint32Array(0);
  #parent: Int32Array = new Int32Array(0);
  #base = 0;
  #used = 1;
  #top = -1;
  #closedInside = 0;

  constructor(
    private readonly now: Clock,
    private readonly windows: readonly RecordingWindow[],
    private readonly maxTokens: number,
    private readonly outlet: MirrorOutlet,
    /** Called when the numbers run out; there is room for open slices, but for no more. */
    private readonly onFull: () => void
  ) {
    this.#used = this.#slotsPerChunk;
    this.#base = -this.#slotsPerChunk;
  }

  get nextToken(): number {
    return this.#base + this.#used;
  }

  /** The innermost open slice of this thread, or {@link NO_TOKEN}. */
  get innermost(): Token {
    return this.#top as Token;
  }

  /** The slice whose code is running: the innermost open one, or one on a lane that goes on. */
  get cause(): Token {
    return this.asyncParents.cause(this.#top) as Token;
  }

  /** The oldest token whose slice may still be kept. */
  get oldestToken(): number {
    return Math.max(this.#firstToken, this.#oldestChunk << this.#chunkBits);
  }

  /** Forgets all slices and sets the limit for the next recording. Old tokens become void. */
  restart(limit: SliceLimit): void {
    const next = this.nextToken > this.maxTokens / 2 ? 0 : this.nextToken;
    for (const chunk of [this.#spare, ...this.#chunks.values()]) if (chunk) this.#pool.give(chunk);
    this.#chunks.clear();
    this.detached.clear();
    this.#openAtStart.clear();
    this.#limit = limit;
    const wanted = Math.ceil(Math.log2(Math.max(2, limit.slices / 4)));
    this.#chunkBits = Math.max(6, Math.min(DEFAULT_CHUNK_BITS, wanted));
    this.#slotsPerChunk = 1 << this.#chunkBits;
    this.#firstToken = Math.ceil(next / this.#slotsPerChunk) * this.#slotsPerChunk;
    this.#base = this.#firstToken - this.#slotsPerChunk;
    this.#used = this.#slotsPerChunk;
    this.#oldestChunk = this.#firstToken >>> this.#chunkBits;
    this.#spare = this.#pool.take(this.#slotsPerChunk);
    this.#t1 = NO_TIMES;
    this.#top = -1;
    this.#closedInside = 0;
    this.asyncParents.clear();
  }

  /** Sends `listener` news of the current recording; later news goes to the outlet. */
  announce(listener: MirrorListener): void {
    listener({ kind: 'limit', limit: this.#limit });
    for (const chunk of this.#chunks.values()) {
      listener({ kind: 'slices', buffer: bufferOf(chunk) });
    }
  }

  /** Releases the memory, except for a few chunks that the next recording needs at once. */
  release(): void {
    this.restart(this.#limit);
  }

  // hot
  /** Opens a slice inside the innermost open one, or inside one on a lane whose code goes on. */
  begin(label: LabelIndex): Token {
    if (this.#used === this.#slotsPerChunk) intrinsics.aside(this.#roll);
    const slot = this.#used++;
    const token = this.#base + slot;
    this.#label[slot] = label;
    const { asyncParents } = this;
    const top = this.#top;
    this.#parent[slot] = top < asyncParents.newestBody ? asyncParents.adopt(token, top) : top;
    this.#top = token;
    this.#t0[slot] = this.now();
    return token as Token;
  }

  // hot
  /** Closes a slice; those opened inside it may still be open. */
  end(token: Token): void {
    const time = this.now();
    const slot = token - this.#base;
    if (slot < 0 || !this.#isPlainTop(token)) {
      this.#endElsewhere(token, time);
      return;
    }
    this.#t1[slot] = time;
    this.#top = this.#parent[slot];
  }

  /** Opens a slice on an async lane, inside the running one; later slices do not nest in it unless they name it. */
  beginCaused(label: LabelIndex): Token {
    const { cause } = this;
    const top = this.#top;
    const token = this.beginAsync(label, cause);
    this.asyncParents.caused(token, cause, top);
    return token;
  }

  /** The same inside `parent`. */
  beginAsync(label: LabelIndex, parent: Token): Token {
    if (this.#used === this.#slotsPerChunk) intrinsics.aside(this.#roll);
    const slot = this.#used++;
    this.#label[slot] = label | ASYNC_BIT;
    this.#parent[slot] = parent;
    this.#t0[slot] = this.now();
    return (this.#base + slot) as Token;
  }

  // hot
  /** Moves an open slice to an async lane: it stays open, later slices no longer nest in it. */
  moveToLane(token: Token): void {
    const slot = token - this.#base;
    if (slot >= 0 && this.#isPlainTop(token)) {
      this.#label[slot] |= ASYNC_BIT;
      this.#top = this.#parent[slot];
      return;
    }
    this.#moveElsewhere(token);
  }

  // hot
  /** Closes a slice of an async lane. */
  endAsync(token: Token): void {
    const time = this.now();
    const slot = token - this.#base;
    if (slot >= 0) this.#t1[slot] = time;
    else this.#close(token, time);
  }

  /** Kept slots of all chunks from token `from` ≥ 0 on, oldest first. */
  *keptChunks(from: number): Generator<KeptChunk> {
    const [oldest, last] = [from, this.#base].map(token => token >>> this.#chunkBits);
    for (let number = Math.max(this.#oldestChunk, oldest); number <= last; number++) {
      const chunk = this.#chunks.get(number);
      if (!chunk || this.#base < 0) continue;
      const base = number << this.#chunkBits;
      const end = base === this.#base ? this.#used : this.#slotsPerChunk;
      const first = Math.max(0, from - base);
      const openAtStart = this.#openAtStart.get(number);
      if (first < end) yield { chunk, base, first, end, openAtStart };
    }
  }

  /** The tokens that are kept for a window, from `from` up to, not including, `to`. */
  keptRange(window: RecordingWindow): { readonly from: number; readonly to: number } {
    return window.keptRange(this.nextToken);
  }

  /** The slices whose parent in `window` is another one, since it has less code followed than others. */
  otherParents({ followed }: RecordingWindow): Iterable<readonly [token: number, parent: number]> {
    return this.asyncParents.othersOf(followed);
  }

  #moveElsewhere(token: Token): void {
    const wasOpen = !this.#isClosedOrMoved(token);
    const chunk = this.#chunks.get(token >>> this.#chunkBits);
    const open = this.detached.get(token);
    if (open) open.label |= ASYNC_BIT;
    else if (chunk) chunk.label[token & (this.#slotsPerChunk - 1)] |= ASYNC_BIT;
    this.#pop(token, wasOpen);
  }

  #endElsewhere(token: Token, time: bigint): void {
    this.#pop(token, !this.#isClosedOrMoved(token));
    this.#close(token, time);
  }

  #close(token: number, time: bigint): void {
    const open = this.detached.get(token);
    if (open) {
      this.detached.delete(token);
      return foldInto(this.windows, token, { open, endNs: time });
    }
    const chunk = this.#chunks.get(token >>> this.#chunkBits);
    if (chunk) chunk.t1[token & (this.#slotsPerChunk - 1)] = time;
  }

  /** Takes `token` off the stack, or notes, if it `wasOpen`, that it was closed below slices that are still open. */
  #pop(token: number, wasOpen: boolean): void {
    if (token !== this.#top) {
      if (wasOpen) this.#closedInside++;
      return;
    }
    this.#takeOff(token);
    while (this.#closedInside > 0 && this.#top >= 0 && this.#isClosedOrMoved(this.#top)) {
      this.#closedInside--;
      this.#takeOff(this.#top);
    }
  }

  #takeOff(token: number): void {
    this.#top = this.#belowOf(token);
    this.asyncParents.forget(token);
  }

  // hot
  /** True if the slice below `token` on the stack is its parent, and open. */
  #isPlainTop(token: number): boolean {
    return (
      token === this.#top && this.#closedInside === 0 && token !== this.asyncParents.newestAdopted
    );
  }

  /** False for slices on the stack that are open. */
  #isClosedOrMoved(token: number): boolean {
    const open = this.detached.get(token);
    if (open) return (open.label & ASYNC_BIT) !== 0;
    const chunk = this.#chunks.get(token >>> this.#chunkBits);
    const slot = token & (this.#slotsPerChunk - 1);
    return !chunk || chunk.t1[slot] !== 0n || (chunk.label[slot] & ASYNC_BIT) !== 0;
  }

  /** The slice below an open slice on the stack, or -1. */
  #belowOf(token: number): number {
    const parent = this.asyncParents.below(token) ?? this.detached.get(token)?.parent;
    if (parent !== undefined) return parent;
    const chunk = this.#chunks.get(token >>> this.#chunkBits);
    return chunk ? chunk.parent[token & (this.#slotsPerChunk - 1)] : -1;
  }

  // Made once: with a closure where it is called, every slice would cost a context.
  readonly #roll = (): void => {
    this.#base += this.#slotsPerChunk;
    if (this.#base >= this.maxTokens) this.onFull();
    const number = this.#base >>> this.#chunkBits;
    if (this.#top >= 0) this.#openAtStart.set(number, this.#openLabels());
    const reused = this.#giveUpChunk(number);
    const chunk = reused ?? this.#spare ?? this.#pool.take(this.#slotsPerChunk);
    const needsSpare = (this.#chunks.size - 1) * this.#slotsPerChunk < this.#limit.slices;
    if (!reused) this.#spare = needsSpare ? this.#pool.take(this.#slotsPerChunk) : null;
    this.#chunks.set(number, chunk);
    nameChunk(chunk, number);
    if (!reused) this.outlet.tell({ kind: 'slices', buffer: bufferOf(chunk) });
    this.#t0 = chunk.t0;
    this.#t1 = chunk.t1;
    this.#label = chunk.label;
    this.#parent = chunk.parent;
    this.#used = 0;
  };

  /** Folds a chunk that no window keeps into the totals, and returns it for reuse. */
  #giveUpChunk(next: number): Chunk | null {
    const kept = this.windows.map(window => window.keptRange(this.#base));
    const mayGo = (number: number): boolean => {
      const base = number << this.#chunkBits;
      return kept.every(({ from, to }) => from >= base + this.#slotsPerChunk || base >= to);
    };
    if (mayGo(next - 1)) return this.#takeChunk(next - 1);
    // Each window may keep a part of a chunk at either end: only beyond that is one worth a search.
    const room = kept.reduce((sum, { from, to }) => sum + Math.max(0, to - from), 0);
    if ((this.#chunks.size - 2 * kept.length) * this.#slotsPerChunk <= room) return null;
    for (const number of this.#chunks.keys()) if (mayGo(number)) return this.#takeChunk(number);
    return null;
  }

  #takeChunk(number: number): Chunk | null {
    const chunk = this.#chunks.get(number);
    if (!chunk) return null;
    this.#foldChunk(chunk, number << this.#chunkBits);
    this.#chunks.delete(number);
    const newest = this.#base >>> this.#chunkBits;
    while (this.#oldestChunk < newest && !this.#chunks.has(this.#oldestChunk)) this.#oldestChunk++;
    retireChunk(chunk);
    chunk.t1.fill(0n);
    return chunk;
  }

  #foldChunk(chunk: Chunk, base: number): void {
    const number = base >>> this.#chunkBits;
    const openAtStart = this.#openAtStart.get(number);
    this.#openAtStart.delete(number);
    const whole: KeptChunk = { chunk, base, first: 0, end: this.#slotsPerChunk, openAtStart };
    const durations = durationsOf(chunk);
    for (const window of this.windows) window.foldChunk(whole, durations);
    for (const [token, open] of openSlots(whole, durations)) {
      if (!this.detached.add(token, open)) {
        foldInto(this.windows, token, { open, endNs: this.now() });
      }
    }
  }

  #openLabels(): Map<number, number> {
    const labels = new Map<number, number>();
    for (let open = this.#top; open >= 0 && labels.size < MAX_OPEN; open = this.#belowOf(open)) {
      const chunk = this.#chunks.get(open >>> this.#chunkBits);
      const label =
        this.detached.get(open)?.label ?? chunk?.label[open & (this.#slotsPerChunk - 1)];
      if (label !== undefined) labels.set(open, label);
    }
    return labels;
  }
}
