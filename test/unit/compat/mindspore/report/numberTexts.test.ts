import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  putStreamMs,
  streamMs,
  streamNumber
} from '../../../../../src/compat/mindspore/report/numberTexts';
import { textField, TextBytes } from '../../../../../src/compat/mindspore/report/textBytes';
import { WallClock } from '../../../../../src/compat/mindspore/report/wallClock';

const written = (write: (output: TextBytes) => void): string => {
  const output = new TextBytes(1);
  write(output);
  return new TextDecoder().decode(output.toBytes());
};

describe('streamNumber', () => {
  it.each([
    [0, '0'],
    [8.846111, '8.84611'],
    [0.0129084567, '0.0129085'],
    [2948.703, '2948.7'],
    [999999.5, '1e+06'],
    [1234567, '1.23457e+06'],
    [0.0001, '0.0001'],
    [0.00002, '2e-05'],
    [123456.5, '123456'],
    [-3.25, '-3.25'],
    [1e100, '1e+100'],
    [Infinity, 'inf'],
    [NaN, 'nan']
  ])('writes %f as C++ streams do', (value, text) => {
    expect(streamNumber(value)).toBe(text);
  });
});

describe('putStreamMs', () => {
  it('writes what streamMs gives, for any number of nanoseconds', () => {
    const ns = fc.oneof(fc.integer({ min: 0, max: 2e6 }), fc.integer({ min: 0, max: 2 ** 50 }));
    fc.assert(
      fc.property(ns, value => {
        expect(written(output => putStreamMs(output, value))).toBe(streamMs(value));
      })
    );
    expect(written(output => putStreamMs(output, 1500.25))).toBe(streamMs(1500.25));
  });
});

describe('TextBytes', () => {
  it('writes numbers as text has them', () => {
    fc.assert(
      fc.property(fc.integer({ min: -(2 ** 52), max: 2 ** 52 }), value => {
        expect(written(output => output.whole(value))).toBe(String(value));
        const us = BigInt(Math.abs(value));
        const sign = value < 0 ? '-' : '';
        const text = `${sign}${us / 1000n}.${String(us % 1000n).padStart(3, '0')}`;
        expect(written(output => output.us(value))).toBe(text);
      })
    );
    expect(written(output => output.nine(42))).toBe('000000042');
    expect(written(output => output.sixAndFraction(42, 7))).toBe('000042.007');
    expect([1, 10, 123400].map(value => written(output => output.decimals(value)))).toEqual([
      '000001',
      '00001',
      '1234'
    ]);
  });

  it('grows with what is written', () => {
    const whole = written(output => {
      for (let at = 0; at < 100; at++) output.put(textField(`${at},`));
      output.raw('é€');
    });
    expect(whole).toBe(`${Array.from({ length: 100 }, (_, at) => `${at},`).join('')}é€`);
  });
});

describe('WallClock', () => {
  it('tells each nanosecond since the epoch', () => {
    const clock = new WallClock(1_795_206_963_537);
    expect(written(output => clock.putNs(output, 746_497))).toBe('1795206963537746497');
    expect(written(output => clock.putUs(output, 746_534))).toBe('1795206963537746.534');
    expect(written(output => clock.putNs(output, 3_600e9 + 1))).toBe('1795210563537000001');
  });

  it('begins with the epoch where a profile claims an impossible time', () => {
    for (const startedAtMs of [NaN, -5, Infinity]) {
      const clock = new WallClock(startedAtMs);
      expect(written(output => clock.putNs(output, 7))).toBe('0000000007');
    }
  });
});
