import { expect, test, vi } from 'vitest';
import { CellTexts, keepingTexts } from '../../../../kernel-bridge/src/requests/cellTexts';
import type { CellOutcome } from '../../../../kernel-bridge/src/cells/cellRun';

vi.mock('../../../../kernel-bridge/src/tslab/tslab', () => ({
  getCodeMetadata: (source: string) => ({ module: /@module (\w+)/.exec(source)?.[1] })
}));

const failed: CellOutcome = {
  status: 'error',
  failure: { ename: 'SyntaxError', evalue: 'none', traceback: [] }
};

test('the oldest texts go when there is too much, and a newer text replaces the older', () => {
  const texts = new CellTexts(10);
  texts.keep('Cell [1]', '1234');
  texts.keep('Cell [2]', '1234');
  texts.keep('Cell [1]', '12345');
  expect([...texts.entries()]).toEqual([
    ['Cell [2]', '1234'],
    ['Cell [1]', '12345']
  ]);
  texts.keep('Cell [3]', '12');
  expect([...texts.entries()].map(([script]) => script)).toEqual(['Cell [1]', 'Cell [3]']);
  texts.keep('Cell [4]', 'x'.repeat(11));
  expect([...texts.entries()]).toEqual([]);
});

test('a cell is known as it was typed while it runs, however it ends', async () => {
  const texts = new CellTexts();
  const source = '%%profile --lines\nrun();';
  const seen: (readonly [string, string])[] = [];
  const run = keepingTexts(
    () => {
      seen.push(...texts.entries());
      return Promise.resolve(failed);
    },
    texts,
    '/notebooks'
  );
  await run({ source, number: 3, cellId: undefined });
  expect(seen).toEqual([['Cell [3]', source]]);
});

test('a module keeps the text that runs when its new one could not be converted', async () => {
  const texts = new CellTexts();
  let outcome: CellOutcome = { status: 'ok' };
  const run = keepingTexts(() => Promise.resolve(outcome), texts, '/notebooks');
  const first = '/** @module model */\nexport const one = 1;';
  await run({ source: first, number: 1, cellId: undefined });
  outcome = failed;
  await run({ source: '/** @module model */\nexport (', number: 2, cellId: undefined });
  expect([...texts.entries()]).toEqual([['/notebooks/model.js', first]]);
});
