import { expect, test } from 'vitest';
import { hasTopLevelAwait } from '../../../../kernel-bridge/src/tslab/topLevelAwait';

test.each([
  'await (async () => 41)();',
  'await (g)()',
  'await [1]',
  'await `x`',
  'await -1',
  'exports.a = await (1);',
  'for (const a of b) { await (f)(); }',
  'for await (const a of b) {}'
])('%j waits', code => {
  expect(hasTopLevelAwait(code)).toBe(true);
});

test.each([
  'const f = async () => await (1);',
  'class A { async f() { for await (const a of b) {} } }',
  'const text = "await (1)"; // await (2)',
  'x.await(1);'
])('%j does not wait', code => {
  expect(hasTopLevelAwait(code)).toBe(false);
});
