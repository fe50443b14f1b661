import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { KernelClient } from './kernelClient';
import { runCell } from './runCell';

const root = new URL('../../', import.meta.url);

/** A program that lives until its parent lets go of it, or its thread is ended. */
const ATTACHED = `
require('kernelscope');
setInterval(() => undefined, 1000);
process.on('disconnect', () => process.exit());`;

let kernel: KernelClient;

beforeAll(async () => {
  kernel = await KernelClient.start();
});

afterAll(() => kernel.dispose());

/** The first TypeScript of a page that follows a heading. */
function example(page: string, heading: string): string {
  const text = readFileSync(new URL(page, root), 'utf8');
  const [, code] = /```ts\n(.*?)```/s.exec(text.slice(text.indexOf(`# ${heading}\n`))) ?? [];
  if (code === undefined) throw new Error(`${page} has no example under ${heading}`);
  return code;
}

const inFolder = (name: string): string => path.join(kernel.process.folder, name);

/** Names of the events of a trace in the folder of the kernel. */
function eventsIn(name: string): string[] {
  const { traceEvents } = JSON.parse(readFileSync(inFolder(name), 'utf8')) as {
    readonly traceEvents: readonly { readonly name: string }[];
  };
  return traceEvents.map(event => event.name);
}

const run = (code: string): Promise<string> => runCell(kernel, code);

it('runs the example of the readme for those who come from MXNet', async () => {
  const printed = await run(example('README.md', 'From MXNet'));
  expect(printed).toMatch(/^packing\n=+$/m);
  expect(printed).toMatch(/^pack +3 /m);
  expect(printed).toMatch(/^size +3 +2\.9440 /m);
  expect(eventsIn('run.json')).toEqual(expect.arrayContaining(['pack #3', 'size']));
});

it('runs the first example of the page on the profiler of MXNet', async () => {
  await run(`profiler.dumps({ reset: true });
const batches = [3, 2, 1];
const train = async (batch: number) => batch / 3;`);
  const page = 'docs/user-guide/mxnet.md';
  const printed = await run(example(page, 'The profiler of MXNet'));
  expect(printed).toMatch(/^step +3 /m);
  expect(printed).toMatch(/^loss +3 /m);
});

it('runs the example for threads and processes of that page', async () => {
  for (const name of ['worker.js', 'child.js']) writeFileSync(inFolder(name), ATTACHED);
  await run(example('docs/user-guide/mxnet.md', 'Threads and processes'));
  const printed = await run('console.log(files.map(file => file.path).join());');
  const expected = ['rank0_run.json', 'rank1_run.json'].map(inFolder);
  expect(printed.trim()).toBe(expected.join());
  expect(expected.every(file => existsSync(file))).toBe(true);
});
