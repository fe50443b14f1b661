import { expect, test } from 'vitest';
import { topLevelAwaitAdvice } from '../../../../src/program/recorded/topLevelAwait';

const TSX = new Error(
  'Transform failed with 1 error:\na.ts:1:18: ERROR: Top-level await is currently not supported with the "cjs" output format'
);

test('an await outside of functions needs a module, and the advice names both ways to have one', () => {
  expect(topLevelAwaitAdvice(TSX, 'programs/train.ts')).toBe(
    'train.ts is not a module, so it cannot have an await outside of functions: ' +
      'name it train.mts, or set "type": "module" in its package.json'
  );
});

test('other errors and files have no advice', () => {
  expect(topLevelAwaitAdvice(new Error('await'), 'train.ts')).toBeNull();
  expect(topLevelAwaitAdvice('text', 'train.ts')).toBeNull();
  expect(topLevelAwaitAdvice(TSX, 'train.mts')).toBeNull();
});
