/** Header words of the shared buffer, one Int32 each. */
const VERSION = 0;
const COUNT = 1;
const CLOSED = 2;
const LATEST = 3;
const HEADER_BYTES = 16;

const BYTES_PER_ROW = 16;

/** Reads that a compaction may spoil before what there is gets taken. */
const MAX_READS = 1000;

/** The unit of the latest value, so that it fits a word. */
const LATEST_UNIT = 1024;

/** Values by time, as {@link readSharedSeries} copies them out. */
export interface TimedSeries {
  /** Nanoseconds from the series' origin, non-decreasing. */
  readonly time: Float64Array;
  readonly value: Float64Array;
}

/** Memory for a series of at most `capacity` (time, value) rows that two threads share. */
export function createSharedSeries(capacity: number): SharedArrayBuffer {
  return new SharedArrayBuffer(HEADER_BYTES + capacity * BYTES_PER_ROW);
}

/** Series that wait to be used again, at most: as many as recordings that follow each other need. */
const MAX_POOLED = 8;

/**
 * The memory of finished series, for later ones. Threads that share memory both keep it until both have collected
 * garbage, for which it does not count: a thread that does little would keep the memory of hundreds of recordings.
 */
export class SharedSeriesPool {
  readonly #finished: SharedArrayBuffer[] = [];

  constructor(private readonly capacity: number) {}

  /** Memory for an empty series. */
  take(): SharedArrayBuffer {
    const place = this.#finished.findIndex(buffer => isClosed(buffer));
    if (place < 0) return createSharedSeries(this.capacity);
    const [buffer] = this.#finished.splice(place, 1);
    columnsOf(buffer).header.fill(0);
    return buffer;
  }

  /** Takes back the memory of a series that nobody reads any more. It is used again once its writer has closed it. */
  giveBack(buffer: SharedArrayBuffer): void {
    if (this.#finished.length === MAX_POOLED) this.#finished.shift();
    this.#finished.push(buffer);
  }
}

function isClosed(buffer: SharedArrayBuffer): boolean {
  return Atomics.load(columnsOf(buffer).header, CLOSED) !== 0;
}

/**
 * Writes a series from one thread while another may read it. It never grows: when it is full,
 * every second row is given up and from then on half as many are taken, the higher of two each
 * time, so that peaks stay.
 */
export class SharedSeriesWriter {
  readonly #header: Int32Array;
  readonly #time: Float64Array;
  readonly #value: Float64Array;
  #rowsPerValue = 1;
  #pending = 0;
  #pendingTime = 0;
  #pendingValue = -Infinity;

  constructor(buffer: SharedArrayBuffer) {
    const { header, time, value } = columnsOf(buffer);
    this.#header = header;
    this.#time = time;
    this.#value = value;
  }

  /** Appends one value; times must not decrease. */
  push(time: number, value: number): void {
    Atomics.store(this.#header, LATEST, Math.round(value / LATEST_UNIT));
    if (value > this.#pendingValue) {
      this.#pendingTime = time;
      this.#pendingValue = value;
    }
    if (++this.#pending < this.#rowsPerValue) return;
    if (this.#header[COUNT] === this.#time.length) this.#compact();
    else this.#append();
  }

  /** Appends what is left of the last values, and states that nothing more is appended. Safe to call twice. */
  close(): void {
    if (this.#pending > 0) {
      if (this.#header[COUNT] === this.#time.length) this.#compact();
      this.#append();
    }
    Atomics.store(this.#header, CLOSED, 1);
  }

  #append(): void {
    const row = this.#header[COUNT];
    this.#time[row] = this.#pendingTime;
    this.#value[row] = this.#pendingValue;
    Atomics.store(this.#header, COUNT, row + 1);
    this.#pending = 0;
    this.#pendingValue = -Infinity;
  }

  #compact(): void {
    Atomics.add(this.#header, VERSION, 1);
    const half = Math.floor(this.#time.length / 2);
    for (let row = 0; row < half; row++) {
      const first = 2 * row;
      const higher = this.#value[first + 1] > this.#value[first] ? first + 1 : first;
      this.#time[row] = this.#time[higher];
      this.#value[row] = this.#value[higher];
    }
    Atomics.store(this.#header, COUNT, half);
    this.#rowsPerValue *= 2;
    Atomics.add(this.#header, VERSION, 1);
  }
}

/** The value that was pushed last, even if no row has it yet, as a multiple of 1,024; 0 before the first. */
export function latestValue(buffer: SharedArrayBuffer): number {
  return Atomics.load(columnsOf(buffer).header, LATEST) * LATEST_UNIT;
}

/** A copy of the series so far, consistent even while it is being written. */
export function readSharedSeries(buffer: SharedArrayBuffer): TimedSeries {
  const { header, time, value } = columnsOf(buffer);
  for (let attempt = 0; ; attempt++) {
    const version = Atomics.load(header, VERSION);
    const count = Atomics.load(header, COUNT);
    const copy = { time: time.slice(0, count), value: value.slice(0, count) };
    const isWhole = version % 2 === 0 && Atomics.load(header, VERSION) === version;
    if (isWhole || attempt === MAX_READS) return copy;
  }
}

function columnsOf(buffer: SharedArrayBuffer): TimedSeries & { readonly header: Int32Array } {
  const capacity = (buffer.byteLength - HEADER_BYTES) / BYTES_PER_ROW;
  return {
    header: new Int32Array(buffer, 0, HEADER_BYTES / 4),
    time: new Float64Array(buffer, HEADER_BYTES, capacity),
    value: new Float64Array(buffer, HEADER_BYTES + capacity * 8, capacity)
  };
}
