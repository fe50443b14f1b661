import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KernelClient, type Output } from './kernelClient';

let kernel: KernelClient;

beforeAll(async () => {
  kernel = await KernelClient.lend();
});

afterAll(() => kernel.dispose());

/** The outputs of a cell, and its execution count. */
async function shownBy(
  code: string
): Promise<{ readonly outputs: readonly Output[]; readonly count: unknown }> {
  const { reply, outputs } = await kernel.execute(code);
  expect(reply['status'], JSON.stringify(reply)).toBe('ok');
  return { outputs, count: reply['execution_count'] };
}

/** The contents of the one result of a cell. */
async function resultOf(code: string): Promise<Readonly<Record<string, unknown>>> {
  const { outputs, count } = await shownBy(code);
  expect(outputs).toEqual([{ type: 'execute_result', data: expect.anything() as object, count }]);
  return 'data' in outputs[0] ? outputs[0].data : {};
}

describe('the value of a cell', () => {
  test.each([
    ['6 * 7', '42'],
    ["'text'", 'text'],
    ['({ a: [1, 2] })', '{ a: [ 1, 2 ] }'],
    ['[1, 2]', '[ 1, 2 ]'],
    ['false', 'false']
  ])('%s is its result, with its text alone', async (code, text) => {
    expect(await resultOf(code)).toEqual({ 'text/plain': text });
  });

  test.each(['undefined', 'null', 'const nothing = 1;'])('%s has no result', async code => {
    expect((await shownBy(code)).outputs).toEqual([]);
  });

  test('follows what was printed, and is that of %%time too', async () => {
    const { outputs, count } = await shownBy("console.log('before'); 1 + 1");
    expect(outputs).toEqual([
      { type: 'stream', name: 'stdout', text: 'before\n' },
      { type: 'execute_result', data: { 'text/plain': '2' }, count }
    ]);
    const timed = await shownBy('%%time\n1 + 1');
    expect(timed.outputs.at(-1)).toEqual({ ...outputs[1], count: timed.count });
  });

  test('is printed where its text is long', async () => {
    const { outputs } = await shownBy("'x'.repeat(100_001)");
    expect(outputs).toMatchObject([{ type: 'stream', name: 'stdout' }]);
  });

  test('is a table for an array of objects', async () => {
    const data = await resultOf("[{ name: '<b>', size: 1 }, { name: 'b', size: 2 }]");
    expect(data).toEqual({
      'text/plain': "[ { name: '<b>', size: 1 }, { name: 'b', size: 2 } ]",
      'text/html': expect.stringMatching(/<table[^]*&lt;b&gt;[^]*<\/table>/) as string
    });
  });

  test('is an image for its bytes', async () => {
    const data = await resultOf("Buffer.from('89504e470d0a1a0a00', 'hex')");
    expect(data).toMatchObject({ 'image/png': 'iVBORw0KGgoA' });
  });

  test('is what it says itself, also later', async () => {
    const code = `class Own { async [Symbol.for('Jupyter.display')]() {
  await new Promise(done => setTimeout(done, 5));
  return { 'text/html': '<b>own</b>' };
} }
new Own()`;
    expect(await resultOf(code)).toEqual({ 'text/plain': 'Own {}', 'text/html': '<b>own</b>' });
  });

  test('is printed where that fails, and the reason told', async () => {
    const code = "({ [Symbol.for('Jupyter.display')]() { throw new RangeError('not now'); } })";
    const { outputs } = await shownBy(code);
    expect(outputs).toMatchObject([
      {
        type: 'stream',
        name: 'stderr',
        text: 'The value is printed, because it could not be displayed: RangeError: not now\n'
      },
      { type: 'execute_result' }
    ]);
  });

  test('that never answers can be interrupted', async () => {
    const id = kernel.submit("({ [Symbol.for('Jupyter.display')]: () => new Promise(() => {}) })");
    await new Promise(done => setTimeout(done, 300));
    await kernel.control('interrupt_request');
    expect((await kernel.finish(id)).reply).toMatchObject({ status: 'error' });
  });

  test('stays as it is where a cell has replaced built-in methods', async () => {
    const replaced = await shownBy(
      'const map = Array.prototype.map; Array.prototype.map = null as any; [{ a: 1 }]'
    );
    expect(replaced.outputs.at(-1)).toMatchObject({ type: 'execute_result' });
    await shownBy('Array.prototype.map = map;');
  });
});

describe('console.table', () => {
  test('shows rows as a table, with their text, where a cell prints them', async () => {
    const { outputs } = await shownBy('console.log(1); console.table([{ a: 1 }]); console.log(2);');
    expect(outputs).toMatchObject([
      { type: 'stream', text: '1\n' },
      {
        type: 'display_data',
        data: {
          'text/html': expect.stringContaining('<table') as string,
          'text/plain': expect.stringContaining('(index)') as string
        }
      },
      { type: 'stream', text: '2\n' }
    ]);
  });
});
