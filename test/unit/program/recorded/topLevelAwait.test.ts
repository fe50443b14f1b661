import { expect, test } from 'vitest';
import { topLevelAwaitAdvice } from '../../../../src/program/recorded/topLevelAwait';

const byTsx = (file: string) =>
  new Error(
    `Transform failed with 1 error:\n${file}:3:18: ERROR: Top-level await is currently not supported with the "cjs" output format`
  );
const byNode = new Error(
  'await is only valid in async functions and the top level bodies of modules'
);

const NOT = 'is not a module, so it cannot have an await outside of functions';
const TYPE = 'set "type": "module" in its package.json';

test.each([
  ['the program', byTsx('/p/train.ts'), `train.ts ${NOT} in line 3: name it train.mts, or ${TYPE}`],
  [
    'a file that it imports',
    byTsx('/p/lib/x.ts'),
    `x.ts ${NOT} in line 3: name it x.mts, or ${TYPE}`
  ],
  ['a file that is never one', byTsx('/p/a.cts'), `a.cts ${NOT} in line 3: name it a.mts`],
  ['a component', byTsx('/p/a.tsx'), `a.tsx ${NOT} in line 3: ${TYPE}`],
  ['the program in JavaScript', byNode, `train.js ${NOT}: name it train.mjs, or ${TYPE}`]
])('an await outside of functions needs a module: %s', (_, error, advice) => {
  expect(topLevelAwaitAdvice(error, '/p/train.js')).toBe(advice);
});

test('other errors and files have no advice', () => {
  expect(topLevelAwaitAdvice(new Error('await'), 'train.ts')).toBeNull();
  expect(topLevelAwaitAdvice('text', 'train.ts')).toBeNull();
  expect(topLevelAwaitAdvice(byNode, 'train.mts')).toBeNull();
});

test('an error is not asked for what code of the program answers', () => {
  let asked = 0;
  const text = byNode.message;
  const get = (): string => {
    asked++;
    return text;
  };
  const guarded = Object.defineProperty(new Error(), 'message', { get });
  const revoked = Proxy.revocable(new Error(text), {});
  revoked.revoke();
  for (const error of [guarded, new Proxy(new Error(text), { get }), revoked.proxy]) {
    expect(topLevelAwaitAdvice(error, 'train.ts')).toBeNull();
  }
  expect(asked).toBe(0);
});
