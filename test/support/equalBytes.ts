import { expect } from 'vitest';

/**
 * Vitest compares typed arrays by all their keys, which takes seconds for columns of profiles. Those of one kind with
 * the same bytes are equal; what is not goes the usual way, which tells where they differ.
 */
expect.addEqualityTesters([
  (a: unknown, b: unknown): true | undefined => {
    if (!ArrayBuffer.isView(a) || !ArrayBuffer.isView(b)) return undefined;
    const isOneKind = Object.getPrototypeOf(a) === Object.getPrototypeOf(b);
    return isOneKind && bytesOf(a).equals(bytesOf(b)) ? true : undefined;
  }
]);

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
