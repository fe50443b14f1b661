import { MOST_PARAMETER_BYTES, entriesIn } from './ptxEntries';

/** Longer texts are not read. */
const MOST_TEXT_BYTES = 64 * 1024 * 1024;
/** The first byte of PTX: of a space, of a comment or of `.version`. */
const BEFORE_PTX = [0x09, 0x0a, 0x0d, 0x20, 0x2e, 0x2f];

/** The bytes of each parameter of kernels, by the names of these in the image. */
export type ParameterBytes = ReadonlyMap<string, readonly number[]>;

/**
 * The bytes of the parameters of the kernels in a cubin or in PTX. Kernels that it does not state, or
 * whose part is damaged, are missing, as are those of other images such as fatbins; never throws.
 */
export function parameterBytesIn(image: Uint8Array): ParameterBytes {
  return isElf(image) ? inCubin(image) : inText(image);
}

function inCubin(image: Uint8Array): ParameterBytes {
  const known = new Map<string, readonly number[] | null>();
  for (const { kernel, info } of kernelSections(image)) {
    known.set(kernel, known.has(kernel) ? null : parameterBytesOf(info));
  }
  return onlyKnown(known);
}

function inText(image: Uint8Array): ParameterBytes {
  if (!BEFORE_PTX.includes(image[0]) || image.length > MOST_TEXT_BYTES) return new Map();
  const entries = entriesIn(new TextDecoder().decode(image.slice()));
  const sizes = Array.from(
    entries,
    ([name, list]) => [name, list?.map(({ bytes }) => bytes) ?? null] as const
  );
  return onlyKnown(new Map(sizes));
}

function onlyKnown(all: ReadonlyMap<string, readonly number[] | null>): ParameterBytes {
  const known = new Map<string, readonly number[]>();
  for (const [name, sizes] of all) if (sizes !== null) known.set(name, sizes);
  return known;
}

/** A section of a cubin about a kernel. */
interface KernelSection {
  /** The name of the kernel in the image. */
  readonly kernel: string;
  readonly info: DataView;
}

const ELF_MAGIC = 0x7f454c46;
const IS_64_BIT = 2;
const IS_LITTLE_ENDIAN = 1;
const CUDA_MACHINE = 190;
const FILE_HEADER_BYTES = 64;
const SECTION_HEADER_BYTES = 64;
/** The type of sections with records about kernels. */
const INFO_TYPE = 0x70000000;
const INFO_PREFIX = '.nv.info.';

/** Whether bytes begin as an ELF file of any kind. */
function isElf(image: Uint8Array): boolean {
  return image.length >= 4 && viewOf(image).getUint32(0) === ELF_MAGIC;
}

/**
 * The sections `.nv.info.<kernel>` of a cubin, an ELF file for CUDA. None for other bytes, and for a cubin
 * whose sections are not all within it or together larger than it.
 */
function kernelSections(image: Uint8Array): readonly KernelSection[] {
  const view = viewOf(image);
  const headers = sectionHeaders(view);
  if (headers === undefined) return [];
  const names = headers.names;
  const sections: KernelSection[] = [];
  let bytesLeft = image.length;
  for (const header of headers.all) {
    if (header.getUint32(4, true) !== INFO_TYPE) continue;
    const name = textAt(names, header.getUint32(0, true));
    const info = contents(view, header);
    if (name === undefined || info === undefined) return [];
    bytesLeft -= name.length + info.byteLength;
    if (bytesLeft < 0) return [];
    if (!name.startsWith(INFO_PREFIX)) continue;
    sections.push({ kernel: name.slice(INFO_PREFIX.length), info });
  }
  return sections;
}

interface SectionHeaders {
  readonly all: readonly DataView[];
  /** The contents of the section with the names of all. */
  readonly names: DataView;
}

function sectionHeaders(view: DataView): SectionHeaders | undefined {
  const isCubin =
    view.byteLength >= FILE_HEADER_BYTES &&
    view.getUint32(0) === ELF_MAGIC &&
    view.getUint8(4) === IS_64_BIT &&
    view.getUint8(5) === IS_LITTLE_ENDIAN &&
    view.getUint16(18, true) === CUDA_MACHINE &&
    view.getUint16(0x3a, true) === SECTION_HEADER_BYTES;
  if (!isCubin) return undefined;
  const count = view.getUint16(0x3c, true);
  const table = part(view, uint64(view, 0x28), count * SECTION_HEADER_BYTES);
  const place = view.getUint16(0x3e, true);
  if (table === undefined || place >= count) return undefined;
  const all = Array.from(
    { length: count },
    (_, index) =>
      new DataView(
        table.buffer,
        table.byteOffset + index * SECTION_HEADER_BYTES,
        SECTION_HEADER_BYTES
      )
  );
  const names = contents(view, all[place]);
  return names && { all, names };
}

function contents(view: DataView, header: DataView): DataView | undefined {
  return part(view, uint64(header, 24), uint64(header, 32));
}

/** Some bytes; undefined where they are not all within. */
function part(view: DataView, offset: number, bytes: number): DataView | undefined {
  if (offset + bytes > view.byteLength) return undefined;
  return new DataView(view.buffer, view.byteOffset + offset, bytes);
}

/** Rounded beyond 2⁵³, where no image reaches. */
function uint64(view: DataView, at: number): number {
  return Number(view.getBigUint64(at, true));
}

/** A text up to its zero; undefined where there is none. */
function textAt(names: DataView, at: number): string | undefined {
  const bytes = new Uint8Array(names.buffer, names.byteOffset, names.byteLength);
  const end = at < bytes.length ? bytes.indexOf(0, at) : -1;
  return end === -1 ? undefined : new TextDecoder().decode(bytes.slice(at, end));
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

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
function parameterBytesOf(info: DataView): readonly number[] | null {
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
