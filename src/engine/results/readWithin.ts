import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';
import type { Inflate } from '../../formats/shared/compression';
import { isAbsolute, relative, sep } from 'node:path';

/** The number of bytes that are read of a pipe at a time. */
const PIECE_BYTES = 1 << 16;

/**
 * The bytes of a file, a pipe or a device that has `maxBytes` at most.
 *
 * @throws RangeError for more than `maxBytes`, and the error of the file system
 */
export function readWithin(file: string, maxBytes: number): Buffer {
  const handle = openSync(file, 'r');
  try {
    const stats = fstatSync(handle);
    if (!stats.isFile()) return readPieces(handle, maxBytes);
    if (stats.size <= maxBytes) return readFileSync(handle);
    throw new RangeError(`it has ${stats.size} bytes, more than ${maxBytes}`);
  } finally {
    closeSync(handle);
  }
}

/** The size of a pipe is known at its end only. */
function readPieces(handle: number, maxBytes: number): Buffer {
  const pieces: Buffer[] = [];
  let size = 0;
  for (;;) {
    const piece = Buffer.allocUnsafe(PIECE_BYTES);
    const length = readSync(handle, piece);
    if (length === 0) return Buffer.concat(pieces, size);
    size += length;
    if (size > maxBytes) throw new RangeError(`it has more than ${maxBytes} bytes`);
    pieces.push(piece.subarray(0, length));
  }
}

/** The text of a file; empty if it cannot be read. */
export function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Inflates with zlib to `rawBytes` at most. @throws Error for more, and for a damaged stream */
export const inflateBounded: Inflate = (bytes, rawBytes) =>
  inflateRawSync(bytes, { maxOutputLength: Math.max(1, rawBytes) });

/** Whether a path is a folder's own or below it; both without symbolic links. */
export function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
