import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadProfile } from 'kernelscope';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROGRESS_MIME_TYPE } from '../../src/model/output/progress';
import { isProgress, KernelClient } from './kernelClient';
import { evaluateCell, runCell } from './runCell';
import { useFolder } from '../support/folders';

const COMMAND = fileURLToPath(new URL('../../src/bin/kernelscope.cjs', import.meta.url));

const folder = useFolder();

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

/** Runs a cell and compares its heap. */
async function rowsOf(source: string): Promise<readonly Row[]> {
  await runCell(kernel, `%%profile -q --heap-diff\n${source}`);
  return evaluateCell<Row[]>(kernel, 'profile.last!.data.meta.heapGrowth!.rows');
}

/** Each comparison of a kernel's heap takes seconds: tests share those that there are. */
const compared: Row[] = [];

describe('a cell that leaks', () => {
  let rows: readonly Row[];

  beforeAll(async () => {
    rows = await rowsOf('churn(1e5); serve(2000); churn(1e5);');
    compared.push(...rows);
  });

  test('has its leak in the first row, whose path names the variable that holds it', () => {
    const [first] = rows;
    expect(first).toMatchObject({ name: 'Session', added: 2000, freed: 0 });
    expect(first.retainedBytes).toBeGreaterThan(20e6);
    expect(first.paths[0].objects).toBe(2000);
    expect(first.paths[0].path).toMatch(/^sessions → Map → \[\d+\] → Session$/);
  });
});

interface Meta {
  readonly cpuTimeNs: number;
  readonly helperCpuNs?: number;
}

test('a cell tells that a heap snapshot is taken, before it runs and after it', async () => {
  const code = '%%profile --heap-diff\nawait new Promise(done => setTimeout(done, 2500));';
  const id = kernel.submit(code, { cellId: 'followed' });
  await kernel.finish(id);
  const phases = kernel.published
    .filter(message => message.parent.msg_id === id && isProgress(message))
    .map(
      ({ content }) =>
        (content['data'] as Record<string, { phase: string }>)[PROGRESS_MIME_TYPE].phase
    );
  expect(phases.join(' ')).toMatch(/^(snapshot )+(recording )+(snapshot )+(preparing )*ended$/);
});

describe('a cell that keeps nothing', () => {
  let rows: readonly Row[];
  let meta: Meta;
  /** The most memory of the process in the cell without a comparison, in that with one, and after it. */
  const peaks: number[] = [];

  const addPeak = async (): Promise<unknown> =>
    peaks.push(
      await evaluateCell<number>(
        kernel,
        `Math.max(...profile.last!.data.counters.find(({ name }) => name === 'Memory: node/rss')!.value)`
      )
    );

  beforeAll(async () => {
    await runCell(kernel, '%%profile -q\nchurn(2e6);');
    await addPeak();
    rows = await rowsOf('churn(2e6);');
    compared.push(...rows);
    await addPeak();
    meta = await evaluateCell<Meta>(kernel, 'profile.last!.data.meta');
    await runCell(kernel, '%%profile -q\nchurn(2e6);');
    await addPeak();
  });

  test('has no growth, and what the profiler makes is none', () => {
    const sum = rows.reduce((all, { retainedBytes }) => all + retainedBytes, 0);
    expect(sum).toBeLessThan(100_000);
  });

  test('has the memory and the time of the snapshots in no figure, nor has the next cell', () => {
    const [usual, withComparison, next] = peaks;
    expect(withComparison - usual).toBeLessThan(120e6);
    expect(next - usual).toBeLessThan(120e6);
    expect(meta.helperCpuNs ?? 0).toBeLessThan(meta.cpuTimeNs);
  });
});

describe('a cell that ends worker threads', () => {
  let objects: Row;

  beforeAll(async () => {
    const rows = await rowsOf(`import { Worker } from 'node:worker_threads';
const worker = new Worker('setInterval(() => undefined, 1000)', { eval: true });
await new Promise(resolve => worker.once('online', resolve));
await worker.terminate();
for (let i = 0; i < 50_000; i++) count();`);
    compared.push(...rows);
    objects = rows.find(({ name }) => name === 'Object')!;
  });

  test('can compare its heap as well', () => {
    expect(objects.added).toBeGreaterThanOrEqual(50_000);
    expect(objects.freed).toBe(0);
  });

  test('has a variable in a closure by its name', () => {
    expect(objects.paths[0].path).toMatch(/^count → Function → seen → Array → \[\d+\] → Object$/);
  });
});

test('rows are of the cells alone: no signals of the kernel, and none without objects or bytes', () => {
  expect(compared.length).toBeGreaterThan(0);
  expect(compared.map(({ name }) => name)).not.toContain('Signal');
  for (const { added, retainedBytes } of compared) {
    expect(added || retainedBytes >= 1000).toBeTruthy();
  }
});

test('a program in TypeScript has nothing of its compiler in the comparison', () => {
  const written = (name: string, text: string): string => {
    const file = path.join(folder, name);
    writeFileSync(file, text);
    return file;
  };
  written(
    'store.ts',
    `export class Entry { constructor(readonly id: number, readonly body: string[]) {} }
    const held: Map<number, Entry> = new Map();
    export function keep(id: number): void { held.set(id, new Entry(id, ['a' + id])); }`
  );
  const main = written(
    'main.ts',
    `import { keep } from './store';
    for (let id: number = 0; id < 20_000; id++) keep(id);`
  );
  const output = path.join(folder, 'leak.kscope');
  execFileSync(process.execPath, [COMMAND, 'run', '-q', '--heap-diff', '-o', output, main]);
  const { rows = [] } = loadProfile(output).data.meta.heapGrowth ?? {};
  const [first] = rows;
  expect(first.retainedBytes).toBeGreaterThan(20_000 * 40);
  expect(first.paths[0].path).toMatch(/(mainModule|entry_point_module)\b.* → Module\b/);
  expect(rows.find(({ name }) => name === 'Entry')).toMatchObject({ added: 20_000, freed: 0 });
  const paths = rows.flatMap(row => row.paths.map(each => each.path)).join('\n');
  expect(paths).toContain(' → held → Map');
  expect(paths).not.toMatch(/node_modules|esbuild|acorn|Parser|tokTypes|Memory/);
});
