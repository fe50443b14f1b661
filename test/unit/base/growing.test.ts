import { describe, expect, it } from 'vitest';
import { GrowingBytes, withRoom } from '../../../src/base/growing';

describe('withRoom', () => {
  it('keeps an array that is long enough', () => {
    const array = new Float64Array(4);
    expect(withRoom(array, 4)).toBe(array);
  });

  it('at least doubles another one, which keeps its type and its numbers', () => {
    const array = Uint16Array.of(1, 2, 3);
    expect(withRoom(array, 4)).toEqual(Uint16Array.of(1, 2, 3, 0, 0, 0));
    expect(withRoom(array, 20)).toHaveLength(20);
    expect(withRoom(new Int32Array(0), 1)).toEqual(new Int32Array(1));
  });
});

describe('GrowingBytes', () => {
  it('keeps the bytes before it grew, and its view shows the new ones', () => {
    const output = new GrowingBytes(1);
    output.raw('é');
    output.reserve(4);
    output.view.setUint32(output.length, 0x2d2d2d2d);
    output.length += 4;
    expect(new TextDecoder().decode(output.toBytes())).toBe('é----');
  });

  it('gives a copy where much of its memory is unused', () => {
    const output = new GrowingBytes(1000);
    output.raw('a');
    expect(output.toBytes().buffer.byteLength).toBe(1);
  });
});
