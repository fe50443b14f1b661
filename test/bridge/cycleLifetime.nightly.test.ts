import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { loadProfile } from '../../src/compat/torch/finishedProfile';
import { KernelClient } from './kernelClient';
import { runCell } from './runCell';

const SETUP = `
import { Profiler, range, schedule, tensorboardTraceHandler } from 'kernelscope';
const profiler = new Profiler({ outputPath: 'data' });
range('kept', () => 1);`;

const BUSY = "range('cut', () => { console.log('started'); for (;;); })";

const NEVER = "console.log('started');\nawait new Promise(() => undefined);";

/** The directories of cycles beside a notebook, oldest first. */
function cyclesOf(kernel: KernelClient): string[] {
  const root = path.join(kernel.process.folder, 'data');
  return readdirSync(root)
    .sort()
    .map(name => path.join(root, name));
}

/** How a cycle ended, and the names of its slices. */
function cycleOf(directory: string): { readonly status: string; readonly names: string[] } {
  const { data, functionEvents } = loadProfile(path.join(directory, 'profile.kscope'));
  return { status: data.meta.status, names: functionEvents.map(({ name }) => name) };
}

/** Runs a cell that prints `started` and does not end, and interrupts it. */
async function interrupted(kernel: KernelClient, code: string): Promise<void> {
  const id = kernel.submit(code);
  await kernel.waitUntil(() => kernel.textOf(id).includes('started'), 'the start of the cell');
  await kernel.control('interrupt_request');
  expect((await kernel.finish(id)).reply['ename']).toBe('KeyboardInterrupt');
}

describe('an interrupt', () => {
  let kernel: KernelClient;

  beforeAll(async () => {
    kernel = await KernelClient.start();
    await runCell(kernel, SETUP);
  });

  afterAll(() => kernel.dispose());

  test.each([
    ['a busy range', `${BUSY};`],
    ['a range that never settles', `await range('cut', async () => {\n${NEVER}\n});`]
  ])('of %s leaves the cycle open, and later cells are in it', async (_what, code) => {
    await runCell(kernel, 'if (!profiler.isStarted) profiler.start();');
    await interrupted(kernel, code);
    expect(await runCell(kernel, 'console.log(profiler.isStarted);')).toBe('true\n');
    await runCell(kernel, "range('later', () => 1);\nprofiler.stop();");
    const { status, names } = cycleOf(cyclesOf(kernel).at(-1)!);
    expect([status, names.slice(-2)]).toEqual(['complete', ['cut', 'later']]);
  });

  test.each([
    ['a busy run', `await profiler.run(() => ${BUSY});`],
    [
      'a run that never settles',
      `await profiler.run(() => range('cut', async () => {\n${NEVER}\n}));`
    ],
    ['a busy wrapped function', `profiler.wrap(() => ${BUSY})();`]
  ])('of %s saves its cycle as interrupted', async (_what, code) => {
    await runCell(kernel, 'profiler.dispose();');
    await interrupted(kernel, code);
    expect(cycleOf(cyclesOf(kernel).at(-1)!)).toEqual({ status: 'interrupted', names: ['cut'] });
    expect(
      await runCell(kernel, 'console.log(profiler.isStarted, await profiler.run(() => 5));')
    ).toBe('false 5\n');
  });

  test('while onTraceReady is awaited leaves the cycle saved and the schedule going', async () => {
    await runCell(
      kernel,
      `let isStuck = true;
const stuck = new Profiler({ outputPath: 'data', schedule: schedule({ wait: 0, active: 1 }),
  onTraceReady: () => { if (isStuck) { console.log('started'); return new Promise(() => undefined); } } });
range('first', () => 1);`
    );
    await interrupted(kernel, 'await stuck.step();');
    expect(cycleOf(cyclesOf(kernel).at(-1)!).names).toEqual(['ProfilerStep#0', 'first']);
    await runCell(kernel, 'isStuck = false;\nstuck.dispose();');
    expect(await runCell(kernel, 'console.log(stuck.isStarted);')).toBe('false\n');
  });
});

describe('a kernel that ends in the middle of a cycle', () => {
  const open: KernelClient[] = [];

  afterEach(async () => {
    await Promise.all(open.splice(0).map(async kernel => kernel.dispose()));
  });

  async function start(): Promise<KernelClient> {
    const kernel = await KernelClient.start();
    open.push(kernel);
    await runCell(kernel, SETUP);
    return kernel;
  }

  test.each([
    ['shutdown', false],
    ['restart', true]
  ])('by a %s leaves the cycle saved, with a warning', async (_what, restart) => {
    const kernel = await start();
    const closed = once(kernel.process.child, 'close');
    await kernel.control('shutdown_request', { restart });
    expect(await closed).toEqual([0, null]);
    expect(cyclesOf(kernel).map(cycleOf)).toEqual([{ status: 'exited', names: ['kept'] }]);
    expect(kernel.process.stderr()).toContain('Profiler is stopped at the end of the program.');
  });

  test('by a signal that kills it leaves what was recorded up to a second before', async () => {
    const kernel = await start();
    await sleep(2500);
    await runCell(kernel, "range('maybe', () => 1);");
    const exited = once(kernel.process.child, 'exit');
    kernel.process.child.kill('SIGKILL');
    await exited;
    const [{ status, names }] = cyclesOf(kernel).map(cycleOf);
    expect([status, names[0]]).toEqual(['recovered', 'kept']);
  });
});

test('a kernel leaves nothing behind of a profiler that was stopped but its cycle', async () => {
  const kernel = await KernelClient.start();
  try {
    await runCell(kernel, `${SETUP}\nprofiler.dispose();`);
    const exited = once(kernel.process.child, 'exit');
    await kernel.control('shutdown_request', { restart: false });
    expect([await exited, kernel.process.stderr()]).toEqual([[0, null], '']);
    const names = readdirSync(cyclesOf(kernel)[0]).sort();
    expect(names).toEqual(['profile.kscope', 'profiler_metadata.json']);
    const file = path.join(cyclesOf(kernel)[0], 'profiler_metadata.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toBeTypeOf('object');
  } finally {
    await kernel.dispose();
  }
});
