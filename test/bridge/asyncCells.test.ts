import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KernelClient } from './kernelClient';
import { besidesLateness } from '../support/memberReports';
import { SAMPLED } from '../support/sampledTests';
import { runCell } from './runCell';

/** Prints, in a cell of its own, the parent of each slice of the newest profile, by name. */
const PARENTS = `{
const { slices, labels, strings } = profile.last!.data;
const nameOf = (row: number) => (row < 0 ? '-' : strings[labels.name[slices.label[row]]]);
const rows = Array.from({ length: slices.length }, (_, row) => row);
console.log(JSON.stringify(Object.fromEntries(
  rows.map(row => [nameOf(row), nameOf(slices.parent[row])])
)));
}`;

/** Two jobs that take turns; what runs in them does so after awaits. */
const JOBS = `
const job = (name: string, ms: number) => range(name, async () => {
  await sleep(ms);
  const sum = tools.add(1, 2);
  await sleep(ms);
  await range('deep ' + name, async () => {
    await sleep(1);
    range('deepest ' + name, () => tools['add' + name](sum, 3));
  });
});
await Promise.all([job('A', 3), job('B', 4)]);`;

const SETUP = `
import { setTimeout as sleep } from 'node:timers/promises';
import { instrument, profile, range } from 'kernelscope';
const tools: Record<string, (a: number, b: number) => number> = {
  add: (a, b) => a + b,
  addA: (a, b) => a + b,
  addB: (a, b) => a + b
};
instrument(tools, { filter: /add./ });`;

/** A worker thread that answers each message by a range and a message. */
const WORKER = `
const { parentPort } = require('node:worker_threads');
const { range } = require('kernelscope');
parentPort.on('message', name => {
  range(name, () => { for (let i = 0; i < 1e6; i++); });
  parentPort.postMessage('done');
});`;

let kernel: KernelClient;

beforeAll(async () => {
  kernel = await KernelClient.lend();
  writeFileSync(path.join(kernel.process.folder, 'worker.js'), WORKER);
  await run(SETUP);
});

afterAll(() => kernel.dispose());

const run = (code: string): Promise<string> => runCell(kernel, code);

async function parents(): Promise<Record<string, string>> {
  return JSON.parse(await run(PARENTS)) as Record<string, string>;
}

const FOLLOWED = {
  A: '-',
  B: '-',
  'deep A': 'A',
  'deep B': 'B',
  'deepest A': 'deep A',
  'deepest B': 'deep B',
  addA: 'deepest A',
  addB: 'deepest B'
};

describe('%%profile --async', () => {
  test('knows what two jobs that take turns run after awaits, and how long they ran', async () => {
    await run(`%%profile --async\n${JOBS}`);
    expect(await parents()).toMatchObject(FOLLOWED);
    const told = await run(
      `const { args, strings, sources } = profile.last!.data;
      console.log(Array.from(args.key).filter(key => strings[key] === 'running').length);
      console.log(sources.filter(({ source }) => /async|eventLoop/.test(source))
        .map(({ source, status }) => source + ' ' + status).join(', '));`
    );
    expect(told.trim().split('\n').sort()).toEqual(['4', 'async ok, eventLoop ok']);
  });

  test('is the default for async functions, and off with --no-async', async () => {
    await run(`%%profile\n${JOBS}`);
    expect((await parents())['deep A']).toBe('A');
    await run(`%%profile --no-async\n${JOBS}`);
    expect((await parents())['deep A']).toBe('-');
  });

  test('belongs to the run it is in when a cell is repeated', async () => {
    await run(`%%profile --async --repeat 2\n${JOBS}`);
    expect(await parents()).toMatchObject({ ...FOLLOWED, A: 'repetition', B: 'repetition' });
  });

  test('lets a cell be interrupted: at once before an await, and never by the end of the kernel', async () => {
    const busy = kernel.submit('%%profile --async\nconsole.log("started");\nfor (;;) {}');
    await kernel.waitUntil(() => kernel.textOf(busy) === 'started\n', 'the start');
    await kernel.control('interrupt_request');
    expect((await kernel.finish(busy)).reply).toMatchObject({ ename: 'KeyboardInterrupt' });
    const later = kernel.submit(
      '%%profile --async\nawait range("job", async () => {\nawait sleep(5);\n' +
        'console.log("started");\nfor (const end = Date.now() + 3000; Date.now() < end;);\n' +
        'await sleep(60000);\n});'
    );
    await kernel.waitUntil(() => kernel.textOf(later) === 'started\n', 'the start');
    await kernel.control('interrupt_request');
    expect((await kernel.finish(later)).reply).toMatchObject({ ename: 'KeyboardInterrupt' });
    expect((await parents())['job']).toBe('-');
    expect(await run('console.log("alive")')).toBe('alive\n');
  });
});

/** Prints the shares of the waiting time at each place, of 1. */
const WAITING = `{
const { slices, labels, strings, tracks } = profile.last!.data;
const shares: Record<string, number> = {};
let all = 0;
for (let row = 0; row < slices.length; row++) {
  if (tracks[slices.track[row]].kind !== 'waiting') continue;
  const name = strings[labels.name[slices.label[row]]].replace(/.*:/, '');
  shares[name] = (shares[name] ?? 0) + slices.duration[row];
  all += slices.duration[row];
}
console.log(JSON.stringify(Object.fromEntries(Object.entries(shares).map(([name, ns]) => [name, ns / all]))));
}`;

describe('%%profile of a loop with many awaits inside of Node', () => {
  test('has its waits at its lines, although not all stacks can be captured', SAMPLED, async () => {
    const { folder } = kernel.process;
    for (let at = 0; at < 300; at++) {
      writeFileSync(path.join(folder, `part-${at}`), 'text\n'.repeat(4e4));
    }
    await run(`import { readFile } from 'node:fs/promises';`);
    await run(
      `%%profile
      for (let at = 0; at < 300; at++) {
        await readFile('part-' + at, 'utf8');
        await new Promise(done => setTimeout(done, 2));
      }`
    );
    const shares = JSON.parse(await run(WAITING)) as Record<string, number>;
    expect((shares['3'] ?? 0) + shares['4'], JSON.stringify(shares)).toBeGreaterThan(0.7);
    expect(shares['4']).toBeGreaterThan(shares['3'] ?? 0);
  });
});

describe('%%profile with an attached worker', () => {
  test('shows its track and where messages went', async () => {
    await run(
      `import { once } from 'node:events';
      import { Worker } from 'node:worker_threads';
      import { attach } from 'kernelscope';
      const worker = new Worker('./worker.js');
      await once(worker, 'online');
      worker.postMessage('first');
      await once(worker, 'message');
      attach(worker);
      (await profile.run(() => undefined)).session;`
    );
    await run(
      `%%profile\nworker.postMessage('in the worker');\nawait once(worker, 'message');\nawait sleep(50);`
    );
    const told = await run(
      `{ const { slices, labels, strings, tracks, flows, sources } = profile.last!.data;
      const nameOf = (row: number) => strings[labels.name[slices.label[row]]];
      const row = Array.from(slices.label, (_, each) => each).find(each => nameOf(each) === 'in the worker');
      console.log(row === undefined ? 'none' : tracks[slices.track[row]].kind);
      console.log(Array.from(flows.from, from => nameOf(from)).join(' '));
      console.log(JSON.stringify(sources.find(({ source }) => source === 'workers'))); }`
    );
    const [kind, flows, report] = told.trim().split('\n');
    expect(kind).toBe('worker');
    expect(flows).toBe('postMessage postMessage');
    expect(besidesLateness((JSON.parse(report) as { message: string }).message)).toBe('');
    await run('await worker.terminate();');
  });
});
