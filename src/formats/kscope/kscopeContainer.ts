import { KernelscopeError } from '../../base/errors';
import type { Steps } from '../../base/steps';
import { crc32 } from './crc32';
import { type Deflate, inflationLimit } from '../shared/compression';

/** The bytes are not a readable `.kscope` file; the message gives the reason and what to do next. */
export class KscopeError extends KernelscopeError {}

/** Version of the container: of the file header and the frame header. */
const KSCOPE_VERSION = 1;

/** Bytes of the magic and the version at the start of a file. */
const FILE_HEADER_BYTES = 12;

/** Bytes before the content of each frame. */
const FRAME_HEADER_BYTES = 16;

/** The maximum content of one frame, bytes, before compression. */
const MAX_FRAME_BYTES = 128 * 1024 * 1024;

/** Size of the whole content of a file, however large it is, bytes. */
const MAX_CONTENT_BYTES = 1024 * 1024 * 1024;

/** DEFLATE cannot shrink data further than this; a frame that claims more is a bomb. */
const MAX_RATIO = 1032;

const MAGIC = Uint8Array.of(0x4b, 0x53, 0x43, 0x4f, 0x50, 0x45, 0x0d, 0x0a);

/** A frame as stored in the file, with its checksum verified; not yet decompressed. */
export interface StoredFrame {
  readonly type: number;
  /** The size of the content, bytes; equal to `stored.length` if it is not compressed. */
  readonly rawBytes: number;
  readonly stored: Uint8Array;
}

/** The intact frames of a file. */
interface ScannedFile {
  readonly frames: readonly StoredFrame[];
  /** False if they are followed by bytes that are not an intact frame. */
  readonly isIntact: boolean;
}

/** The magic and the version, with which every file begins. */
export function kscopeFileHeader(): Uint8Array {
  const bytes = new Uint8Array(FILE_HEADER_BYTES);
  bytes.set(MAGIC);
  new DataView(bytes.buffer).setUint32(MAGIC.length, KSCOPE_VERSION, true);
  return bytes;
}

/**
 * One frame: header and `content`, compressed by `deflate` if that makes it smaller. The checksum
 * covers the type and both sizes too.
 *
 * @throws KscopeError if the content is larger than {@link MAX_FRAME_BYTES}.
 */
export function kscopeFrame(type: number, content: Uint8Array, deflate?: Deflate): Uint8Array {
  if (content.length > MAX_FRAME_BYTES) {
    throw new KscopeError(
      `A frame of ${content.length} bytes is larger than the ${MAX_FRAME_BYTES} allowed; ` +
        'shorten the texts of the profile.'
    );
  }
  const deflated = deflate?.(content);
  const stored = deflated && deflated.length < content.length ? deflated : content;
  const frame = new Uint8Array(FRAME_HEADER_BYTES + stored.length);
  const view = new DataView(frame.buffer);
  view.setUint32(0, type, true);
  view.setUint32(4, content.length, true);
  view.setUint32(8, stored.length, true);
  frame.set(stored, FRAME_HEADER_BYTES);
  view.setUint32(12, checksum(frame, stored), true);
  return frame;
}

function checksum(frame: Uint8Array, stored: Uint8Array): number {
  return crc32(stored, crc32(frame.subarray(0, 12)));
}

/** Size of the whole content that a reader of this file accepts unless told otherwise, bytes. */
export function contentLimit(file: Uint8Array): number {
  return inflationLimit(file.length, MAX_CONTENT_BYTES);
}

/**
 * Reads frames, one per step, up to the end or the first damaged one. Allocates nothing in
 * proportion to sizes that the file claims.
 *
 * @throws KscopeError if it is not a `.kscope` file, its version is newer, or its content is
 *   larger than `maxBytes`, which by default depends on the size of the file.
 */
export function* scanKscope(bytes: Uint8Array, maxBytes = contentLimit(bytes)): Steps<ScannedFile> {
  checkFileHeader(bytes);
  const frames: StoredFrame[] = [];
  let total = 0;
  let at = FILE_HEADER_BYTES;
  while (at < bytes.length) {
    const frame = readFrame(bytes, at);
    if (!frame) return { frames, isIntact: false };
    total += frame.rawBytes;
    if (total > maxBytes) {
      throw new KscopeError(
        `The .kscope file holds more than ${maxBytes} bytes, which is the limit for its size.`
      );
    }
    frames.push(frame);
    yield null;
    at += FRAME_HEADER_BYTES + frame.stored.length;
  }
  return { frames, isIntact: true };
}

/**
 * The first frames as their headers state them, `most` at most, of which no checksum is verified: a scan finds no others.
 *
 * @throws KscopeError if it is not a `.kscope` file, or its version is newer
 */
export function statedFrames(
  bytes: Uint8Array,
  most: number
): readonly { readonly type: number }[] {
  checkFileHeader(bytes);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const frames: { readonly type: number }[] = [];
  let at = FILE_HEADER_BYTES;
  while (frames.length < most && bytes.length - at >= FRAME_HEADER_BYTES) {
    frames.push({ type: view.getUint32(at, true) });
    at += FRAME_HEADER_BYTES + view.getUint32(at + 8, true);
  }
  return frames;
}

/** A version above this is noise, not a future release. */
const MAX_PLAUSIBLE_VERSION = 1000;

function checkFileHeader(bytes: Uint8Array): void {
  if (bytes.length < FILE_HEADER_BYTES || MAGIC.some((byte, at) => bytes[at] !== byte)) {
    throw new KscopeError('This is not a .kscope file: it does not begin with "KSCOPE".');
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, FILE_HEADER_BYTES);
  const version = view.getUint32(MAGIC.length, true);
  if (version === KSCOPE_VERSION) return;
  if (version > MAX_PLAUSIBLE_VERSION) {
    throw new KscopeError('The .kscope file is damaged: its header names no version that exists.');
  }
  throw new KscopeError(
    `The .kscope file has container version ${version}, this release of Kernelscope reads ` +
      `version ${KSCOPE_VERSION}. Open it with the release that wrote it, or a newer one.`
  );
}

function readFrame(bytes: Uint8Array, at: number): StoredFrame | undefined {
  if (bytes.length - at < FRAME_HEADER_BYTES) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, FRAME_HEADER_BYTES);
  const rawBytes = view.getUint32(4, true);
  const storedBytes = view.getUint32(8, true);
  const contentAt = at + FRAME_HEADER_BYTES;
  if (storedBytes > bytes.length - contentAt || !arePlausible(rawBytes, storedBytes)) {
    return undefined;
  }
  const stored = bytes.subarray(contentAt, contentAt + storedBytes);
  if (checksum(bytes.subarray(at, contentAt), stored) !== view.getUint32(12, true)) {
    return undefined;
  }
  return { type: view.getUint32(0, true), rawBytes, stored };
}

function arePlausible(rawBytes: number, storedBytes: number): boolean {
  return (
    rawBytes <= MAX_FRAME_BYTES && storedBytes <= rawBytes && rawBytes <= storedBytes * MAX_RATIO
  );
}
