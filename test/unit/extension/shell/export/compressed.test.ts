import { gunzipSync, inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compressed } from '../../../../../extension/src/shell/export/exportFormats';

const bytes = Uint8Array.from({ length: 5000 }, (_, at) => at % 7);

test.each([
  ['gzip', gunzipSync],
  ['deflate-raw', inflateRawSync]
] as const)('%s gives bytes that Node undoes, and fewer of them', async (format, undo) => {
  const packed = await compressed(bytes, format);
  expect(packed.length).toBeLessThan(bytes.length / 10);
  expect(Array.from(undo(packed))).toEqual(Array.from(bytes));
});
