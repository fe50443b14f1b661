import { closeSync, fstatSync, openSync, readFileSync, statSync } from 'node:fs';

/** Scripts and maps larger than this are not read, bytes. */
const MAX_BYTES = 16 * 2 ** 20;

/** The text of a script; `null` for one that is not there or too large to be looked at. */
export function readScript(path: string): string | null {
  try {
    return readBounded(path);
  } catch {
    return null;
  }
}

/**
 * The text of a script or map.
 *
 * @throws Error for one that is not there, is too large or no file
 */
export function readBounded(path: string): string {
  // Opening a pipe would wait, before its size could be read.
  if (!statSync(path).isFile()) throw new TypeError(`${path} is not a file`);
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    if (size > MAX_BYTES) throw new RangeError(`${size} bytes are too many`);
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}
