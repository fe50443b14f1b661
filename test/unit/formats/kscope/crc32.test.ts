import { expect, test } from 'vitest';
import { crc32 } from '../../../../src/formats/kscope/crc32';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test('the check value of the standard comes out', () => {
  expect(crc32(bytes('123456789'))).toBe(0xcbf43926);
  expect(crc32(bytes(''))).toBe(0);
});

test('checking piece by piece gives the checksum of the whole', () => {
  expect(crc32(bytes('56789'), crc32(bytes('1234')))).toBe(0xcbf43926);
});
