import type { CounterSeries, InstantTable } from '../../model/profile/profile';
import type { RecordedLabel, RecordedPart } from '../../model/profile/recordedPart';
import { type Chunk, chunkOver } from '../slices/chunk';
import { FinishedSlices, newSlices } from './newSlices';
import { LabelRegistry } from '../logs/labelRegistry';
import type { CounterHead } from '../logs/counterSeriesLog';
import { INSTANTS, type MirrorNews, MirrorOutlet } from '../logs/mirrorNews';
import { NOT_MIRRORED, type RecordedData, type RecordedValues } from '../recordedData';
import type { SeenRecords, TakenSlices } from './seenRecords';
import { DEFAULT_SLICE_LIMIT, type SliceLimit } from '../logs/sliceLimit';
import { INSTANT_SCOPE_UNIT } from '../recorder';
import {
  VALUES_PER_CHUNK,
  type ValueColumns,
  relativeTimes,
  valueChunkOver
} from '../logs/timedValues';

/** The requested part of a recording. */
interface MirroredStretch {
  /** First token. */
  readonly startToken: number;
  /** Slices that ended later are left out, clock nanoseconds. */
  readonly until: bigint;
  /** Slices that are left out as well, to which those that are read are added; none unless given. */
  readonly taken?: TakenSlices;
}

/**
 * Follows a recorder of another thread. It gets the rare news through `apply`, and reads slices and
 * values from the memory that both threads share, at any time and without asking.
 */
export class RecordingMirror {
  readonly #labels = new LabelRegistry(new MirrorOutlet());
  readonly #chunks: Chunk[] = [];
  readonly #heads: CounterHead[] = [];
  readonly #values = new Map<number, SharedArrayBuffer[]>();
  #limit: SliceLimit = DEFAULT_SLICE_LIMIT;
  #cleared = false;

  /** True if the recorder has forgotten its recording. */
  get isCleared(): boolean {
    return this.#cleared;
  }

  /** Applies news, in the order in which the recorder sent it. */
  apply(news: MirrorNews): void {
    switch (news.kind) {
      case 'limit':
        this.#limit = news.limit;
        return;
      case 'labels':
        news.names.forEach((name, row) => this.#labels.append(name, news.categories[row]));
        return;
      case 'slices':
        this.#chunks.push(chunkOver(news.buffer));
        return;
      case 'counter':
        this.#heads.push(news.head);
        return;
      case 'values':
        this.#valuesOf(news.counter).push(news.buffer);
        return;
      case 'cleared':
        this.#cleared = true;
    }
  }

  /** A copy of the recorded slices, values and moments that have ended. */
  read({ startToken, until, taken }: MirroredStretch): RecordedData {
    const { mode, slices } = this.#limit;
    const to = mode === 'keepFirst' ? startToken + slices : Infinity;
    const labels = this.#labels.length;
    const isNamed = (instant: number): boolean => instant % INSTANT_SCOPE_UNIT < labels;
    const wanted = { from: startToken, to, until, labels };
    return {
      ...NOT_MIRRORED,
      labels: this.#labels,
      slices: new FinishedSlices(this.#chunks, wanted, taken),
      counters: this.#heads.map((head, number) => ({
        head,
        values: new MirroredValues(this.#valuesOf(number))
      })),
      instants: new MirroredValues(this.#valuesOf(INSTANTS), isNamed)
    };
  }

  /** The records since `seen`, which is updated; times in nanoseconds from `origin`. */
  readNew({ startToken, until }: MirroredStretch, seen: SeenRecords, origin: bigint): RecordedPart {
    const { mode, slices } = this.#limit;
    const to = mode === 'keepFirst' ? startToken + slices : Infinity;
    const known = this.#labels.length;
    const wanted = { from: startToken, to, until, labels: known };
    const ended = newSlices(this.#chunks, wanted, { taken: seen.taken, origin });
    const labels: RecordedLabel[] = [];
    for (let row = seen.labels; row < known; row++) {
      labels.push([this.#labels.nameOf(row), this.#labels.categoryNameOf(row)]);
    }
    seen.labels = known;
    seen.slices += ended.length;
    const counters = this.#heads.map((head, number): CounterSeries => {
      const from = seen.values[number] ?? 0;
      const values = new MirroredValues(this.#valuesOf(number)).read(from, origin);
      seen.values[number] = from + values.time.length;
      return { ...head, track: 0, ...values };
    });
    return { labels, slices: ended, counters, instants: this.#newInstants(seen, origin) };
  }

  #newInstants(seen: SeenRecords, origin: bigint): InstantTable {
    const isNamed = (instant: number): boolean =>
      instant % INSTANT_SCOPE_UNIT < this.#labels.length;
    const values = new MirroredValues(this.#valuesOf(INSTANTS), isNamed);
    const { time, value } = values.read(seen.instants, origin);
    seen.instants += time.length;
    return {
      length: time.length,
      time,
      label: Uint32Array.from(value, each => each % INSTANT_SCOPE_UNIT),
      track: new Uint16Array(time.length),
      scope: Uint8Array.from(value, each => Math.floor(each / INSTANT_SCOPE_UNIT))
    };
  }

  /** The slices that the first window of the recording keeps, and their number. */
  get sliceLimit(): SliceLimit {
    return this.#limit;
  }

  #valuesOf(counter: number): SharedArrayBuffer[] {
    const known = this.#values.get(counter);
    if (known) return known;
    const created: SharedArrayBuffer[] = [];
    this.#values.set(counter, created);
    return created;
  }
}

/** A chunk's filled rows, copied while another thread may be filling more. */
interface FilledRows {
  readonly time: BigUint64Array;
  readonly value: Float64Array;
  readonly rows: number;
}

/** The values of one counter, or the moments, of a recorder on another thread. */
class MirroredValues implements RecordedValues {
  /** The number of values that the recorder could not keep is unknown here. */
  readonly dropped = 0;

  /** @param isKnown whether a value can be read yet; with the first one that cannot, it ends. */
  constructor(
    private readonly buffers: readonly SharedArrayBuffer[],
    private readonly isKnown: ((value: number) => boolean) | null = null
  ) {}

  /** A copy of the rows that are filled, from row `from` on; times in nanoseconds from `origin`. */
  read(from: number, origin: bigint): ValueColumns {
    const before = Math.floor(from / VALUES_PER_CHUNK);
    const parts = this.buffers.slice(before).map(copyFilled);
    const first = from - before * VALUES_PER_CHUNK;
    const length = parts.reduce((sum, { rows }) => sum + rows, 0);
    const time = new Float64Array(length);
    const value = new Float64Array(length);
    let row = 0;
    for (const part of parts) {
      time.set(relativeTimes(part.time, part.rows, origin), row);
      value.set(part.value.subarray(0, part.rows), row);
      row += part.rows;
    }
    const { isKnown } = this;
    const unknown = isKnown ? value.findIndex(each => !isKnown(each)) : -1;
    const to = unknown < 0 ? length : unknown;
    return { time: time.subarray(first, to), value: value.subarray(first, to) };
  }
}

/** Reads times first: if the time of a row is there, so is its value. */
function copyFilled(buffer: SharedArrayBuffer): FilledRows {
  const chunk = valueChunkOver(buffer);
  const time = chunk.time.slice();
  const value = chunk.value.slice();
  const end = time.indexOf(0n);
  return { time, value, rows: end < 0 ? time.length : end };
}
