import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KernelClient } from './kernelClient';
import { runCell } from './runCell';
import { profileOf } from './probe';

const SETUP = `
import { profile, Profiler, range, schedule, tensorboardTraceHandler } from 'kernelscope';
import { setTimeout as sleep } from 'node:timers/promises';`;

let kernel: KernelClient;

beforeAll(async () => {
  kernel = await KernelClient.lend();
  await run(SETUP);
});

afterAll(() => kernel.dispose());

const run = (code: string): Promise<string> => runCell(kernel, code);

/** The directories of the cycles in a folder beside the notebook, oldest first. */
function cyclesIn(folder: string): string[] {
  const root = path.join(kernel.process.folder, folder);
  return readdirSync(root)
    .filter(name => name.endsWith('_kscope'))
    .sort()
    .map(name => path.join(root, name));
}

/** Names of the slices of the cycle of a directory, as the kernel reads them. */
async function namesOf(directory: string): Promise<readonly string[]> {
  const file = JSON.stringify(path.join(directory, 'profile.kscope'));
  return JSON.parse(
    await run(`{
  const { loadProfile } = await import('kernelscope');
  console.log(JSON.stringify(loadProfile(${file}).functionEvents.map(({ name }) => name)));
}`)
  ) as string[];
}

/** The numbers of the steps that were analysed. */
function stepsOf(directory: string): string[] {
  const file = path.join(directory, 'KSCOPE_OUTPUT', 'step_trace_time.csv');
  const [, ...rows] = readFileSync(file, 'utf8').trim().split(/\r?\n/);
  return rows.map(row => row.split(',')[1]);
}

describe('a profiler over several cells', () => {
  test('has a cycle for each window of its schedule, whose steps are cells', async () => {
    await run(`const scheduled = new Profiler({ outputPath: 'scheduled',
  schedule: schedule({ wait: 1, active: 2, repeat: 2 }), onTraceReady: tensorboardTraceHandler() });`);
    for (let step = 0; step < 6; step++) {
      await run(`range('cell ${step}', () => ${step});\nawait scheduled.step();`);
    }
    await run('await scheduled.stop();');
    const cycles = cyclesIn('scheduled');
    expect(cycles.map(stepsOf)).toEqual([
      ['1', '2'],
      ['4', '5']
    ]);
    const names = await Promise.all(cycles.map(namesOf));
    expect(names).toEqual([
      ['ProfilerStep#1', 'cell 1', 'ProfilerStep#2', 'cell 2'],
      ['ProfilerStep#4', 'cell 4', 'ProfilerStep#5', 'cell 5']
    ]);
    const { id } = await kernel.execute('console.log(scheduled.isStarted, scheduled.stepNumber);');
    expect(kernel.textOf(id)).toBe('false 6\n');
  });

  test('has what ran from the cell that starts it to the one that stops it, and again', async () => {
    await run("const manual = new Profiler({ startProfile: false, outputPath: 'manual' });");
    await run("range('before', () => 1);");
    await run("manual.start();\nrange('first', () => 1);");
    await run("range('second', () => 1);");
    await run("range('third', () => 1);\nmanual.stop();\nrange('after', () => 1);");
    await run("manual.start();\nrange('again', () => 1);\nmanual.stop();");
    const names = await Promise.all(cyclesIn('manual').map(namesOf));
    expect(names).toEqual([['first', 'second', 'third'], ['again']]);
    expect(await run('console.log(manual.functionEvents.map(({ name }) => name));')).toBe(
      "[ 'again' ]\n"
    );
    expect(existsSync(path.join(cyclesIn('manual')[0], 'KSCOPE_OUTPUT'))).toBe(false);
    await run('await manual.analyse();');
    for (const cycle of cyclesIn('manual')) {
      expect(readdirSync(path.join(cycle, 'KSCOPE_OUTPUT'))).toContain('trace_view.json');
    }
  });

  test('records its window inside of a profiled cell, which has all of it as well', async () => {
    const execution = await kernel.execute(`%%profile
range('outside', () => 1);
const inner = new Profiler({ outputPath: 'inner' });
range('inside', () => 1);
inner.dispose();
range('behind', () => 1);`);
    expect(execution.reply['status'], JSON.stringify(execution.reply)).toBe('ok');
    expect(Object.keys(profileOf(execution))).toContain('text/plain');
    expect(await Promise.all(cyclesIn('inner').map(namesOf))).toEqual([['inside']]);
    const calls = await run("console.log(profile.last!.find('behind')!.count);");
    expect(calls).toBe('1\n');
  });

  test('awaits what onTraceReady gives before it goes on', async () => {
    await run(`const order: string[] = [];
const awaited = new Profiler({ outputPath: 'awaited', schedule: schedule({ wait: 0, active: 1, repeat: 2 }),
  onTraceReady: async given => { order.push('begin'); await sleep(30); order.push(given.cyclePath!); } });`);
    await run("await awaited.step();\norder.push('stepped');\nawait awaited.step();");
    const order = await run('console.log(JSON.stringify(order));');
    const [first, second] = cyclesIn('awaited').map(directory => path.basename(directory));
    const told = (JSON.parse(order) as string[]).map(text => path.basename(text));
    expect(told).toEqual(['begin', first, 'stepped', 'begin', second]);
    await run('await awaited.stop();');
  });

  test('analyses in a worker while cells run', async () => {
    await run(`const apart = new Profiler({ outputPath: 'apart' });
range('work', () => 1);
const done = apart.analyse({ mode: 'async' });`);
    expect(await run("console.log('meanwhile');")).toBe('meanwhile\n');
    await run('await done;');
    const [cycle] = cyclesIn('apart');
    expect(readFileSync(path.join(cycle, 'KSCOPE_OUTPUT', 'trace_view.json'), 'utf8')).toContain(
      '"work"'
    );
  });

  test('runs a function, and gives its value and what it throws', async () => {
    await run("const around = new Profiler({ startProfile: false, outputPath: 'around' });");
    const text = await run(`console.log(await around.run(async () => {
  await sleep(1);
  return range('work', () => 5);
}));
try {
  await around.run(() => range('throws', () => { throw new Error('mine'); }));
} catch (error) { console.log((error as Error).message); }`);
    expect(text).toBe('5\nmine\n');
    expect(await Promise.all(cyclesIn('around').map(namesOf))).toEqual([['work'], ['throws']]);
  });

  test('goes on after a cell that fails, and one that does not compile', async () => {
    await run("const open = new Profiler({ outputPath: 'open' });");
    const thrown = await kernel.execute("range('throws', () => { throw new Error('mine'); });");
    expect(thrown.reply['ename']).toBe('Error');
    const refused = await kernel.execute("range('refused', () => 1); const n: number = 'x';");
    expect(refused.reply['ename']).toBe('TypeScriptError');
    expect(
      await run("range('last', () => 1);\nconsole.log(open.isStarted);\nopen.dispose();")
    ).toBe('true\n');
    expect(await Promise.all(cyclesIn('open').map(namesOf))).toEqual([['throws', 'last']]);
  });

  test('warns of misuse in the cell that misuses it, and changes nothing', async () => {
    await run("const misused = new Profiler({ outputPath: 'misused' });");
    const { id } = await kernel.execute('misused.start();\nawait misused.step();');
    await kernel.waitUntil(() => kernel.textOf(id, 'stderr').includes('no effect'), 'the warning');
    expect(kernel.textOf(id, 'stderr')).toContain('The profiler has already started.');
    await run('misused.dispose();\nmisused.dispose();');
    expect(cyclesIn('misused')).toHaveLength(1);
  });
});
