/** A section of a cubin about a kernel. */
export interface KernelSection {
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
export function isElf(image: Uint8Array): boolean {
  return image.length >= 4 && viewOf(image).getUint32(0) === ELF_MAGIC;
}

/**
 * The sections `.nv.info.<kernel>` of a cubin, an ELF file for CUDA. None for other bytes, and for a cubin
 * whose sections are not all within it or together larger than it.
 */
export function kernelSections(image: Uint8Array): readonly KernelSection[] {
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
