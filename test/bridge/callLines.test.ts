import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SAMPLED } from '../support/sampledTests';
import { KernelClient } from './kernelClient';
import { evaluateCell, runCell } from './runCell';

/** A line of `profile.last.lines()`. */
interface Line {
  readonly line: number;
  readonly ticks: number;
  readonly selfNs: number | null;
  readonly totalNs: number | null;
}

type Lines = ReadonlyMap<number, Line>;

const MS = 1e6;
const WORK_LINE = 5;
const LIBRARY = `
/** Keeps the thread busy. */
export function work(rounds: number): number {
  let value: number = 1;
  for (let i = 0; i < rounds; i++) value = Math.sqrt(value + i);
  return value;
}
`;

let kernel: KernelClient;

beforeAll(async () => {
  kernel = await KernelClient.lend();
  writeFileSync(path.join(kernel.process.folder, 'library.ts'), LIBRARY);
  await run(
    "import { profile } from 'kernelscope';\nimport { work } from './library';\nwork(1e6);"
  );
});

afterAll(() => kernel.dispose());

/** The time of the newest profile in which the machine had a core for it. */
const RUNNING = '(last => last.wallNs - (last.timeShares()?.coreWaitNs ?? 0))(profile.last!)';

const run = (code: string): Promise<string> => runCell(kernel, code);

const evaluate = <T>(expression: string): Promise<T> => evaluateCell<T>(kernel, expression);

/** Lines of the newest profile by their number; of its cell unless a file is given. */
async function lastLines(file = ''): Promise<Lines> {
  const lines = await evaluate<Line[]>(`profile.last!.lines(${file && JSON.stringify(file)})`);
  return new Map(lines.map(line => [line.line, line]));
}

/** Profiles a cell, whose first line is the second here. */
async function profiled(cell: string, options = ''): Promise<Lines> {
  await run(`%%profile -q ${options}\n${cell}`);
  return lastLines();
}

async function callSiteReport(): Promise<object | undefined> {
  const sources = await evaluate<{ source: string }[]>('profile.last!.data.sources');
  return sources.find(({ source }) => source === 'callSites');
}

describe('the lines of a profiled cell', () => {
  test('have the time of the module function they call', SAMPLED, async () => {
    const lines = await profiled('work(1e7);\nwork(1e8);');
    const [one, ten] = [lines.get(2)!, lines.get(3)!];
    expect(ten.totalNs! / one.totalNs!).toBeGreaterThan(8);
    expect(ten.totalNs! / one.totalNs!).toBeLessThan(12);
    expect(one.ticks + ten.ticks).toBeLessThan(10);
    const inside = (await lastLines('library.ts')).get(WORK_LINE)!;
    expect(inside.totalNs! / (one.totalNs! + ten.totalNs!)).toBeGreaterThan(0.9);
    expect(inside.selfNs! / inside.totalNs!).toBeGreaterThan(0.9);
    const runningNs = await evaluate<number>(RUNNING);
    expect(inside.totalNs! / runningNs).toBeGreaterThan(0.8);
    expect(inside.totalNs! / runningNs).toBeLessThan(1.1);
    expect(await callSiteReport()).toMatchObject({ status: 'ok' });
  });

  test('count once for a recursion', SAMPLED, async () => {
    const lines = await profiled(`function down(depth: number): number {
  return depth === 0
    ? work(5e7)
    : down(depth - 1);
}
down(30);`);
    const runningNs = await evaluate<number>(RUNNING);
    for (const line of [4, 5, 7]) {
      expect(lines.get(line)!.totalNs! / runningNs).toBeGreaterThan(0.7);
      expect(lines.get(line)!.totalNs! / runningNs).toBeLessThan(1.1);
    }
  });

  test('have what an async function calls behind an await', SAMPLED, async () => {
    const lines = await profiled(`async function later(): Promise<void> {
  await new Promise(resolve => setTimeout(resolve, 20));
  work(1e7);
  work(5e7);
}
await later();`);
    const ratio = lines.get(5)!.totalNs! / lines.get(4)!.totalNs!;
    expect(ratio).toBeGreaterThan(3.5);
    expect(ratio).toBeLessThan(6.5);
    expect(lines.get(3)?.totalNs ?? 0).toBeLessThan(5 * MS);
  });

  test('have no totals with --no-lines', async () => {
    const cell = 'let value = 1;\nfor (let i = 0; i < 5e7; i++) value = Math.sqrt(value + i);';
    const lines = await profiled(cell, '--no-lines');
    expect(lines.get(3)!.ticks).toBeGreaterThan(20);
    expect([...lines.values()].filter(({ totalNs }) => totalNs !== null)).toEqual([]);
    expect(await callSiteReport()).toBeUndefined();
  });
});

describe('a cell whose call sites are recorded', () => {
  test('may be interrupted in the middle of it', { tags: 'night' }, async () => {
    const id = kernel.submit('%%profile -q\nwhile (true) work(1e6);');
    await new Promise(resolve => setTimeout(resolve, 3000));
    await kernel.control('interrupt_request');
    expect((await kernel.finish(id)).reply['ename']).toBe('KeyboardInterrupt');
    expect((await lastLines()).get(2)!.totalNs).toBeGreaterThan(10 * MS);
    expect(await callSiteReport()).toMatchObject({ status: 'ok' });
  });

  test('waits, reads sockets and starts processes undisturbed', async () => {
    const text = await run(`%%profile -q --cpu=200
import { execFileSync, spawnSync } from 'node:child_process';
import { createServer, request } from 'node:http';
const start = performance.now();
const woken = Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
const slept = performance.now() - start;
const { status, signal, error } = spawnSync('sleep', ['0.3']);
const listed = execFileSync('sh', ['-c', 'sleep 0.1; echo listed']).toString().trim();
const server = createServer((_, response) => response.end('x'.repeat(1e6))).listen(0, '127.0.0.1');
await new Promise(resolve => server.once('listening', resolve));
const { port } = server.address() as { port: number };
const size = await new Promise<number>(resolve => {
  request({ port, host: '127.0.0.1' }, response => {
    let bytes = 0;
    response.on('data', (data: Buffer) => (bytes += data.length)).on('end', () => resolve(bytes));
  }).end();
});
server.close();
console.log(JSON.stringify({ woken, early: slept < 299, status, signal, error, listed, size }));`);
    const seen = { woken: 'timed-out', early: false, status: 0, signal: null };
    expect(JSON.parse(text)).toEqual({ ...seen, listed: 'listed', size: 1_000_000 });
  });

  test('may use @datadog/pprof itself at the same time', { tags: 'night' }, async () => {
    const file = path.resolve('node_modules/@datadog/pprof/out/src/index.js');
    await run(`const pprof = require(${JSON.stringify(file)});`);
    const text = await run(`%%profile -q
pprof.time.start({ lineNumbers: true });
work(1e8);
console.log(pprof.time.stop().sample.length > 0);`);
    expect(text).toBe('true\n');
    expect(await callSiteReport()).toMatchObject({ status: 'ok' });
    expect((await lastLines()).get(3)!.totalNs).toBeGreaterThan(10 * MS);
  });
});
