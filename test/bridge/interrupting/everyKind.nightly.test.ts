import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KernelClient } from '../kernelClient';
import { isProfile } from '../probe';

/** Cells that never end by themselves; each prints `started` when it is about to go on for ever. */
const ENDLESS: readonly (readonly [what: string, code: string, more?: string])[] = [
  ['a busy loop', 'say();\nfor (;;) {}'],
  ['a busy loop after an await', 'await sleep(5);\nsay();\nfor (;;) {}'],
  [
    'a busy loop of an async range after an await',
    'await range("r", async () => {\n  await sleep(5);\n  say();\n  for (;;) {}\n});'
  ],
  ['a storm of promises', 'say();\nfor (;;) await null;'],
  [
    'many storms of promises at once',
    'const storm = async () => { for (;;) await null; };\nsay();\n' +
      'await Promise.all([storm(), storm(), storm()]);'
  ],
  ['a flood of microtasks', 'const f = () => { void Promise.resolve().then(f); };\nf();\nsay();'],
  ['a flood of ticks', 'const f = () => { process.nextTick(f); };\nsay();\nf();'],
  [
    'many floods of ticks at once',
    'const { nextTick } = process;\nconst f = () => { nextTick(f); };\n' +
      'const g = () => { nextTick(g); void Promise.resolve().then(() => 0); };\n' +
      'say();\nf();\ng();\nf();'
  ],
  [
    'a flood of ticks that compute',
    'const f = () => { process.nextTick(f); for (let i = 0; i < 1e7; i++) Math.sqrt(i); };\nsay();\nf();'
  ],
  [
    'ticks that never return',
    'const f = () => { for (;;) {} };\nsay();\nfor (let i = 0; i < 3; i++) process.nextTick(f);'
  ],
  [
    'a flood of immediates under a pending await',
    'const f = () => { setImmediate(f); };\nf();\nsay();\nawait new Promise(() => {});'
  ],
  ['a flood of output', 'say();\nfor (;;) console.log("line");'],
  ['a flood of output after an await', 'await sleep(5);\nsay();\nfor (;;) console.log("line");'],
  ['a flood of both streams', 'say();\nfor (;;) { console.log("a"); console.error("b"); }'],
  ['a getter that is printed', 'say();\nconsole.log({ [inspect.custom]() { for (;;) {} } });'],
  ['a comparator that never returns', 'say();\n[3, 1, 2].sort(() => { for (;;) {} });'],
  [
    'sorting for ever',
    'const all = [...Array(999).keys()];\nsay();\nfor (;;) all.sort((a, b) => b - a);'
  ],
  ['a regular expression that backtracks', 'say();\n/(a*)*b/.test("a".repeat(99));'],
  ['a child process that is waited for', 'say();\nexecSync("sleep 600");'],
  ['Atomics.wait', 'say();\nAtomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);'],
  [
    'a loop where hooks follow promises',
    'const hook = createHook({ init() {}, before() {}, after() {} }).enable();\n' +
      'await sleep(5);\nsay();\nfor (;;) {}',
    'hook.disable();'
  ],
  [
    'a loop where a storage follows promises',
    'const storage = new AsyncLocalStorage<number>();\nstorage.enterWith(1);\n' +
      'await sleep(5);\nsay();\nfor (;;) {}',
    'storage.disable();'
  ]
];

const PREPARE =
  'import { range } from "kernelscope";\nimport { inspect } from "util";\nimport { execSync } from "child_process";\n' +
  'import { AsyncLocalStorage, createHook } from "async_hooks";\n' +
  'const sleep = (ms: number) => new Promise<void>(r => setTimeout(r, ms));\n' +
  'const say = () => console.log("started");\nlet state = "survives";';

let kernel: KernelClient;

beforeAll(async () => {
  kernel = await KernelClient.start();
  expect((await kernel.execute(PREPARE)).reply['status']).toBe('ok');
});

afterAll(() => kernel.dispose());

async function interruptWhenStarted(id: string): Promise<Record<string, unknown>> {
  await kernel.waitUntil(() => kernel.textOf(id).startsWith('started\n'), 'the start of the cell');
  await kernel.control('interrupt_request');
  return (await kernel.finish(id)).reply;
}

async function expectState(): Promise<void> {
  const { id, reply } = await kernel.execute('state');
  expect(reply['status']).toBe('ok');
  expect(kernel.textOf(id)).toBe('survives\n');
}

describe.each(['', '%%profile\n', '%%profile --async\n'])(
  'in a cell that begins with "%s"',
  magic => {
    test.each(ENDLESS)('%s is interrupted', async (_what, code, after = '') => {
      const id = kernel.submit(magic + code);
      expect(await interruptWhenStarted(id)).toMatchObject({ ename: 'KeyboardInterrupt' });
      expect(kernel.outputsOf(id).filter(isProfile)).toHaveLength(magic === '' ? 0 : 1);
      await kernel.execute(after);
      await expectState();
    });
  }
);

test.each([
  '%%profile --repeat 1000',
  '%%timeit',
  '%%timeit -n 1 -r 1',
  '%%time',
  '%%profile --warmup 9'
])('%s is interrupted', async magic => {
  const before = kernel.published.length;
  const id = kernel.submit(`${magic}\nfor (let i = 0; i < 1e12; i++) {}`);
  const isBusy = (): boolean =>
    kernel.published.slice(before).some(({ header }) => header.msg_type === 'execute_input');
  await kernel.waitUntil(isBusy, 'the start of the cell');
  await new Promise(resolve => setTimeout(resolve, 700));
  await kernel.control('interrupt_request');
  expect((await kernel.finish(id)).reply['ename']).toBe('KeyboardInterrupt');
  await expectState();
});

const VALUES: readonly (readonly [what: string, expression: string])[] = [
  ['says for ever how it looks', '({ [inspect.custom]() { say(); for (;;) {} } })'],
  [
    'is watched by an endless trap',
    'new Proxy({}, { get: () => 1, ownKeys() { say(); for (;;) {} } })[inspect.custom] ?? 1;\n' +
      '({ get [Symbol.toStringTag]() { say(); for (;;) {} } })'
  ],
  [
    'is an error whose stack never comes',
    'const error = new Error("x");\n' +
      'Object.defineProperty(error, "stack", { get() { say(); for (;;) {} } });\nerror'
  ]
];

describe.each(['', '%%profile\n', '%%time\n'])('in a cell that begins with "%s"', magic => {
  test.each(VALUES)('a last value that %s is interrupted', async (_what, expression) => {
    const id = kernel.submit(magic + expression);
    expect(await interruptWhenStarted(id)).toMatchObject({ ename: 'KeyboardInterrupt' });
    await expectState();
  });

  test('a thrown error whose message never comes is interrupted', async () => {
    const id = kernel.submit(
      `${magic}const thrown = new Error("x");\n` +
        'Object.defineProperty(thrown, "stack", { get() { say(); for (;;) {} } });\nthrow thrown;'
    );
    expect(await interruptWhenStarted(id)).toMatchObject({ ename: 'KeyboardInterrupt' });
    await expectState();
  });
});

test('an expression of a client that never ends is interrupted', async () => {
  const user_expressions = { endless: '({ [inspect.custom]() { say(); for (;;) {} } })' };
  const id = kernel.submit('1;', { user_expressions });
  await kernel.waitUntil(() => kernel.textOf(id).includes('started\n'), 'the expression');
  await kernel.control('interrupt_request');
  expect((await kernel.finish(id)).reply).toMatchObject({
    user_expressions: { endless: { status: 'error', ename: 'KeyboardInterrupt' } }
  });
  await expectState();
});

test('a busy loop that a timer began is ended, and the next cell runs', async () => {
  const first = kernel.submit('void setTimeout(() => { say(); for (;;) {} }, 100);');
  expect((await kernel.finish(first)).reply['status']).toBe('ok');
  await kernel.waitUntil(() => kernel.textOf(first) === 'started\n', 'the timer');
  const second = kernel.submit('state');
  await kernel.control('interrupt_request');
  expect((await kernel.finish(second)).reply['status']).toBe('ok');
  expect(kernel.textOf(second)).toBe('survives\n');
});

test('a call that cannot be interrupted is named as such, and the kernel goes on after it', async () => {
  const id = kernel.submit(
    'import { openSync, readSync } from "fs";\nimport { spawn } from "child_process";\n' +
      'execSync("mkfifo pipe");\n' +
      'const pipe = openSync("pipe", "r+");\n' +
      'spawn("sh", ["-c", "sleep 5; echo done > pipe"]);\nsay();\n' +
      'readSync(pipe, Buffer.alloc(9));\nfor (;;) {}'
  );
  const reply = await interruptWhenStarted(id);
  expect(reply['ename']).toBe('KeyboardInterrupt');
  expect(kernel.textOf(id, 'stderr')).toContain('restart the kernel to end it');
  await expectState();
});
