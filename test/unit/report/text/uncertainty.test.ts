import { expect, test } from 'vitest';
import { uncertaintyText } from '../../../../src/report/text/uncertainty';

const formats = { percent: (ratio: number): string => `${(100 * ratio).toFixed(0)} %` };

test.each([
  [100, 12, '± 12 %'],
  [100, 50, '± 50 %'],
  [100, 51, 'rough'],
  [0, 0, '']
])('an estimate of %d with an error of %d is %j', (estimate, error, text) => {
  expect(uncertaintyText(estimate, error, { formats })).toBe(text);
});

test('an error that an older file does not have is not stated', () => {
  expect(uncertaintyText(100, 0, { formats })).toBe('');
});
