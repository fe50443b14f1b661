import { expect, test } from 'vitest';
import { base64Length, fromBase64, toBase64 } from '../../../../../src/formats/shared/text/base64';

test.each([0, 1, 2, 3, 8191, 8192, 20_000])(
  'the length of %i bytes in base64 is known before they are written',
  length => {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 31) % 256);
    const text = toBase64(bytes);
    expect(text).toHaveLength(base64Length(length));
    expect(fromBase64(text)).toEqual(bytes);
  }
);
