import { describe, expect, it } from 'vitest';
import { generalFormat, shortFormat } from '../../../../src/base/notation/pythonGeneral';

describe('generalFormat', () => {
  it.each([
    [0, '0'],
    [-0, '-0'],
    [0.001457, '0.001457'],
    [0.0001, '0.0001'],
    [0.00001, '1e-05'],
    [1234567, '1.23457e+06'],
    [123456, '123456'],
    [999999.5, '1e+06'],
    [100, '100'],
    [0.5, '0.5'],
    [1e22, '1e+22'],
    [1e100, '1e+100'],
    [-2.5, '-2.5'],
    [1234562.5, '1.23456e+06'],
    [Infinity, 'inf'],
    [-Infinity, '-inf'],
    [NaN, 'nan']
  ])('writes %d as %s with six digits', (value, text) => {
    expect(generalFormat(value, 6)).toBe(text);
  });

  it('rounds an exact half to the even digit, and only an exact one', () => {
    expect([0.125, 0.375, 2.5, 3.5].map(value => generalFormat(value, 2))).toEqual([
      '0.12',
      '0.38',
      '2.5',
      '3.5'
    ]);
    expect(generalFormat(0.15, 1)).toBe('0.1');
    expect(generalFormat(2.5, 1)).toBe('2');
  });
});

describe('shortFormat', () => {
  it.each([
    [0, '0.0'],
    [7, '7.0'],
    [12.34, '12.3'],
    [123, '1.23e+02'],
    [99.95, '1e+02'],
    [99.94, '99.9'],
    [0.000633, '0.000633'],
    [3.3e-5, '3.3e-05'],
    [0.0014, '0.0014'],
    [-1, '-1.0'],
    [Infinity, 'inf']
  ])('writes %d as %s with three digits', (value, text) => {
    expect(shortFormat(value, 3)).toBe(text);
  });
});
