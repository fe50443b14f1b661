import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { inflateRaw } from '../../../../../extension/src/shared/content/inflateRaw';

const raw = Uint8Array.from({ length: 300_000 }, (_, at) => (at * at) >>> 3);
const deflated = new Uint8Array(deflateRawSync(raw));

describe('inflateRaw', () => {
  it('gives back what was deflated', async () => {
    expect(await inflateRaw(deflated, raw.length)).toEqual(raw);
  });

  it('gives back less when less is there than was said', async () => {
    expect((await inflateRaw(deflated, raw.length + 1)).length).toBe(raw.length);
  });

  it('stops at the first byte too many', async () => {
    const bomb = new Uint8Array(deflateRawSync(new Uint8Array(50_000_000)));
    await expect(inflateRaw(bomb, 1000)).rejects.toThrow(RangeError);
  });

  it('refuses what is damaged or cut off', async () => {
    const noise = Uint8Array.from({ length: 100 }, (_, at) => at * 37 + 5);
    await expect(inflateRaw(noise, 1000)).rejects.toThrow();
    await expect(
      inflateRaw(deflated.subarray(0, deflated.length >> 1), raw.length)
    ).rejects.toThrow();
  });
});
