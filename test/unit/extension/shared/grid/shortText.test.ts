import { describe, expect, it } from 'vitest';
import { shortText } from '../../../../../extension/src/shared/grid/reportGrid';

describe('the short name of a kernel', () => {
  it.each([
    ['void gemm<float, 128>(float const*, int)', 'gemm<float, 128>'],
    [
      'void at::native::(anonymous namespace)::copy<4>(f(*)(int))',
      'at::native::(anonymous namespace)::copy<4>'
    ],
    ['saxpy', 'saxpy'],
    ['(lambda)', '(lambda)'],
    ['void ()', 'void ()'],
    ['broken)', 'broken)'],
    ['', '']
  ])('of %s is %s', (name, short) => {
    expect(shortText(name, 'signature')).toBe(short);
  });
});
