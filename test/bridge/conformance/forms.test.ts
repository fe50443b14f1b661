import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Probe } from '../probe';

let probe: Probe;

beforeAll(async () => {
  probe = await Probe.lend();
});

afterAll(() => probe.dispose());

/** Runs a cell bare and profiled: both print `text`. */
async function expectOutput(code: string, text: string): Promise<void> {
  const { bare, profiled } = await probe.run(code);
  expect(profiled.reply).toMatchObject({ status: 'ok' });
  expect(probe.bare.textOf(bare.id)).toBe(text);
  expect(probe.profiled.textOf(profiled.id)).toBe(text);
}

/** Runs a cell with a magic of its own in both kernels. */
async function expectRuns(code: string): Promise<void> {
  for (const kernel of [probe.bare, probe.profiled]) {
    expect((await kernel.execute(code)).reply).toMatchObject({ status: 'ok' });
  }
}

describe('an await before what could also follow a name', () => {
  test.each([
    ['a function called at once', 'await (async () => 41)()', '41\n'],
    ['a function in parentheses', 'await (Promise.resolve)', '[Function: resolve]\n'],
    ['an array', 'await [1]', '[ 1 ]\n'],
    ['a template', 'await `x`', 'x\n'],
    ['a negative number', 'await -1', '-1\n'],
    ['a block', 'for (const n of [3]) { console.log(await (async () => n)()); }', '3\n'],
    ['for await', 'for await (const n of [1, 2]) console.log(n);', '1\n2\n']
  ])('waits: %s', (_what, code, text) => expectOutput(code, text));

  test('waits in a timed cell', async () => {
    await expectRuns('%timeit -n 2 -r 1 await (async () => 41)()');
    await expectRuns('%%time\nawait (async () => 41)()');
  });

  test('in a function of the cell does not make the cell asynchronous', async () => {
    await expectOutput('const later = async () => await (1);\ntypeof later()', 'object\n');
  });
});

describe('a property named as a variable of an earlier cell', () => {
  const all = 'm, f, C, E, N, join, os, fs';

  test('has its value, whatever declared it', async () => {
    await expectOutput(
      'let m = 1;\nconst o = { m: 2, in: { m: 3 } };\nfunction f() {}\nclass C {}\n' +
        'enum E { A }\nnamespace N { export const y = 1; }\nimport { join } from "path";\n' +
        'import * as os from "os";\nimport fs from "fs";',
      ''
    );
    await expectOutput(
      `function kinds() { return Object.values({ ${all} }).map(v => typeof v).join(); }\nkinds()`,
      'number,function,function,object,object,function,object,object\n'
    );
  });

  test.each([
    ['in a function', 'const g = () => ({ m });\ng().m', '1\n'],
    ['in a template', '`${{ m }.m}`', '1\n'],
    ['in a class', 'class D { held = { m }; }\nnew D().held.m', '1\n'],
    ['of a parameter of the same name', '((m: number) => ({ m }))(7).m', '7\n'],
    [
      'of a variable of the same name in a block',
      '{ const m = 8; console.log({ m }); }',
      '{ m: 8 }\n'
    ],
    [
      'as a key of a pattern',
      'const { m: x, in: { m: deep } } = o;\nconsole.log(x, deep);',
      '2 3\n'
    ],
    ['as a key of a parameter', '(({ m: q }: typeof o) => q)(o)', '2\n'],
    ['in a pattern that assigns', '({ m } = o);\nm', '2\n'],
    ['with a default', '({ m = 5 } = {} as { m?: number });\nm', '5\n'],
    ['in a loop', 'for ({ m } of [o]) console.log(m);', '2\n']
  ])('%s', (_what, code, text) => expectOutput(code, text));

  test('can be timed', async () => {
    await expectRuns('%timeit -n 2 -r 1 ({ m })');
  });

  test('leaves errors at the lines and columns of the author', async () => {
    const { profiled } = await probe.run('const bag = { m };   throw new Error("here");');
    expect(String(profiled.reply['traceback'])).toMatch(/Cell \[\d+\]:2:28/);
  });
});

describe('export before a declaration', () => {
  test('says nothing', async () => {
    await expectOutput('export const ex = 4;\nexport function seven() { return 7; }', '');
    await expectOutput('ex + seven()', '11\n');
  });
});

test('a warning of the process is an output of the cell that caused it', async () => {
  const { outputs } = await probe.bare.execute('process.emitWarning("take care");');
  expect(JSON.stringify(outputs)).toContain('take care');
});
