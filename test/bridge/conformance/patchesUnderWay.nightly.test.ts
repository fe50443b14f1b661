import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KernelClient } from '../kernelClient';
import { expectLanguageWorks } from '../languageProbe';
import { isProfile } from '../probe';

/** Methods that the kernel and the profiler would call at every turn. */
const METHODS = `const methods: [any, string][] = [
  ...['at', 'filter', 'find', 'includes', 'indexOf', 'join', 'map', 'pop', 'push', 'shift', 'slice']
    .map(name => [Array.prototype, name] as [any, string]),
  ...['indexOf', 'replace', 'split', 'startsWith', 'trim', 'slice']
    .map(name => [String.prototype, name] as [any, string]),
  [RegExp.prototype, 'exec'], [RegExp.prototype, 'test'],
  [Map.prototype, 'get'], [Map.prototype, 'set'], [Map.prototype, 'delete'],
  [Set.prototype, 'has'], [Set.prototype, 'add'], [WeakMap.prototype, 'get'],
  [JSON, 'stringify'], [JSON, 'parse'], [Object, 'entries'], [Object, 'keys'],
  [Function.prototype, 'apply'], [Function.prototype, 'call'],
  [Promise.prototype, 'then'], [Promise.prototype, 'catch'], [Promise, 'race'],
  [Atomics, 'load'], [Atomics, 'add'], [MessagePort.prototype, 'postMessage'],
  [Buffer, 'from'], [Buffer, 'byteLength'], [process, 'nextTick'], [process, 'cpuUsage'],
  [process.hrtime, 'bigint'], [Math, 'max'], [Error.prototype, 'toString']
];
const originals = methods.map(([owner, name]) => Object.getOwnPropertyDescriptor(owner, name)!);
const calls: string[] = []; let count = 0;`;

/**
 * From here on each of them fails, and notes that it was called; but not those that Node calls for each callback while
 * it has async hooks, as it has where waits are recorded.
 */
const patchUnder = (magic: string): string => `for (let i = 0; i < methods.length; i++) {
  const [owner, name] = [methods[i][0], methods[i][1]];
  if (${magic !== ''} && name === 'apply') continue;
  Object.defineProperty(owner, name, { configurable: true, writable: true,
    value: () => { calls[count++] = name; throw new Error('patched ' + name); } });
}
`;

const UNDO = `for (let i = 0; i < methods.length; i++) {
  Object.defineProperty(methods[i][0], methods[i][1], originals[i]);
}
`;

const CALLS = 'let text = ""; for (let i = 0; i < count; i++) text += calls[i] + " "; text';

let kernel: KernelClient;

beforeAll(async () => {
  kernel = await KernelClient.start();
  await show(METHODS);
  await show(
    'import { range } from "kernelscope"; import * as tslab from "tslab";\n' +
      'const sleep = (ms: number) => new Promise<void>(r => setTimeout(r, ms));\n' +
      'const treasure = { gold: 1 };'
  );
});

afterAll(() => kernel.dispose());

/** Runs a cell that ends well; what it shows. */
async function show(code: string): Promise<string> {
  const { id, reply } = await kernel.execute(code);
  expect(reply['status'], `${code}: ${JSON.stringify(reply)}`).toBe('ok');
  return kernel.textOf(id);
}

async function expectAllIsWell(): Promise<void> {
  expect(await show('40 + 2')).toBe('42\n');
  expect(await show('%%profile\n40 + 2')).toBe('42\n');
  expect(await show('JSON.stringify === originals[0].value')).toBe('false\n');
  expect(await show(CALLS)).toBe('\n');
  await show(UNDO);
  expect(await show('[1, 2].map(x => x + 1).join()')).toBe('2,3\n');
}

describe.each(['', '%%profile\n'])(
  'while a cell that begins with "%s" works with patched methods',
  magic => {
    const patch = patchUnder(magic);

    test('what it writes, shows and records arrives, and none of them is called for it', async () => {
      const { id, reply, outputs } = await kernel.execute(
        `${magic}${patch}process.stdout.write("one\\n");\nprocess.stderr.write("two\\n");\n` +
          'process.stdout.write(new Uint8Array([51, 10]));\ntslab.display.text("four");\n' +
          'range("r", () => range("s", () => 5, { args: { step: 1 } }));\n' +
          'await range("t", () => sleep(5));\nrange("u").begin().end();'
      );
      expect(reply['status'], JSON.stringify(reply)).toBe('ok');
      expect(kernel.textOf(id)).toBe('one\n3\n');
      expect(JSON.stringify(outputs)).toContain('four');
      expect(outputs.filter(isProfile)).toHaveLength(magic === '' ? 0 : 1);
      const profile = JSON.stringify(outputs.find(isProfile) ?? '');
      for (const name of magic === '' ? [] : ['"r"', '"s"', '"t"', '"u"']) {
        expect(profile).toContain(name);
      }
      await expectAllIsWell();
    });

    test('requests are answered', async () => {
      const id = kernel.submit(`${magic}console.log("on");\n${patch}await sleep(3000);`);
      await kernel.waitUntil(() => kernel.textOf(id) === 'on\n', 'the start of the cell');
      await expectLanguageWorks(kernel);
      expect((await kernel.finish(id)).reply['status']).toBe('ok');
      await expectAllIsWell();
    });

    test.each([
      ['waits', 'await new Promise(() => {});'],
      ['computes', 'for (;;) {}'],
      ['computes after an await', 'await null;\nfor (;;) {}'],
      ['writes', 'for (;;) process.stdout.write("on\\n");']
    ])('an interrupt ends it where it %s', async (_what, code) => {
      const id = kernel.submit(`${magic}console.log("on");\n${patch}${code}`);
      await kernel.waitUntil(() => kernel.textOf(id).startsWith('on\n'), 'the start of the cell');
      await kernel.control('interrupt_request');
      const { reply, outputs } = await kernel.finish(id);
      expect(reply).toMatchObject({ ename: 'KeyboardInterrupt' });
      expect(outputs.filter(isProfile)).toHaveLength(magic === '' ? 0 : 1);
      await expectAllIsWell();
    });

    test('an error has the lines of the cell', async () => {
      const { reply } = await kernel.execute(`${magic}${patch}throw new RangeError("far");`);
      expect(reply).toMatchObject({ ename: 'RangeError', evalue: 'far' });
      const line = patch.split('\n').length + (magic === '' ? 0 : 1);
      expect(String((reply['traceback'] as string[])[1])).toMatch(
        new RegExp(`Cell \\[\\d+\\]:${line}:7`)
      );
      // `inspect` of Node calls some, and meets those of the user as `console.log` in the cell would
      await show('count = 0;');
      await expectAllIsWell();
    });
  }
);

describe('code that runs between cells', () => {
  test('works with the originals, and with what cells have added', async () => {
    await show(
      'const seen: string[] = [];\nsetTimeout(() => {\n' +
        '  seen.push(String([3].map(x => x)), String(([7] as any).last()));\n}, 300);\n' +
        '(Array.prototype as any).last = function () { return this[this.length - 1]; };\n' +
        '(Array.prototype as any).map = () => ["patched"];'
    );
    await expect
      .poll(async () => show('seen.join()'), { timeout: 20_000, interval: 400 })
      .toBe('3,7\n');
    expect(await show('String([3].map(x => x))')).toBe('patched\n');
  });

  test('patches later cells, and not the kernel', async () => {
    await show(
      `let isDone = false;\nsetTimeout(() => {\n${patchUnder('')}isDone = true;\n}, 100);`
    );
    await expect
      .poll(async () => show('isDone'), { timeout: 20_000, interval: 400 })
      .toBe('true\n');
    await expectAllIsWell();
  });
});
