import { afterAll, beforeAll, expect, test } from 'vitest';
import { KernelClient } from './kernelClient';
import { evaluateCell, runCell } from './runCell';

let kernel: KernelClient;

beforeAll(async () => {
  kernel = await KernelClient.lend();
  await runCell(
    kernel,
    `import { profile } from 'kernelscope';

const leaked: object[] = [];
function leak(count: number): void {
  for (let i = 0; i < count; i++) leaked.push({ i, values: [i, i + 1, i + 2, i + 3] });
}
function churn(count: number): number {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += [i, { i }, String(i)].length;
  return sum;
}`
  );
});

afterAll(() => kernel.dispose());

test('a cell with --retained names the function of a leak first, beside ten times as much garbage', async () => {
  await runCell(kernel, `%%profile -q --retained=65536\nchurn(3e6); leak(6e5); churn(3e6);`);
  const [first, ...others] = await evaluateCell<
    { name: string; line: number; aliveBytes: number }[]
  >(kernel, 'profile.last!.allocations().slice(0, 5)');
  expect(first).toMatchObject({ name: 'leak', line: 4 });
  expect(first.aliveBytes).toBeGreaterThan(40e6);
  for (const { aliveBytes } of others) expect(aliveBytes).toBeLessThan(first.aliveBytes / 4);
  const texts = await evaluateCell<string>(kernel, 'profile.last!.explain()');
  expect(texts).toMatch(/`leak\(\)` \(Cell .*:4\) allocated the most that is still alive/);
});

test('a cell with --allocations counts the garbage, too', async () => {
  await runCell(kernel, `%%profile -q --allocations=65536\nchurn(1e6); leak(5e4);`);
  const [first] = await evaluateCell<{ name: string; allocatedBytes: number }[]>(
    kernel,
    'profile.last!.allocations()'
  );
  expect(first).toMatchObject({ name: 'churn', aliveBytes: 0 });
  expect(first.allocatedBytes).toBeGreaterThan(50e6);
});

test('a cell with both options has both amounts: a finding of the garbage, and one of the leak', async () => {
  await runCell(kernel, `%%profile -q --allocations --retained=65536\nchurn(3e6); leak(6e5);`);
  const rows = await evaluateCell<{ name: string; aliveBytes: number; allocatedBytes: number }[]>(
    kernel,
    'profile.last!.allocations()'
  );
  const [first, second] = rows;
  expect([first.name, second.name]).toEqual(['leak', 'churn']);
  expect(first.aliveBytes).toBeGreaterThan(40e6);
  expect(first.aliveBytes).toBeLessThanOrEqual(first.allocatedBytes);
  expect(second.allocatedBytes).toBeGreaterThan(150e6);
  expect(second.aliveBytes).toBeLessThan(first.aliveBytes / 10);
  const texts = await evaluateCell<string>(kernel, 'profile.last!.explain()');
  expect(texts).toMatch(/`leak\(\)` \(Cell .*:4\) allocated the most that is still alive/);
  expect(texts).toMatch(/`churn\(\)` \(Cell .*:7\) allocated the most/);
});
