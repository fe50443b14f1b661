import type { Followed } from './asyncParents';
import { intrinsics } from '../../base/intrinsics/intrinsics';
import {
  ASYNC_BIT,
  type KeptChunk,
  LABEL_MASK,
  placeOf,
  tokenAfter,
  type OpenSlice,
  type SlicePlace,
  UNKNOWN_LABEL
} from './chunk';
import { DEFAULT_SLICE_LIMIT, type SliceLimit } from '../logs/sliceLimit';
import { withRoom } from '../../base/growing';
import type { TotalTable } from '../../model/profile/profile';

export interface WindowEnd {
  /** First token after the window. */
  readonly token: number;
  /** Clock value, nanoseconds. */
  readonly time: bigint;
}

/**
 * One stretch of recording, beginning at `start…`; several may be open at a time, one inside another.
 */
export class RecordingWindow {
  #totals = new RunningTotals();
  #folded = 0;
  #ended: WindowEnd | null = null;

  constructor(
    /** First token of the window. */
    readonly startToken: number,
    /** Clock value at which the window was opened. */
    readonly startTime: bigint,
    /** The number of its slices to keep. */
    private readonly limit: SliceLimit = DEFAULT_SLICE_LIMIT,
    /** The asynchronous code that gives slices their parents in it. */
    readonly followed: Followed = 'everything'
  ) {}

  /** Slices that were recorded but not kept. */
  get droppedSlices(): number {
    return this.#folded;
  }

  /** The end of the window, or `null` while it is open. */
  get end(): WindowEnd | null {
    return this.#ended;
  }

  /** The tokens it keeps, from `from` up to, not including, `to`, when `nextToken` is the next one. */
  keptRange(nextToken: number): { readonly from: number; readonly to: number } {
    const { startToken, limit } = this;
    const end = Math.min(nextToken, this.#ended?.token ?? nextToken);
    if (limit.mode === 'keepFirst') {
      return { from: startToken, to: Math.min(end, startToken + limit.slices) };
    }
    return { from: Math.max(startToken, end - limit.slices), to: end };
  }

  /** Ends the window: later slices are not part of it. */
  close(end: WindowEnd): void {
    this.#ended ??= end;
  }

  /** Its end at the clock value `atNs`, or at its start if that is later; `chunks` hold all slices. */
  endAt(atNs: bigint, chunks: Iterable<KeptChunk>): WindowEnd {
    const time = atNs > this.startTime ? atNs : this.startTime;
    return { token: Math.max(this.startToken, tokenAfter(chunks, time)), time };
  }

  /**
   * The window as if it had ended at `end`, with separate totals: readers of the recording may fold
   * into them, and this window continues undisturbed.
   */
  endingAt(end: WindowEnd): RecordingWindow {
    const copy = new RecordingWindow(this.startToken, this.startTime, this.limit, this.followed);
    copy.#totals = this.#totals.copy();
    copy.#folded = this.#folded;
    copy.#ended = end;
    return copy;
  }

  // hot
  /** Adds a slice of `durationNs` that is not kept to the totals, unless it began earlier. */
  fold(token: number, durationNs: number, slice: SlicePlace): void {
    if (token < this.startToken || (this.#ended && token >= this.#ended.token)) return;
    this.#folded++;
    this.#totals.addSlice(slice.label & LABEL_MASK, durationNs);
    this.subtractFromParent(durationNs, slice);
  }

  // hot
  /**
   * Adds all closed slices of a chunk, which is not kept, to the totals, unless they began before
   * the window. `durations` has one value for each slot, negative for those still open.
   */
  foldChunk(part: KeptChunk, durations: Float64Array): void {
    const { chunk, base } = part;
    const first = Math.max(part.first, this.startToken - base);
    const end = Math.min(part.end, (this.#ended?.token ?? Infinity) - base);
    this.#folded += this.#totals.addSlots(chunk.label, durations, first, end);
    const place: SlicePlace = { label: 0, parent: -1, parentLabel: UNKNOWN_LABEL };
    for (let slot = first; slot < end; slot++) {
      if (chunk.parent[slot] < this.startToken || durations[slot] < 0) continue;
      placeOf(chunk, base, slot, part.openAtStart, place);
      this.subtractFromParent(durations[slot], place);
    }
  }

  /** Takes a slice's time off the self time of its parent, for a parent that is not kept. */
  subtractFromParent(durationNs: number, slice: SlicePlace): void {
    const isNested = slice.parent >= this.startToken && slice.parentLabel !== UNKNOWN_LABEL;
    const isOnThread = (slice.label & ASYNC_BIT) === 0;
    if (isNested && isOnThread) {
      this.#totals.subtractChild(slice.parentLabel & LABEL_MASK, durationNs);
    }
  }

  /** Exact totals of the slices that were not kept. */
  droppedTotals(): ReturnType<RunningTotals['toTable']> {
    return this.#totals.toTable();
  }
}

/** Adds a slice that was open for long, and has ended now, to the totals of all `windows`. */
export function foldInto(
  windows: readonly RecordingWindow[],
  token: number,
  { open, endNs }: { readonly open: OpenSlice; readonly endNs: bigint }
): void {
  intrinsics.own(() => {
    for (let at = 0; at < windows.length; at++) {
      windows[at].fold(token, Number(endNs - open.t0), open);
    }
  });
}

/** Totals by label that grow one slice at a time: what stays of slices that are not kept. */
class RunningTotals {
  #count = new Float64Array(64);
  #total = new Float64Array(64);
  #self = new Float64Array(64);
  #min = new Float64Array(64);
  #max = new Float64Array(64);

  /** Adds one slice of `label`, `durationNs` long. */
  addSlice(label: number, durationNs: number): void {
    if (label >= this.#count.length) this.#grow(label);
    const isFirst = this.#count[label] === 0;
    this.#count[label] += 1;
    this.#total[label] += durationNs;
    this.#self[label] += durationNs;
    if (isFirst || durationNs < this.#min[label]) this.#min[label] = durationNs;
    if (isFirst || durationNs > this.#max[label]) this.#max[label] = durationNs;
  }

  // hot
  /**
   * Adds the slices in slots `first` up to, not including, `end`, except those with a negative
   * duration. Bits of `labels` outside {@link LABEL_MASK} do not count. Returns the number added.
   */
  addSlots(labels: Uint32Array, durations: Float64Array, first: number, end: number): number {
    let added = 0;
    for (let slot = first; slot < end; slot++) {
      if (durations[slot] < 0) continue;
      this.addSlice(labels[slot] & LABEL_MASK, durations[slot]);
      added++;
    }
    return added;
  }

  /** Takes the time of a child away from the self time of its parent's label. */
  subtractChild(parentLabel: number, durationNs: number): void {
    if (parentLabel >= this.#count.length) this.#grow(parentLabel);
    this.#self[parentLabel] -= durationNs;
  }

  /** The same totals, to go on from independently. */
  copy(): RunningTotals {
    const copy = new RunningTotals();
    copy.#count = this.#count.slice();
    copy.#total = this.#total.slice();
    copy.#self = this.#self.slice();
    copy.#min = this.#min.slice();
    copy.#max = this.#max.slice();
    return copy;
  }

  /** The totals of all labels with at least one slice or a changed self time. */
  toTable(): TotalTable {
    const rows: number[] = [];
    for (let label = 0; label < this.#count.length; label++) {
      if (this.#count[label] > 0 || this.#self[label] !== 0) rows.push(label);
    }
    const pick = (column: Float64Array) => Float64Array.from(rows, label => column[label]);
    return {
      length: rows.length,
      label: Uint32Array.from(rows),
      count: pick(this.#count),
      total: pick(this.#total),
      self: pick(this.#self),
      min: pick(this.#min),
      max: pick(this.#max)
    };
  }

  #grow(label: number): void {
    const length = label + 1;
    this.#count = withRoom(this.#count, length);
    this.#total = withRoom(this.#total, length);
    this.#self = withRoom(this.#self, length);
    this.#min = withRoom(this.#min, length);
    this.#max = withRoom(this.#max, length);
  }
}
