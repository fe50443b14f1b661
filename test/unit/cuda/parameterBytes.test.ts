import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parameterBytesIn } from '../../../src/cuda/parameterBytes';
import { hostileBytes } from '../../fuzz/hostileBytes';
import { seededRandom } from '../../support/random';
import { repositoryRoot } from '../../support/fakeCuda/root';
import { sizeOf } from '../../support/tiers';

const image = (name: string) =>
  new Uint8Array(readFileSync(path.join(repositoryRoot(), 'test/golden/cuda/images', name)));

/** As kernels.cu declares them. */
const SIZES = {
  scale: [8, 4, 8],
  nothing: [],
  unused: [4, 8, 1],
  structs: [16, 2, 32, 1, 1, 8],
  large: [5000, 8],
  _Z3addIdEvPKT_S0_PS0_: [8, 8, 8]
};
const read = (bytes: Uint8Array) => Object.fromEntries(parameterBytesIn(bytes));

describe('the sizes of parameters', () => {
  it.each(['sm_80.cubin', 'sm_90.cubin', 'kernels.ptx'])('are read from %s', name => {
    expect(read(image(name))).toEqual(SIZES);
  });

  it('are read from a view, from shared memory, and from PTX that ends in a zero', () => {
    const cubin = image('sm_90.cubin');
    const shifted = new Uint8Array(cubin.length + 9);
    shifted.set(cubin, 3);
    expect(read(shifted.subarray(3, 3 + cubin.length))).toEqual(SIZES);
    const shared = new Uint8Array(new SharedArrayBuffer(cubin.length));
    shared.set(cubin);
    expect(read(shared)).toEqual(SIZES);
    expect(read(Uint8Array.of(...image('kernels.ptx'), 0))).toEqual(SIZES);
  });

  it('are not known of a fatbin, of an object of another machine, and of other bytes', () => {
    const object = image('sm_90.cubin');
    object[18] = 62;
    const fatbin = Uint8Array.of(0x50, 0xed, 0x55, 0xba, 1, 0, 16, 0, ...image('sm_90.cubin'));
    const others = [object, fatbin, new Uint8Array(), new TextEncoder().encode('no image')];
    expect(others.map(read)).toEqual([{}, {}, {}, {}]);
  });
});

/** Where the bytes of a record of a kernel's parameters begin in a cubin. */
function placeOf(cubin: Uint8Array, record: readonly number[]): number {
  const at = Buffer.from(cubin).indexOf(Buffer.from(record));
  expect(at).toBeGreaterThan(0);
  return at;
}

describe('the sizes of parameters of a damaged cubin', () => {
  /** Of the third parameter of `unused`, of one byte at 16: the only one like it. */
  const RECORD = [4, 0x17, 12, 0, 0, 0, 0, 0, 2, 0, 16, 0, 0, 0xf0, 5, 0];

  it.each([
    ['a format that nobody knows', 0, 9],
    ['a size beyond the section', 3, 0x7f],
    ['a record of another size', 2, 8],
    ['a missing parameter', 1, 0x16],
    ['an ordinal twice', 8, 1],
    ['an ordinal beyond the count', 8, 7],
    ['an offset within another parameter', 10, 15],
    ['a total that differs', 14, 9]
  ])('are not known with %s', (_what, offset, value) => {
    const cubin = image('sm_80.cubin');
    cubin[placeOf(cubin, RECORD) + offset] = value;
    const { unused, ...others } = SIZES;
    expect(unused).toHaveLength(3);
    expect(read(cubin)).toEqual(others);
  });

  it('are not known where sections lie beyond the end or have no names', () => {
    const cubin = image('sm_80.cubin');
    const view = new DataView(cubin.buffer);
    const headers = Number(view.getBigUint64(0x28, true));
    const changed = (change: (copy: DataView) => void) => {
      const copy = cubin.slice();
      change(new DataView(copy.buffer));
      return read(copy);
    };
    const all = Array.from({ length: view.getUint16(0x3c, true) }, (_, at) => headers + 64 * at);
    expect(changed(copy => copy.setBigUint64(0x28, 1n << 63n, true))).toEqual({});
    expect(changed(copy => copy.setUint16(0x3c, 0xffff, true))).toEqual({});
    expect(changed(copy => copy.setUint16(0x3a, 32, true))).toEqual({});
    expect(changed(copy => copy.setUint16(0x3e, 0xfffe, true))).toEqual({});
    expect(changed(copy => all.forEach(at => copy.setUint32(at, 0xfffffff0, true)))).toEqual({});
  });

  it('are not known where sections are together larger than the cubin', () => {
    const count = 200;
    const records = 4096;
    const names = Array.from({ length: count }, (_, at) => `.nv.info.${1000 + at}\0`);
    const strings = new TextEncoder().encode(names.join(''));
    const headers = 64 + records + strings.length;
    const cubin = new Uint8Array(headers + 64 * count);
    const view = new DataView(cubin.buffer);
    cubin.set(image('sm_80.cubin').subarray(0, 64));
    for (let at = 64; at < 64 + records; at += 4) cubin[at] = 1;
    cubin.set(strings, 64 + records);
    view.setBigUint64(0x28, BigInt(headers), true);
    view.setUint16(0x3c, count, true);
    view.setUint16(0x3e, 0, true);
    for (let index = 0; index < count; index++) {
      const at = headers + 64 * index;
      view.setUint32(at, index * names[0].length, true);
      view.setUint32(at + 4, index === 0 ? 3 : 0x70000000, true);
      view.setBigUint64(at + 24, BigInt(index === 0 ? 64 + records : 64), true);
      view.setBigUint64(at + 32, BigInt(index === 0 ? strings.length : records), true);
    }
    expect(read(cubin)).toEqual({});
    view.setUint16(0x3c, 3, true);
    expect(read(cubin)).toEqual({ 1001: [], 1002: [] });
  });

  it('never make an error, whatever is damaged', () => {
    const random = seededRandom(12_400);
    const images = ['sm_80.cubin', 'sm_90.cubin', 'kernels.ptx'].map(image);
    const records = placeOf(images[0], RECORD);
    for (let round = 0; round < sizeOf(300, 900); round++) {
      const anywhere = hostileBytes(images[round % images.length], random);
      const inRecords = images[0].slice();
      const damaged = hostileBytes(inRecords.slice(records - 256, records + 256), random);
      inRecords.set(damaged.subarray(0, 512), records - 256);
      const sizes = [anywhere, inRecords].flatMap(bytes => [...parameterBytesIn(bytes).values()]);
      const wrong = sizes.flat().filter(size => !(size > 0 && size <= 32_764));
      expect(wrong).toEqual([]);
    }
  });
});
