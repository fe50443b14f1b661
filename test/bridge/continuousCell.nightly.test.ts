import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { KernelClient } from './kernelClient';

const open: KernelClient[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map(async kernel => kernel.dispose()));
});

const CELL = `
import { profiler, range } from 'kernelscope';
profiler.setConfig({ filename: 'run.json', continuousDump: true, dumpPeriod: 0.1 });
profiler.setState('run');
range('work of the cell', () => 1);
console.log('recording');
for (;;);
`;

test('a cell that keeps the kernel busy until it is killed leaves the file of its run', async () => {
  const kernel = await KernelClient.start();
  open.push(kernel);
  const { child, folder } = kernel.process;
  kernel.submit(CELL);
  const isRecording = (): boolean =>
    kernel.published.some(({ content }) => String(content['text']).includes('recording'));
  await kernel.waitUntil(isRecording, 'the cell to record');
  const file = path.join(folder, 'run.json');
  const hasWork = (): boolean =>
    existsSync(file) && readFileSync(file, 'utf8').includes('work of the cell');
  for (const end = Date.now() + 10_000; !hasWork() && Date.now() < end;) await sleep(20);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const { traceEvents } = JSON.parse(readFileSync(file, 'utf8')) as {
    traceEvents: { ph: string; name: string }[];
  };
  const names = traceEvents.filter(({ ph }) => ph === 'X').map(({ name }) => name);
  expect(names).toContain('work of the cell');
});
