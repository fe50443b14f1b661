import { existsSync, readFileSync } from 'node:fs';
import { runInThisContext } from 'node:vm';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { createInstrumentIterator } from '../../../src/engine/annotate/instrumentIterator';
import { schedule } from '../../../src/engine/schedule/schedule';
import { useTestSessions } from '../../support/testSessions';

const PAGE = new URL('../../../docs/user-guide/autograd.md', import.meta.url);
const examples = readFileSync(PAGE, 'utf8').matchAll(/```ts\n(.*?)```/gs);
/** Examples of TensorFlow.js have a test of their own. */
const codes = Array.from(examples, ([, code]) => code).filter(
  code => !code.includes('import * as tf')
);

const test = useTestSessions();

class Batches {
  *[Symbol.iterator](): Generator<number> {
    yield* [1, 2, 3];
  }
}

/** Runs an example as a notebook cell would, and gives what it prints. */
async function printed(code: string): Promise<string> {
  const { profile, range, file } = test();
  const lines: string[] = [];
  const around: Readonly<Record<string, unknown>> = {
    profile,
    range,
    schedule,
    instrumentIterator: createInstrumentIterator(range),
    console: { log: (text: string) => void lines.push(text) },
    rows: [1, 2, 3],
    load: (row: number) => row,
    train: (step: number) => step,
    Batches
  };
  const body = code.replace(/^import .*\n/m, '').replace('trace.json', file('trace.json'));
  const compilerOptions = { target: ts.ScriptTarget.ES2022, experimentalDecorators: true };
  const { outputText } = ts.transpileModule(body, { compilerOptions });
  const source = `(async (${Object.keys(around).join(', ')}) => {\n${outputText}\n})`;
  const run = runInThisContext(source) as (...values: readonly unknown[]) => Promise<void>;
  await run(...Object.values(around));
  return lines.join('\n');
}

it('runs the example of a session in the guide', async () => {
  expect(await printed(codes[0])).toMatch(/^ +load /m);
  expect(existsSync(test().file('trace.json'))).toBe(true);
});

it('runs the example of the latest profile in the guide', async () => {
  const { profile, range } = test();
  await profile.run(() => range('cell', () => 1));
  expect(await printed(codes[1])).toMatch(/^ +cell /m);
});

it('runs the example of a schedule in the guide', async () => {
  const text = await printed(codes[2]);
  expect(text.match(/^ +train /gm)).toHaveLength(2);
  expect(text).toContain('ProfilerStep#7');
});

it('runs the example of ranges in the guide', async () => {
  const session = test().profile();
  await printed(codes[3]);
  session.stop();
  const averages = session.keyAverages().map(({ key, count }) => [key, count]);
  expect(averages).toEqual([
    ['epoch', 3],
    ['predict', 3]
  ]);
});

it('runs the example of data in the guide', async () => {
  expect(await printed(codes[4])).toMatch(/^ +Batches\.next .* 4 *$/m);
  expect(codes).toHaveLength(5);
});
