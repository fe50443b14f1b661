import { describe, expect, it } from 'vitest';
import { fourDecimals, fourDigits } from '../../../../src/report/text/mxnetNumbers';

describe('fourDecimals', () => {
  it('rounds an exact half to the even digit, as C does', () => {
    expect([0.03125, 0.09375, -0.03125, 2].map(fourDecimals)).toEqual([
      '0.0312',
      '0.0938',
      '-0.0312',
      '2.0000'
    ]);
  });
});

describe('fourDigits', () => {
  it('writes four digits and no trailing zero, with an exponent only where C has one', () => {
    expect([0, 1, 0.25, 1234.5, 1235.5, 9999.75, 12345, 0.0001, 0.00001].map(fourDigits)).toEqual([
      '0',
      '1',
      '0.25',
      '1234',
      '1236',
      '1e+04',
      '1.234e+04',
      '0.0001',
      '1e-05'
    ]);
  });
});
