import { afterAll, beforeAll, expect, test } from 'vitest';
import { KernelClient } from './kernelClient';
import { evaluateCell, runCell } from './runCell';

let kernel: KernelClient;

beforeAll(async () => {
  kernel = await KernelClient.start();
  await runCell(
    kernel,
    `import { profile } from 'kernelscope';

class Session {
  constructor(readonly id: number, readonly body: Buffer) {}
}
const sessions = new Map<number, Session>();
function serve(count: number): void {
  for (let i = 0; i < count; i++) sessions.set(i, new Session(i, Buffer.alloc(10_000)));
}
function counter(): () => number {
  const seen: { at: number; note: string }[] = [];
  return () => seen.push({ at: seen.length, note: 'note ' + seen.length });
}
const count = counter();
function churn(count: number): number {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += [i, { i }, String(i)].length;
  return sum;
}`
  );
});

afterAll(() => kernel.dispose());

interface Row {
  readonly name: string;
  readonly added: number;
  readonly freed: number;
  readonly retainedBytes: number;
  readonly paths: readonly { readonly path: string; readonly objects: number }[];
}

async function rowsOf(source: string): Promise<readonly Row[]> {
  await runCell(kernel, `%%profile -q --heap-diff\n${source}`);
  return evaluateCell<Row[]>(kernel, 'profile.last!.data.meta.heapGrowth!.rows');
}

test('a leak is the first row, and its path names the variable that holds it', async () => {
  const [first] = await rowsOf('churn(1e5); serve(2000); churn(1e5);');
  expect(first).toMatchObject({ name: 'Session', added: 2000, freed: 0 });
  expect(first.retainedBytes).toBeGreaterThan(20e6);
  expect(first.paths[0].objects).toBe(2000);
  expect(first.paths[0].path).toMatch(/^sessions → Map → \[\d+\] → Session$/);
});

test('a variable in a closure is named as well', async () => {
  const [first] = await rowsOf('for (let i = 0; i < 50_000; i++) count();');
  expect(first).toMatchObject({ name: 'Object', freed: 0 });
  expect(first.paths[0].path).toMatch(/^count → Function → seen → Array → \[\d+\] → Object$/);
});

test('code that keeps nothing has no growth, and what the profiler makes is none', async () => {
  const rows = await rowsOf('churn(2e5);');
  const sum = rows.reduce((all, { retainedBytes }) => all + retainedBytes, 0);
  expect(sum).toBeLessThan(100_000);
});
