import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KernelClient } from '../kernelClient';
import { isProfile } from '../probe';

/** Bodies that never end by themselves. */
const BODIES: readonly string[] = [
  'for (;;) {}',
  'await wait(1);\nfor (;;) {}',
  'for (;;) await null;',
  'const f = () => { void Promise.resolve().then(f); };\nf();\nawait new Promise(() => {});',
  'const g = () => { process.nextTick(g); };\ng();',
  'for (;;) console.log("line");',
  'for (;;) { await wait(1); console.error("late"); }',
  'for (;;) JSON.stringify([...Array(1000).keys()]);',
  'for (;;) [...Array(999).keys()].sort((a, b) => b - a);',
  'for (;;) { try { throw new Error("x"); } catch {} finally { rounds += 1; } }',
  'for (;;) range("inner", () => rounds += 1);',
  '({ get [Symbol.toStringTag]() { for (;;) {} } })',
  'await new Promise(() => {});',
  'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);'
];
const MAGICS: readonly string[] = ['', '%%profile', '%%profile --async', '%%time'];
const ROUNDS = 56;
/** The latest moment after the start of a cell. */
const LATEST_MS = 400;

/** Numbers from 0 to 1 that look random and are the same in every run. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

let kernel: KernelClient;

beforeAll(async () => {
  kernel = await KernelClient.start();
  const { reply } = await kernel.execute(
    'import { range } from "kernelscope";\nlet rounds = 0;\nlet count = 0;\n' +
      'const wait = (ms: number) => new Promise<void>(r => setTimeout(r, ms));'
  );
  expect(reply['status']).toBe('ok');
});

afterAll(() => kernel.dispose());

test(`interrupts at ${ROUNDS} moments end cells of every kind, and no cell after them`, async () => {
  const random = sequence(7);
  for (let round = 0; round < ROUNDS; round += 1) {
    const magic = MAGICS[round % MAGICS.length];
    const body = BODIES[Math.floor(random() * BODIES.length)];
    const id = kernel.submit(`${magic}\n${body}`);
    const begins = (): boolean =>
      kernel.published.some(
        ({ header, parent }) => parent.msg_id === id && header.msg_type === 'execute_input'
      );
    await kernel.waitUntil(begins, 'the start of the cell');
    await sleep(random() * random() * LATEST_MS);
    await kernel.control('interrupt_request');
    const { reply, outputs } = await kernel.finish(id);
    expect(reply['ename'], `${magic}\n${body}`).toBe('KeyboardInterrupt');
    const isProfiled = magic.startsWith('%%profile');
    expect(outputs.filter(isProfile), body).toHaveLength(isProfiled ? 1 : 0);
    const next = await kernel.execute('count += 1;\ncount');
    expect(next.reply['status'], body).toBe('ok');
    expect(kernel.textOf(next.id)).toBe(`${round + 1}\n`);
  }
});
