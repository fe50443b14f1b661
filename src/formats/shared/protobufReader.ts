import { TraceImportError } from './imported/importLimits';

/** Bytes end within a field, or a field is none of protobuf's. */
export class ProtobufError extends TraceImportError {}

/** The encoding of a field. */
export const Wire = { varint: 0, eightBytes: 1, bytes: 2, fourBytes: 5 } as const;

/** Moves through the fields of a protobuf message, without making objects of it. */
export class ProtobufReader {
  /** The field that {@link next} has passed the beginning of. */
  field = 0;
  wire = 0;
  /** Halves of the number that was read last, unsigned. */
  low = 0;
  high = 0;
  /** The current position, and the end of the message. */
  at = 0;
  end = 0;
  readonly #view: DataView;

  constructor(readonly bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.end = bytes.length;
  }

  /** Goes to the message in the bytes `from` … `to`. */
  open(from: number, to: number): void {
    this.at = from;
    this.end = to;
  }

  // hot
  /** Reads the beginning of the next field; false at the end. @throws ProtobufError */
  next(): boolean {
    if (this.at >= this.end) return false;
    const tag = this.varint();
    this.field = Math.floor(tag / 8);
    this.wire = tag & 7;
    if (this.field === 0) throw new ProtobufError(`a field at byte ${this.at} has no number`);
    return true;
  }

  // hot
  /** A whole number without sign; exact up to 2⁵³, and in {@link low} and {@link high} beyond. */
  varint(): number {
    const { bytes } = this;
    let low = 0;
    let high = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      if (this.at >= this.end) throw new ProtobufError(`a number ends at byte ${this.end}`);
      const byte = bytes[this.at++];
      const bits = byte & 127;
      if (shift < 28) low |= bits << shift;
      else if (shift === 28) {
        low |= bits << 28;
        high |= bits >>> 4;
      } else high |= bits << (shift - 32);
      if (byte < 128) {
        this.low = low >>> 0;
        this.high = high >>> 0;
        return this.high * 2 ** 32 + this.low;
      }
    }
    throw new ProtobufError(`a number at byte ${this.at} is too long`);
  }

  /** The number of the current field, whichever way it is written; unsigned. */
  uint(): number {
    if (this.wire === Wire.varint) return this.varint();
    if (this.wire === Wire.eightBytes) return this.#fixed(8);
    if (this.wire === Wire.fourBytes) return this.#fixed(4);
    this.skip();
    return NaN;
  }

  /** The number of the current field as `int64` has it. */
  int(): number {
    return Number.isNaN(this.uint()) ? NaN : this.int64();
  }

  /** The number that was read last as `int64` has it. */
  int64(): number {
    const { low, high } = this;
    return (high >= 2 ** 31 ? high - 2 ** 32 : high) * 2 ** 32 + low;
  }

  /** The floating point number of the current field. */
  double(): number {
    const { at, wire } = this;
    this.skip();
    if (wire === Wire.eightBytes) return this.#view.getFloat64(at, true);
    return wire === Wire.fourBytes ? this.#view.getFloat32(at, true) : NaN;
  }

  // hot
  /** Passes the current field, which has a length, and returns where its content begins. */
  content(): number {
    const size = this.varint();
    const from = this.at;
    if (size > this.end - from) throw new ProtobufError(`a field ends behind byte ${this.end}`);
    this.at = from + size;
    return from;
  }

  /** Passes the current field, a message, while `read` goes through its fields. */
  within(read: () => void): void {
    const from = this.content();
    const { at, end } = this;
    this.open(from, at);
    read();
    this.open(at, end);
  }

  /** Passes the current field: whole numbers one after another, or a single one. */
  numbers(wire: number, take: (value: number) => void): void {
    if (this.wire !== Wire.bytes) {
      take(this.uint());
      return;
    }
    this.within(() => {
      this.wire = wire;
      while (this.at < this.end) take(this.uint());
    });
  }

  /** Passes the current field: floating point numbers one after another, or a single one. */
  doubles(take: (value: number) => void): void {
    if (this.wire !== Wire.bytes) {
      take(this.double());
      return;
    }
    this.within(() => {
      this.wire = Wire.eightBytes;
      while (this.at < this.end) take(this.double());
    });
  }

  /** Passes the current field. */
  skip(): void {
    if (this.wire === Wire.varint) this.varint();
    else if (this.wire === Wire.bytes) this.content();
    else if (this.wire === Wire.eightBytes) this.#pass(8);
    else if (this.wire === Wire.fourBytes) this.#pass(4);
    else throw new ProtobufError(`a field at byte ${this.at} is written in no known way`);
  }

  #fixed(size: 4 | 8): number {
    const from = this.at;
    this.#pass(size);
    this.low = this.#view.getUint32(from, true);
    this.high = size === 8 ? this.#view.getUint32(from + 4, true) : 0;
    return this.high * 2 ** 32 + this.low;
  }

  #pass(size: number): void {
    if (size > this.end - this.at) throw new ProtobufError(`a field ends behind byte ${this.end}`);
    this.at += size;
  }
}
