import { MOST_PARAMETER_BYTES } from './parameterLimits';

/**
 * Attributes of a kernel in a section `.nv.info.<kernel>` of a cubin, by the names that `cuobjdump -elf`
 * gives them; the V2 is that of kernels with more than 4 kB of parameters.
 */
const PARAM_CBANK = 0x0a;
const KPARAM_INFO = 0x17;
const CBANK_PARAM_SIZE = 0x19;
const KPARAM_INFO_V2 = 0x45;

/** Formats of a record: a value of up to two bytes in its header, or, for the last, so many bytes behind it. */
const FORMATS = [1, 2, 3, 4];
const BEHIND = 4;
const HEADER_BYTES = 4;

interface KernelRecord {
  readonly attribute: number;
  /** The value within the header, or the number of bytes behind it. */
  readonly value: number;
  readonly data: DataView;
}

interface PlacedParameter {
  readonly ordinal: number;
  readonly offset: number;
  readonly bytes: number;
}

/** The bytes of each parameter by the records of a kernel; null where these are damaged or incomplete. */
export function parameterBytesOf(info: DataView): readonly number[] | null {
  const records = recordsIn(info);
  if (records === null) return null;
  const parameters: PlacedParameter[] = [];
  const totals: number[] = [];
  for (const { attribute, value, data } of records) {
    if (attribute === CBANK_PARAM_SIZE) totals.push(value);
    if (attribute === PARAM_CBANK) totals.push(bankBytes(data));
    if (attribute !== KPARAM_INFO && attribute !== KPARAM_INFO_V2) continue;
    if (data.byteLength !== 12) return null;
    parameters.push(parameterIn(attribute, data));
  }
  return sizesOf(parameters, totals);
}

/** The size in a record of the symbol (4), the offset (2) and the size (2) of the bank of parameters. */
function bankBytes(data: DataView): number {
  return data.byteLength === 8 ? data.getUint16(6, true) : -1;
}

/**
 * Of the 12 bytes: index (4), ordinal (2), offset (2); then a word whose upper 14 bits are the size, or
 * two bytes of size in a V2.
 */
function parameterIn(attribute: number, data: DataView): PlacedParameter {
  const bytes =
    attribute === KPARAM_INFO ? data.getUint32(8, true) >>> 18 : data.getUint16(8, true);
  return { ordinal: data.getUint16(4, true), offset: data.getUint16(6, true), bytes };
}

/** Sizes in order, if the parameters follow one another and end where each of the totals says. */
function sizesOf(
  parameters: readonly PlacedParameter[],
  totals: readonly number[]
): readonly number[] | null {
  let end = 0;
  const ordered = [...parameters].sort((a, b) => a.ordinal - b.ordinal);
  for (const [index, { ordinal, offset, bytes }] of ordered.entries()) {
    if (ordinal !== index || offset < end || bytes === 0) return null;
    end = offset + bytes;
  }
  const isTold = totals.length > 0 || parameters.length === 0;
  const fits = isTold && end <= MOST_PARAMETER_BYTES && totals.every(total => total === end);
  return fits ? ordered.map(({ bytes }) => bytes) : null;
}

/** The records of a section; null where one is cut or of an unknown format. */
function recordsIn(info: DataView): readonly KernelRecord[] | null {
  const records: KernelRecord[] = [];
  let at = 0;
  while (at < info.byteLength) {
    if (at + HEADER_BYTES > info.byteLength) return null;
    const [format, attribute] = [info.getUint8(at), info.getUint8(at + 1)];
    const value = info.getUint16(at + 2, true);
    const size = format === BEHIND ? value : 0;
    at += HEADER_BYTES;
    if (!FORMATS.includes(format) || at + size > info.byteLength) return null;
    const data = new DataView(info.buffer, info.byteOffset + at, size);
    records.push({ attribute, value, data });
    at += size;
  }
  return records;
}
