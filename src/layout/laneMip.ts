/** The number of entries in a block, and of blocks in a block of the next level. */
const FAN = 16;

/** The summary of some neighbouring entries. */
export interface MipSum {
  /** The nanoseconds that they cover together. */
  coverNs: number;
  /** The longest entry, the first of equally long ones; -1 for no entries. */
  longest: number;
}

interface MipLevel {
  readonly coverNs: Float64Array;
  readonly longest: Uint32Array;
}

/**
 * Sums and maxima of the durations of entries, block by block and block of blocks by block, so that
 * those of any range are found in time logarithmic in its length.
 */
export class LaneMip {
  readonly #levels: MipLevel[] = [];

  constructor(
    private readonly start: Float64Array,
    private readonly end: Float64Array
  ) {
    for (let level = 0, length = start.length; length > FAN; level++) {
      length = Math.ceil(length / FAN);
      this.#addLevel(level, length);
    }
  }

  /** Sums up the entries `from … to` into `sum`. */
  sumUp(from: number, to: number, sum: MipSum): void {
    sum.coverNs = 0;
    sum.longest = -1;
    this.#sumUp(0, from, to, sum);
  }

  // hot
  #sumUp(level: number, from: number, to: number, sum: MipSum): void {
    if (to - from < 2 * FAN || level >= this.#levels.length) {
      this.#scan(level, from, to, sum);
      return;
    }
    const firstBlock = Math.ceil(from / FAN);
    const lastBlock = Math.floor(to / FAN);
    this.#scan(level, from, firstBlock * FAN, sum);
    this.#sumUp(level + 1, firstBlock, lastBlock, sum);
    this.#scan(level, lastBlock * FAN, to, sum);
  }

  #scan(level: number, from: number, to: number, sum: MipSum): void {
    if (level === 0) this.#scanEntries(from, to, sum);
    else this.#scanBlocks(this.#levels[level - 1], from, to, sum);
  }

  // hot
  #scanEntries(from: number, to: number, sum: MipSum): void {
    const { start, end } = this;
    let { coverNs, longest } = sum;
    let longestNs = longest < 0 ? -1 : end[longest] - start[longest];
    for (let entry = from; entry < to; entry++) {
      const duration = end[entry] - start[entry];
      coverNs += duration;
      if (duration <= longestNs) continue;
      longestNs = duration;
      longest = entry;
    }
    sum.coverNs = coverNs;
    sum.longest = longest;
  }

  // hot
  #scanBlocks(blocks: MipLevel, from: number, to: number, sum: MipSum): void {
    const { start, end } = this;
    for (let block = from; block < to; block++) {
      const entry = blocks.longest[block];
      const { longest } = sum;
      sum.coverNs += blocks.coverNs[block];
      if (longest < 0 || end[entry] - start[entry] > end[longest] - start[longest]) {
        sum.longest = entry;
      }
    }
  }

  #addLevel(level: number, length: number): void {
    const next = { coverNs: new Float64Array(length), longest: new Uint32Array(length) };
    if (level === 0) sumEntries(this.start, this.end, next);
    else sumBlocks(this.start, this.end, this.#levels[level - 1], next);
    this.#levels.push(next);
  }
}

/** Sums up the entries of each block; local state alone, so that the code is fast the first time. */
// hot
function sumEntries(start: Float64Array, end: Float64Array, { coverNs, longest }: MipLevel): void {
  for (let block = 0; block < coverNs.length; block++) {
    const to = Math.min(start.length, (block + 1) * FAN);
    let cover = 0;
    let most = -1;
    let mostNs = -1;
    for (let entry = block * FAN; entry < to; entry++) {
      const duration = end[entry] - start[entry];
      cover += duration;
      const isLonger = duration > mostNs;
      most = isLonger ? entry : most;
      mostNs = isLonger ? duration : mostNs;
    }
    coverNs[block] = cover;
    longest[block] = most;
  }
}

/** The same for the blocks of the level below. */
// hot
function sumBlocks(
  start: Float64Array,
  end: Float64Array,
  below: MipLevel,
  { coverNs, longest }: MipLevel
): void {
  for (let block = 0; block < coverNs.length; block++) {
    const to = Math.min(below.longest.length, (block + 1) * FAN);
    let cover = 0;
    let most = -1;
    let mostNs = -1;
    for (let at = block * FAN; at < to; at++) {
      const entry = below.longest[at];
      const duration = end[entry] - start[entry];
      cover += below.coverNs[at];
      const isLonger = duration > mostNs;
      most = isLonger ? entry : most;
      mostNs = isLonger ? duration : mostNs;
    }
    coverNs[block] = cover;
    longest[block] = most;
  }
}
