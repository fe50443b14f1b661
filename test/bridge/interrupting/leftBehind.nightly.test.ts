import { afterAll, beforeAll, expect, test } from 'vitest';
import { KernelClient } from '../kernelClient';

/** Callbacks that run as soon as the interrupt has ended the cell, and never return. */
const LEFT_BEHIND: readonly string[] = [
  'setTimeout(() => { for (;;) {} }, 0);',
  'for (let i = 0; i < 3; i++) setTimeout(() => { for (;;) {} }, 0);',
  'setTimeout(async () => { for (;;) await null; }, 0);',
  'setTimeout(() => { const again = () => { process.nextTick(again); }; again(); }, 0);',
  'setImmediate(() => { for (;;) { try { for (;;) {} } finally { continue; } } });'
];
const MAGICS: readonly string[] = ['', '%%profile', '%%profile --async', '%%time'];

let kernel: KernelClient;

beforeAll(async () => {
  kernel = await KernelClient.start();
});

afterAll(() => kernel.dispose());

test.each(LEFT_BEHIND)('one interrupt ends a cell that leaves %s', async left => {
  for (const magic of MAGICS) {
    const id = kernel.submit(`${magic}\nconsole.log('begun');\n${left}\nfor (;;) {}`);
    await kernel.waitUntil(() => kernel.textOf(id) === 'begun\n', 'the start of the cell');
    await kernel.control('interrupt_request');
    const { reply } = await kernel.finish(id);
    expect(reply['ename']).toBe('KeyboardInterrupt');
    const next = await kernel.execute('1 + 1');
    expect(next.reply['status']).toBe('ok');
  }
});

/** Cells that are interrupted within an immediate, of which others wait in the same list. */
const IN_IMMEDIATES: readonly string[] = [
  'setImmediate(() => { started(); for (;;) {} });\nsetImmediate(() => { ran += 1; });',
  'setImmediate(() => 0);\nsetImmediate(() => { started(); for (;;) {} });\nsetImmediate(() => { ran += 1; });',
  'setImmediate(() => 0);\nfor (let i = 0; i < 3; i++) setImmediate(() => { started(); for (;;) {} });\n' +
    'setImmediate(() => { ran += 1; });'
];

test.each(IN_IMMEDIATES)('immediates go on after the end of one in %s', async code => {
  await kernel.execute('let ran = 0;\nconst started = () => console.log("begun");');
  for (let round = 1; round <= 3; round++) {
    const id = kernel.submit(`${code}\nawait new Promise(() => {});`);
    await kernel.waitUntil(() => kernel.textOf(id).startsWith('begun\n'), 'the start of the cell');
    await kernel.control('interrupt_request');
    expect((await kernel.finish(id)).reply['ename']).toBe('KeyboardInterrupt');
    const next = await kernel.execute(
      'await new Promise(resolve => setTimeout(resolve, 50));\nran'
    );
    expect(kernel.textOf(next.id)).toBe(`${round}\n`);
    expect(kernel.textOf(id, 'stderr')).toBe('');
  }
});
