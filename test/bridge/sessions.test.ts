import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { besidesLateness } from '../support/memberReports';
import { type DisplayOutput, type Execution, KernelClient } from './kernelClient';
import { runCell } from './runCell';

const SETUP = `
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { attach, emitNvtx, instrument, profile, range } from 'kernelscope';
const tools = { add: (a: number, b: number) => a + b, mul: (a: number, b: number) => a * b };
instrument(tools, { name: '' });
const slicesOf = (found: typeof profile.last) => {
  const { slices, labels, strings } = found!.data;
  const [...own] = slices.label;
  return own
    .filter(label => strings[labels.category[label]] !== 'gc')
    .map(label => strings[labels.name[label]])
    .join();
};
const namesOf = (session: { events(): { name: string }[] }) => session.events().map(e => e.name).join();`;

/** A worker thread that answers each message by a range and a message. */
const WORKER = `
const { parentPort } = require('node:worker_threads');
const { range } = require('kernelscope');
parentPort.on('message', name => {
  range(name, () => { for (let i = 0; i < 1e6; i++); });
  parentPort.postMessage('done');
});
parentPort.postMessage('ready');`;

let kernel: KernelClient;

beforeAll(async () => {
  kernel = await KernelClient.lend();
  writeFileSync(path.join(kernel.process.folder, 'worker.js'), WORKER);
  await run(SETUP);
});

afterAll(() => kernel.dispose());

async function execute(code: string): Promise<Execution> {
  const execution = await kernel.execute(code);
  expect(execution.reply['status'], JSON.stringify(execution.reply)).toBe('ok');
  return execution;
}

const run = (code: string): Promise<string> => runCell(kernel, code);

/** Begins a cell that never ends by itself, and interrupts it once it says `busy`. */
async function interrupt(code: string): Promise<void> {
  const id = kernel.submit(code);
  await kernel.waitUntil(() => kernel.textOf(id).includes('busy\n'), 'a busy cell');
  await kernel.control('interrupt_request');
  expect((await kernel.finish(id)).reply).toMatchObject({ ename: 'KeyboardInterrupt' });
}

describe('a session over several cells', () => {
  test('has what ran from the cell that started it to the one that stopped it', async () => {
    await run(`const long = profile({ name: 'long', profileMemory: true });`);
    await run(`range('first cell', () => tools.add(1, 2));`);
    await run(`await range('second cell', async () => { await sleep(100); tools.mul(2, 3); });`);
    await run('long.stop();');
    await run(`range('too late', () => 1);`);
    expect(await run('console.log(namesOf(long));')).toBe('first cell,add,second cell,mul\n');
    expect(await run("console.log(profile.get('long') === long.finished);")).toBe('true\n');
  });

  test('prints its table', async () => {
    const table = await run(`console.log(long.table({ sortBy: 'cpu_time_total', rowLimit: 2 }));`);
    const lines = table.trimEnd().split('\n');
    expect(lines[1]).toMatch(/^ +Name +Self CPU % +Self CPU +CPU total % +CPU total +CPU time avg/);
    expect(lines[3]).toMatch(/^ +second cell .* 1 +$/);
    expect(lines[4]).toMatch(/^ +(first cell|add|mul) /);
    expect(lines.at(-1)).toMatch(/^Self CPU time total: \d+\.\d{3}[mu]s$/);
    expect(lines).toHaveLength(7);
  });

  test('averages over cells', async () => {
    const counts = await run(
      `console.log(long.keyAverages().map(({ key, count }) => key + ' ' + count).join());`
    );
    expect(counts).toBe('first cell 1,add 1,second cell 1,mul 1\n');
  });

  test('says that it goes on when it is the last expression, and is refused for its results', async () => {
    await run('const open = profile();');
    const shown = await execute('open');
    expect(JSON.stringify(shown.outputs)).toContain('<unfinished torch.autograd.profile>');
    const { reply } = await kernel.execute('open.table();');
    expect(reply).toMatchObject({ status: 'error', ename: 'UnfinishedSessionError' });
    await run('open.stop();');
  });

  test('is shown readably and not at any length when it is the last expression', async () => {
    await run(`const crowded = profile({ cpuIntervalUs: null });
for (let i = 0; i < 20_000; i++) range('step', () => i);
crowded.stop();`);
    const { outputs } = await execute('crowded');
    expect(outputs).toMatchObject([{ type: 'display_data' }]);
    const text = String((outputs[0] as DisplayOutput).data['text/plain']);
    expect(text.match(/ step /g)).toHaveLength(100);
    expect(text.length).toBeLessThan(100_000);
    expect(text).not.toMatch(/private|#details|tree/);
  });
});

describe('a session and %%profile', () => {
  test('record the same side by side when the session is inside the cell', async () => {
    await run(`%%profile around -q
range('before', () => 1);
const inside = profile({ name: 'inside' });
range('both', () => tools.add(1, 2));
inside.stop();
range('after', () => 1);`);
    expect(await run('console.log(namesOf(inside));')).toBe('both,add\n');
    expect(await run("console.log(slicesOf(profile.get('around')));")).toBe(
      'before,both,add,after\n'
    );
    expect(
      await run('console.log(profile.list().slice(-2).map(p => p.data.meta.name).join());')
    ).toBe('inside,around\n');
  });

  test('record the same side by side when the cell is inside the session', async () => {
    await run(`const outside = profile({ name: 'outside' });`);
    await run(`range('plain cell', () => 1);`);
    await run(`%%profile within -q\nrange('profiled cell', () => tools.mul(1, 2));`);
    await run('await outside.finish();');
    expect(await run('console.log(namesOf(outside));')).toBe('plain cell,profiled cell,mul\n');
    expect(await run("console.log(slicesOf(profile.get('within')));")).toBe('profiled cell,mul\n');
  });
});

describe('a cell that ends badly', () => {
  test('shows the error of profile.run at its line, and what ran until then is profile.last', async () => {
    const { reply, outputs } = await kernel.execute(`const untouched = 1;
await profile.run(() => {
  range('before', () => tools.add(1, 2));
  throw new RangeError('mine');
}, { name: 'failed' });`);
    expect(reply).toMatchObject({ status: 'error', ename: 'RangeError', evalue: 'mine' });
    const traceback = (reply['traceback'] as string[]).join('\n');
    expect(traceback).toMatch(/Cell \[\d+\]:4:9/);
    expect(traceback).not.toMatch(/kernel\.cjs|kernelscope\/lib/);
    expect(outputs.filter(({ type }) => type === 'error')).toHaveLength(1);
    const last = await run(`{ const { name, status } = profile.last!.data.meta;
console.log(name, status, slicesOf(profile.last), profile.isActive()); }`);
    expect(last).toBe('failed error before,add false\n');
  });

  test('leaves a session that it was interrupted in to be stopped and read', async () => {
    await run(`const broken = profile({ name: 'broken' });`);
    await interrupt(`range('until the interrupt', () => tools.add(1, 2));
range('never ends', () => { console.log('busy'); for (;;); });`);
    expect(await run('console.log(profile.isActive(), 6 * 7);')).toBe('true 42\n');
    await run(`range('after the interrupt', () => 1);\nbroken.stop();`);
    expect(await run('console.log(namesOf(broken), profile.isActive());')).toBe(
      'until the interrupt,add,never ends,after the interrupt false\n'
    );
    expect(await run(`console.log(broken.table());`)).toContain('after the interrupt');
    const parents = await run(
      `console.log(broken.events().filter(e => e.name.startsWith('after'))[0].cpuParent);`
    );
    expect(parents).toBe('null\n');
  });

  test.each([
    ['profile.run', "await profile.run(busy, { name: 'cut off' });"],
    ['profile.run that waits', "await profile.run(waiting, { name: 'cut off' });"],
    ['a function', "profile(busy, { name: 'cut off' })();"],
    ['a method', 'new Endless().loop();']
  ])('ends the session of %s when it is interrupted in it, with what ran', async (_what, call) => {
    await run(`function busy() { range('before', () => 1); console.log('busy'); for (;;); }
async function waiting() { range('before', () => 1); console.log('busy'); await sleep(60_000); }
class Endless { @profile.wrap({ name: 'cut off' }) loop() { busy(); } }`);
    await interrupt(call);
    const last = await run(`{ const { name, status } = profile.last!.data.meta;
console.log(name, status, slicesOf(profile.last), profile.isActive()); }`);
    expect(last).toBe('cut off interrupted before false\n');
  });
});

describe('asynchronous sessions', () => {
  test('know the parents of what overlapping ranges run after awaits', async () => {
    await run(`const overlapping = await profile.run(async () => {
  const job = (name: string, ms: number, operator: () => number) => range(name, async () => {
    await sleep(ms);
    operator();
    await sleep(ms);
    range('deep ' + name, () => operator());
  });
  await Promise.all([
    job('A', 3, () => tools.add(1, 2)),
    job('B', 4, () => tools.mul(1, 2))
  ]);
}, { async: true });`);
    const parents = await run(`{ const { slices, labels, strings } = overlapping.session.profile;
const nameOf = (row: number) => (row < 0 ? '-' : strings[labels.name[slices.label[row]]]);
const pairs = Array.from(slices.label, (_, row) => nameOf(row) + ' in ' + nameOf(slices.parent[row]));
console.log(pairs.filter(pair => /^(deep )?(A|B|add|mul) /.test(pair)).sort().join()); }`);
    expect(parents).toBe(
      'A in -,B in -,add in A,add in deep A,deep A in A,deep B in B,mul in B,mul in deep B\n'
    );
  });

  test('show the track of an attached worker', async () => {
    await run(`const worker = new Worker('./worker.js');
await once(worker, 'message');
const attachment = attach(worker);
await sleep(100);
const withWorker = profile({ name: 'with a worker' });`);
    await run(`worker.postMessage('in the worker');\nawait once(worker, 'message');`);
    await run('await withWorker.finish();');
    const told =
      await run(`{ const { slices, labels, strings, tracks, sources } = withWorker.profile;
const row = Array.from(slices.label).findIndex(label => strings[labels.name[label]] === 'in the worker');
console.log(tracks[slices.track[row]].kind, sources.find(s => s.source === 'workers')!.message); }`);
    expect(besidesLateness(told)).toBe('worker');
    expect(await run('console.log(namesOf(withWorker).includes("in the worker"));')).toBe('true\n');
    await run('attachment.detach();\nawait worker.terminate();');
  });
});

describe('emitNvtx without a tool', () => {
  test('warns once, runs what it is given, and can do so after an interrupt', async () => {
    const first = await execute(`console.log(emitNvtx.run(() => range('seen', () => 7)));`);
    const second = await execute(`{ const emission = emitNvtx();
console.log(await emitNvtx.run(async () => 8, { enabled: false }));
emission.end(); }`);
    expect(kernel.textOf(first.id)).toBe('7\n');
    expect(kernel.textOf(second.id)).toBe('8\n');
    const heard = () => kernel.textOf(first.id, 'stderr') + kernel.textOf(second.id, 'stderr');
    await kernel.waitUntil(() => heard().includes('No NVTX ranges are emitted'), 'a warning');
    await run('await sleep(20);');
    expect(heard().match(/No NVTX ranges are emitted/g)).toHaveLength(1);
    await interrupt("emitNvtx.run(() => { console.log('busy'); for (;;); });");
    expect(await run('console.log(emitNvtx.run(() => 9));')).toBe('9\n');
    expect(heard()).toMatch(/No tool takes them: run the program under one/);
  });
});
