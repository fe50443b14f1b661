/** Size that any compressed file may inflate to, bytes. */
const ALWAYS_ALLOWED_BYTES = 64 * 1024 * 1024;

/** How much larger than the file the content may be beyond that; profiles and traces reach 2 to 30. */
const MAX_GROWTH = 256;

/**
 * The size, in bytes, that the content of a compressed file of `fileBytes` may have at most:
 * `most`, or less where the file is too small for that. DEFLATE packs zeros 1,000 to 1, so a limit
 * of its own would let a file of 1 MB take 1 GB of memory.
 */
export function inflationLimit(fileBytes: number, most: number): number {
  return Math.min(most, Math.max(ALWAYS_ALLOWED_BYTES, fileBytes * MAX_GROWTH));
}
