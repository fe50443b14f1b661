import { expect, test } from 'vitest';
import { DEOPTS, DEOPT_LIMITS, type DeoptRow } from '../../../src/facts/deopts';

const check = (value: unknown): void => DEOPTS.schema.check(value, 'meta.deopts');
const ROW: DeoptRow = {
  ...{ function: 'f', file: 'a.ts', line: 3, kind: 'eager', reason: 'wrong map' },
  ...{ count: 2, firstNs: 10, lastNs: 20 }
};

test('deoptimizations within their limits are accepted', () => {
  expect(() => check({ rows: [ROW], more: 0 })).not.toThrow();
});

test.each([
  [{ rows: [ROW] }, 'more'],
  [{ more: 0, rows: Array.from({ length: DEOPT_LIMITS.rows + 1 }, () => ROW) }, 'at most 200'],
  [{ more: 0, rows: [{ ...ROW, reason: 'x'.repeat(121) }] }, '121 characters'],
  [{ more: 0, rows: [{ ...ROW, file: 1 }] }, 'file'],
  [{ more: 0, rows: [{ ...ROW, line: -1 }] }, 'line'],
  [{ more: 0, rows: [{ ...ROW, count: 0 }] }, 'count'],
  [{ more: 0, rows: [{ ...ROW, firstNs: NaN }] }, 'firstNs']
])('deoptimizations beyond them are refused (%#)', (deopts, problem) => {
  expect(() => check(deopts)).toThrow(problem);
});

test('those of several profiles are one table on the common clock', () => {
  const other = { ...ROW, line: 4, count: 9 };
  const part = (shiftNs: number, rows?: readonly DeoptRow[]) => ({
    ...{ shiftNs, pid: 1, parts: rows ? { deopts: { rows, more: 1 } } : {} }
  });
  expect(DEOPTS.merge([part(0, [ROW]), part(100, [ROW, other]), part(200)])).toEqual({
    deopts: {
      rows: [
        { ...other, firstNs: 110, lastNs: 120 },
        { ...ROW, count: 4, firstNs: 10, lastNs: 120 }
      ],
      more: 2
    }
  });
  expect(DEOPTS.merge([part(0)])).toEqual({});
});
