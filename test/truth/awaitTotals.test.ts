import { expect, test } from 'vitest';
import { sampleOf } from '../support/tiers';
import { testAsyncPrograms } from './asyncPrograms';
import { AWAIT_FORMS } from './awaitForms';
import { recordedProgram } from './recordedProgram';
import { useFolder } from '../support/folders';

testAsyncPrograms({ count: 14, seed: 94, forms: AWAIT_FORMS, right: 0.9 });

const folder = useFolder();

const BUSY = `
const texts = [];
function work() {
  for (let k = 0; k < 60; k++) {
    texts.push(JSON.stringify(Array.from({ length: 9000 }, (_, i) => ({ i }))).length);
    // promises that are made in the midst of it
    void Promise.resolve(k);
  }
}
work();
`;

test.each(sampleOf(['sync.mts', 'sync.mjs', 'sync.cts', 'sync.cjs'], 4))(
  'nobody awaits the synchronous code of %s',
  async name => {
    const { data } = await recordedProgram(folder, name, BUSY);
    const { samples, stacks, frames, strings } = data;
    const isOfWork = (row: number): boolean => strings[frames.name[stacks.frame[row]]] === 'work';
    const ofWork = new Set(samples.stack.filter(row => row >= 0 && isOfWork(row)));
    expect(ofWork.size).toBeGreaterThan(0);
    const isBelowAwait = (row: number): boolean =>
      row >= 0 && (stacks.isAwaited[row] === 1 || isBelowAwait(stacks.prefix[row]));
    expect([...ofWork].filter(isBelowAwait)).toEqual([]);
  }
);

test('code that goes on after a wait is awaited, and what it calls is called', async () => {
  const text = `${BUSY.replace('work();', '')}
async function step() {
  await new Promise(resolve => setTimeout(resolve, 5));
  work();
}
export async function main() {
  await step();
}
await main();`;
  const { data } = await recordedProgram(folder, 'awaited.mjs', text);
  const { stacks, frames, strings } = data;
  const nameOf = (row: number): string => strings[frames.name[stacks.frame[row]]];
  const awaited = [...stacks.prefix.keys()].filter(row => stacks.isAwaited[row] === 1);
  const pairs = new Set(awaited.map(row => `${nameOf(stacks.prefix[row])} > ${nameOf(row)}`));
  expect([...pairs].sort()).toEqual(['(top level) > main', 'main > step']);
});
