import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KernelClient } from '../kernelClient';

let kernel: KernelClient;

beforeAll(async () => {
  kernel = await KernelClient.start();
});

afterAll(() => kernel.dispose());

/** Has V8 say whether the variables of cells lie at fixed places: looked up by name they are slow. */
const ASK = `{
  const v8 = require('node:v8');
  v8.setFlagsFromString('--allow-natives-syntax');
  const isFast = (0, eval)('(function (object) { return %HasFastProperties(object); })');
  v8.setFlagsFromString('--no-allow-natives-syntax');
  console.log(isFast(exports));
}`;

async function run(source: string): Promise<string> {
  const id = kernel.submit(source);
  const { reply } = await kernel.finish(id);
  expect(reply).toMatchObject({ status: 'ok' });
  return kernel.textOf(id);
}

const manyVariables = (name: string, count: number): string =>
  Array.from({ length: count }, (_, i) => `let ${name}${i} = 0; ${name}${i} = 0.5;`).join('\n');

describe('variables at the top level of cells lie at fixed places', () => {
  test('after cells that end in an expression', async () => {
    await run('let total = 0;\nconst rows = [1, 2];\nrows.length');
    await run('let other = 0.5;\nother += 1;\n"text"');
    await run('function add(a: number, b: number): number { return a + b; }\nadd(total, other)');
    expect(await run(ASK)).toBe('true\n');
  });

  test('when there are 300 of them that change', async () => {
    await run(manyVariables('many', 300));
    expect(await run(ASK)).toBe('true\n');
  });
});

test('more than a thousand variables keep their values, but for those that are deleted', async () => {
  await run(manyVariables('more', 1100));
  await run('more7 += 1;\nmore1099 += more7;');
  await run('delete (exports as Record<string, unknown>)["more9"];');
  const shown = await run('console.log(more7, more1099, more8, typeof more9);');
  expect(shown).toBe('1.5 2 0.5 undefined\n');
});
