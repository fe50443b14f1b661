import { afterAll, beforeAll, expect, test } from 'vitest';
import { KernelClient } from './kernelClient';

let kernel: KernelClient;

beforeAll(async () => {
  kernel = await KernelClient.start();
});

afterAll(() => kernel.dispose());

async function arrayBufferBytes(): Promise<number> {
  const { id } = await kernel.execute('process.memoryUsage().arrayBuffers');
  return Number(kernel.textOf(id));
}

test('the memory that a recording shares with the helper thread serves the next ones', async () => {
  const record = async (times: number): Promise<void> => {
    for (let cell = 0; cell < times; cell++) await kernel.execute('%%profile -q --no-cpu\n1;');
  };
  await record(10);
  const before = await arrayBufferBytes();
  await record(60);
  expect((await arrayBufferBytes()) - before).toBeLessThan(15e6);
});

test('an idle kernel collects the garbage of its cells', async () => {
  const { id } =
    await kernel.execute(`const registry = new FinalizationRegistry(() => console.log('collected'));
let waste: unknown = {};
registry.register(waste as object, 0);
const numbers = Array.from({ length: 2e6 }, (_, i) => ({ i }));
waste = null;
numbers.length = 0;
void 0;`);
  const answeredAt = Date.now();
  expect(kernel.textOf(id)).toBe('');
  await kernel.waitUntil(() => kernel.textOf(id) === 'collected\n', 'the collection');
  expect(Date.now() - answeredAt).toBeGreaterThan(8000);
});
