import { describe, expect, it } from 'vitest';
import { fixedPoint, floatRepr, numberRepr } from '../../../../src/base/notation/pythonNumbers';

describe('fixedPoint', () => {
  it.each([
    [0.0625, 3, '0.062'],
    [0.1875, 3, '0.188'],
    [2.5, 0, '2'],
    [0.125, 2, '0.12'],
    [-0.0625, 3, '-0.062'],
    [1234567.3125, 3, '1234567.312']
  ])('rounds the exact half %d to the even digit', (value, digits, text) => {
    expect(fixedPoint(value, digits)).toBe(text);
  });

  it('rounds what only looks like a half by its exact value', () => {
    expect(fixedPoint(0.0005, 3)).toBe('0.001');
    expect(fixedPoint(0.0015, 3)).toBe('0.002');
    expect(fixedPoint(1.0005, 3)).toBe('1.000');
  });

  it('keeps the sign of what is rounded to zero, and of zero', () => {
    expect(fixedPoint(-0.0001, 3)).toBe('-0.000');
    expect(fixedPoint(-0, 3)).toBe('-0.000');
    expect(fixedPoint(0, 3)).toBe('0.000');
  });

  it('writes large numbers in full', () => {
    expect(fixedPoint(1e22, 3)).toBe('10000000000000000000000.000');
    expect(fixedPoint(-(2 ** 70), 2)).toBe('-1180591620717411303424.00');
  });

  it('names anything that is not a finite number', () => {
    expect([NaN, Infinity, -Infinity].map(value => fixedPoint(value, 3))).toEqual([
      'nan',
      'inf',
      '-inf'
    ]);
  });
});

describe('floatRepr', () => {
  it.each([
    [10, '10.0'],
    [0, '0.0'],
    [-0, '-0.0'],
    [0.1, '0.1'],
    [1e-4, '0.0001'],
    [1e-5, '1e-05'],
    [1.25e-7, '1.25e-07'],
    [123456789012345680, '1.2345678901234568e+17'],
    [1e15, '1000000000000000.0'],
    [1e16, '1e+16'],
    [-1e300, '-1e+300'],
    [5e-324, '5e-324'],
    [2.022999999999996, '2.022999999999996'],
    [NaN, 'nan'],
    [-Infinity, '-inf']
  ])('writes %d as Python does', (value, text) => {
    expect(floatRepr(value)).toBe(text);
  });
});

describe('numberRepr', () => {
  it('writes whole numbers as ints and others as floats', () => {
    expect([3, -0, 1e21, 0.5, 1e-7].map(numberRepr)).toEqual([
      '3',
      '0',
      '1000000000000000000000',
      '0.5',
      '1e-07'
    ]);
  });
});
