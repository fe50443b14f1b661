import { KernelscopeError } from './errors';

/** Bytes that are no packed plain data, or damaged. */
export class PlainDataError extends KernelscopeError {}

/** Columns of plain data, by name. */
const COLUMNS = {
  Uint8Array,
  Int32Array,
  Uint32Array,
  Float64Array,
  BigInt64Array
} as const;

type Column = InstanceType<(typeof COLUMNS)[keyof typeof COLUMNS]>;

/** The key of what JSON cannot hold: the name of a kind of columns, or `bigint`. */
const KIND = '\u0000kind';

/** Bytes between which columns begin: those of the largest numbers. */
const ALIGNED = 8;

/**
 * The bytes of plain data: objects, lists, texts, numbers, and columns in typed arrays, of which only the bytes are
 * copied. Whoever has written it and whoever reads it may be of different releases of Node.
 */
export function packPlain(data: unknown): Uint8Array {
  const columns: Column[] = [];
  let length = 0;
  const json = JSON.stringify(data, (_key, value: unknown) => {
    if (typeof value === 'bigint') return { [KIND]: 'bigint', digits: value.toString() };
    if (!ArrayBuffer.isView(value)) return value;
    const column = value as Column;
    const from = length;
    length += alignedLength(column.byteLength);
    columns.push(column);
    return { [KIND]: column.constructor.name, from, length: column.length };
  });
  const text = new TextEncoder().encode(json);
  const begin = ALIGNED + alignedLength(text.length);
  const bytes = new Uint8Array(begin + length);
  new DataView(bytes.buffer).setUint32(0, text.length, true);
  bytes.set(text, ALIGNED);
  let at = begin;
  for (const { buffer, byteOffset, byteLength } of columns) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += alignedLength(byteLength);
  }
  return bytes;
}

/**
 * The plain data of {@link packPlain}; nothing in it is checked but that it is whole.
 *
 * @throws PlainDataError where it is not
 */
export function unpackPlain(packed: Uint8Array): unknown {
  // copied: columns begin where their numbers may
  const bytes = new Uint8Array(packed);
  try {
    const length = new DataView(bytes.buffer).getUint32(0, true);
    const begin = ALIGNED + alignedLength(length);
    const json = new TextDecoder().decode(bytes.subarray(ALIGNED, ALIGNED + length));
    return JSON.parse(json, (_key, value: unknown) => unpacked(value, bytes.buffer, begin));
  } catch (cause) {
    throw new PlainDataError('the data of a recording is damaged', { cause });
  }
}

function unpacked(value: unknown, buffer: ArrayBuffer, begin: number): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, KIND)) return value;
  const { [KIND]: kind, ...told } = value as Readonly<Record<string, unknown>>;
  if (kind === 'bigint') return BigInt(String(told['digits']));
  const Columns = COLUMNS[kind as keyof typeof COLUMNS];
  return new Columns(buffer, begin + Number(told['from']), Number(told['length']));
}

function alignedLength(bytes: number): number {
  return Math.ceil(bytes / ALIGNED) * ALIGNED;
}
