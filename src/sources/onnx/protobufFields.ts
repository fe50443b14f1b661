/** One field of a protocol buffer. */
export interface ProtobufField {
  /** Its number in the message. */
  readonly field: number;
  /** A whole number, for fields that are one. */
  readonly whole: number;
  /** The content of texts, messages and lists; empty for others. */
  readonly bytes: Uint8Array;
}

const WIRE = { varint: 0, eightBytes: 1, length: 2, fourBytes: 5 };
const NO_BYTES = new Uint8Array(0);

/** Bytes of a number at most. */
const MAX_VARINT_BYTES = 10;

/**
 * The fields of a message in order, without copying their bytes.
 *
 * @throws RangeError for bytes that are cut off or not a protocol buffer.
 */
export function readFields(bytes: Uint8Array): ProtobufField[] {
  const fields: ProtobufField[] = [];
  const reader = new Reader(bytes);
  while (!reader.isAtEnd) {
    const tag = reader.varint();
    fields.push({ field: Math.floor(tag / 8), ...reader.value(tag % 8) });
  }
  return fields;
}

export function fieldText({ bytes }: ProtobufField): string {
  return new TextDecoder().decode(bytes);
}

/** The numbers of a field that holds one, or a packed list of them. */
export function fieldWholes({ whole, bytes }: ProtobufField): number[] {
  if (bytes === NO_BYTES) return [whole];
  const numbers: number[] = [];
  const reader = new Reader(bytes);
  while (!reader.isAtEnd) numbers.push(reader.varint());
  return numbers;
}

class Reader {
  #at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  get isAtEnd(): boolean {
    return this.#at >= this.bytes.length;
  }

  /** A whole number; beyond 2⁵³, and below 0, it is not exact. */
  varint(): number {
    let value = 0;
    for (let count = 0; count < MAX_VARINT_BYTES; count++) {
      const [byte] = this.#take(1);
      value += (byte & 0x7f) * 2 ** (7 * count);
      if (byte < 0x80) return value;
    }
    throw new RangeError('A number of a protocol buffer is too long');
  }

  value(wire: number): Omit<ProtobufField, 'field'> {
    switch (wire) {
      case WIRE.varint:
        return { whole: this.varint(), bytes: NO_BYTES };
      case WIRE.length:
        return { whole: 0, bytes: this.#take(this.varint()) };
      case WIRE.eightBytes:
      case WIRE.fourBytes:
        this.#take(wire === WIRE.fourBytes ? 4 : 8);
        return { whole: 0, bytes: NO_BYTES };
      default:
        throw new RangeError(`A protocol buffer has no fields of type ${wire}`);
    }
  }

  #take(length: number): Uint8Array {
    const end = this.#at + length;
    if (end > this.bytes.length) throw new RangeError('The protocol buffer is cut off');
    const taken = this.bytes.subarray(this.#at, end);
    this.#at = end;
    return taken;
  }
}
