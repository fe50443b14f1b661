import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Execution, KernelClient } from './kernelClient';
import { runCell } from './runCell';

interface TraceEvent {
  readonly ph: string;
  readonly name: string;
}

/** What each attached program does: a task named by what it is sent. */
const WORK = `
const task = name => {
  const one = new kernelscope.Domain('workers').newTask(name);
  one.run(() => { for (let i = 0; i < 1e5; i++); });
  return kernelscope.VERSION;
};`;

const FILES: Readonly<Record<string, string>> = {
  'thread.js': `
const { parentPort } = require('node:worker_threads');
const kernelscope = require('kernelscope');${WORK}
parentPort.on('message', name => parentPort.postMessage(task(name)));`,
  'thread.mjs': `
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
const kernelscope = createRequire(import.meta.url)('kernelscope');${WORK}
parentPort.on('message', name => parentPort.postMessage(task(name)));`,
  'child.js': `
const kernelscope = require('kernelscope');${WORK}
process.on('message', name => process.send(task(name)));`
};

/** Keeps its thread busy for good once it has done one task. */
const BUSY = `
const { parentPort } = require('node:worker_threads');
const kernelscope = require('kernelscope');${WORK}
parentPort.on('message', name => { task(name); for (;;); });`;

const SETUP = `
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { profiler, VERSION } from 'kernelscope';
const server = { profileProcess: 'server' } as const;`;

let kernel: KernelClient;

beforeAll(async () => {
  kernel = await KernelClient.start();
  for (const [name, text] of Object.entries(FILES)) {
    writeFileSync(path.join(kernel.process.folder, name), text);
  }
  writeFileSync(inFolder('busy.js'), BUSY);
  await run(SETUP);
});

afterAll(() => kernel.dispose());

const run = (code: string): Promise<string> => runCell(kernel, code);

async function failure(code: string): Promise<Execution['reply']> {
  const { reply } = await kernel.execute(code);
  expect(reply['status']).toBe('error');
  return reply;
}

function inFolder(name: string): string {
  return path.join(kernel.process.folder, name);
}

/** Names of the tasks in a trace. */
function tasksIn(name: string): string[] {
  const { traceEvents } = JSON.parse(readFileSync(inFolder(name), 'utf8')) as {
    traceEvents: readonly TraceEvent[];
  };
  return traceEvents.filter(({ ph }) => ph === 'b').map(event => event.name);
}

describe('a worker that a cell starts', () => {
  test.each([
    ['a file', "new Worker('./thread.js')"],
    ['an ES module', "new Worker('./thread.mjs')"],
    ['text', "new Worker(readFileSync('thread.js', 'utf8'), { eval: true })"]
  ])('from %s finds kernelscope and is profiled over several cells', async (title, start) => {
    await run(`var worker = ${start};\nvar attachment = profiler.attach(worker);`);
    const filename = `${title.replaceAll(' ', '-')}.json`;
    await run(`await profiler.setConfig({ filename: '${filename}', ...server });
await profiler.setState('run', server);`);
    const version = await run(`worker.postMessage('${title}');
const [version] = await once(worker, 'message');
console.log(version === VERSION);`);
    expect(version).toBe('true\n');
    const printed = await run(`const files = await profiler.dump(server);
console.log(files.map(({ path }) => path.split('/').pop()).join(), attachment.rank);
await worker.terminate();
attachment.detach();`);
    const rank = Number(printed.split(' ')[1]);
    expect(printed).toBe(`rank${rank}_${filename} ${rank}\n`);
    expect(tasksIn(`rank${rank}_${filename}`)).toEqual([title]);
  });
});

test('a worker that is busy for good keeps its own file up to date, and is named when asked', async () => {
  await run(`var busy = new Worker('./busy.js');
var attached = profiler.attach(busy);
await profiler.setConfig({ filename: 'busy.json', dumpPeriod: 0.05, ...server });
await profiler.setState('run', server);
busy.postMessage('only');
var busyFile = \`rank\${attached.rank}_busy.json\`;`);
  await run(`import { existsSync } from 'node:fs';
const hasTask = () => existsSync(busyFile) && readFileSync(busyFile, 'utf8').includes('"only"');
while (!hasTask()) await new Promise(resolve => setTimeout(resolve, 20));`);
  const rank = (await run('console.log(attached.rank);')).trim();
  expect(tasksIn(`rank${rank}_busy.json`)).toEqual(['only']);
  const { ename, evalue } = await failure('await profiler.dump(server);');
  expect(ename).toBe('AttachedProcessError');
  expect(evalue).toMatch(new RegExp(`^rank ${rank}: worker thread \\d+ did not answer within`));
  await run('await busy.terminate(); attached.detach();');
});

test('a child process that a cell starts is profiled, and named once it was killed', async () => {
  await run(`var child = fork('./child.js');
profiler.attach(child);
await profiler.setConfig({ filename: 'child.json', ...server });
await profiler.setState('run', server);
child.send('first');
await once(child, 'message');
await profiler.dump({ finished: false, ...server });`);
  await run("child.kill('SIGKILL');\nawait once(child, 'exit');");
  const { ename, evalue } = await failure('await profiler.dump(server);');
  expect(ename).toBe('AttachedProcessError');
  expect(evalue).toMatch(/^rank (\d+): process \d+ was ended by SIGKILL/);
  expect(tasksIn(`rank${/\d+/.exec(String(evalue))![0]}_child.json`)).toEqual(['first']);
});

test('with nothing attached, the error of a cell says how to attach', async () => {
  const { ename, evalue } = await failure("profiler.setState('run', server);");
  expect(ename).toBe('NoAttachedProcessError');
  expect(evalue).toContain('call profiler.attach(...) first');
});
