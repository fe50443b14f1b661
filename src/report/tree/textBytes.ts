const utf8 = new TextEncoder();

const [ZERO, POINT, MINUS] = [0x30, 0x2e, 0x2d];

/** Most bytes of a number. */
const NUMBER_BYTES = 40;

/** Text of ASCII numbers and prepared fields as UTF-8, written into one growing array. */
export class TextBytes {
  private memory: Uint8Array;
  private length = 0;

  constructor(expectedBytes = 1024) {
    this.memory = new Uint8Array(expectedBytes);
  }

  /** Appends text. */
  text(text: string): void {
    this.reserve(text.length * 3);
    this.length += utf8.encodeInto(text, this.memory.subarray(this.length)).written;
  }

  // hot
  /** Appends bytes of text. */
  put(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    const { memory, length } = this;
    for (let at = 0; at < bytes.length; at++) memory[length + at] = bytes[at];
    this.length = length + bytes.length;
  }

  // hot
  /** Appends a whole number of at most 2⁵³ in size. */
  whole(value: number): void {
    this.reserve(NUMBER_BYTES);
    if (value < 0) this.memory[this.length++] = MINUS;
    this.digits(Math.abs(value), 1);
  }

  // hot
  /** Appends nanoseconds as microseconds with three decimals. */
  us(ns: number): void {
    this.reserve(NUMBER_BYTES);
    const size = Math.round(Math.abs(ns));
    if (ns < 0 && size > 0) this.memory[this.length++] = MINUS;
    const us = Math.floor(size / 1000);
    this.digits(us, 1);
    this.memory[this.length++] = POINT;
    this.digits(size - us * 1000, 3);
  }

  // hot
  /** Appends a whole number ≥ 0 with zeros before it up to so many digits. */
  padded(value: number, digits: number): void {
    this.reserve(NUMBER_BYTES);
    this.digits(value, digits);
  }

  /** Appends what another one has. */
  append(other: TextBytes): void {
    this.reserve(other.length);
    this.memory.set(other.memory.subarray(0, other.length), this.length);
    this.length += other.length;
  }

  /** What was written so far; shares its memory. */
  toBytes(): Uint8Array {
    return this.memory.subarray(0, this.length);
  }

  // hot
  /** Stores at least `least` digits; `NUMBER_BYTES` have to be free. */
  private digits(value: number, least: number): void {
    let count = least;
    for (let power = 10 ** least; value >= power && count < 16; power *= 10) count++;
    const { memory } = this;
    let rest = value;
    for (let at = this.length + count - 1; at >= this.length; at--) {
      const tenth = rest < 2 ** 31 ? (rest / 10) | 0 : Math.floor(rest / 10);
      memory[at] = ZERO + rest - tenth * 10;
      rest = tenth;
    }
    this.length += count;
  }

  private reserve(count: number): void {
    if (this.length + count <= this.memory.length) return;
    const larger = new Uint8Array(Math.max(this.memory.length * 2, this.length + count));
    larger.set(this.memory.subarray(0, this.length));
    this.memory = larger;
  }
}

/** Text as bytes for {@link TextBytes.put}. */
export function fieldBytes(text: string): Uint8Array {
  return utf8.encode(text);
}
