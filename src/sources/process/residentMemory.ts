import { closeSync, openSync, readSync } from 'node:fs';

const STATM = '/proc/self/statm';
const SPACE = 0x20;
const DIGIT_ZERO = 0x30;

/** Reads the resident set size of the process, bytes. */
export interface ResidentMemory {
  read(): number;
  /** Frees the resources of reading; may be called twice. */
  dispose(): void;
}

/**
 * The cheapest way to the resident set size: `/proc/self/statm` through a kept descriptor (1.2 µs) if
 * available, otherwise `process.memoryUsage.rss()`.
 */
export function openResidentMemory(path: string = STATM): ResidentMemory {
  try {
    return new StatmReader(openSync(path, 'r'));
  } catch {
    return { read: () => process.memoryUsage.rss(), dispose: () => undefined };
  }
}

class StatmReader implements ResidentMemory {
  readonly #bytes = Buffer.alloc(128);
  readonly #pageBytes: number;
  #isOpen = true;

  constructor(private readonly descriptor: number) {
    const pages = this.#residentPages();
    if (!(pages > 0)) {
      this.dispose();
      throw new Error(`${STATM} has no second number`);
    }
    const exact = process.memoryUsage.rss() / pages;
    this.#pageBytes = 2 ** Math.round(Math.log2(exact));
  }

  read(): number {
    return this.#residentPages() * this.#pageBytes;
  }

  dispose(): void {
    if (this.#isOpen) closeSync(this.descriptor);
    this.#isOpen = false;
  }

  /** The second number of the line, which counts resident pages. */
  #residentPages(): number {
    const length = readSync(this.descriptor, this.#bytes, 0, this.#bytes.length, 0);
    let at = this.#bytes.indexOf(SPACE) + 1;
    let pages = 0;
    for (; at < length && this.#bytes[at] !== SPACE; at++) {
      pages = pages * 10 + this.#bytes[at] - DIGIT_ZERO;
    }
    return pages;
  }
}
