import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { KernelClient } from './kernelClient';

interface TraceEvent {
  readonly ph: string;
  readonly name: string;
  /** Microseconds. */
  readonly ts: number;
  readonly dur?: number;
  readonly args?: Readonly<Record<string, unknown>>;
}

const SETUP = `
import { customOperator, Domain, instrument, profiler, range, scope, waitAll } from 'kernelscope';
class Library {
  add(): number { return 1; }
  spin(): void { console.log('started'); for (;;); }
  async wait(): Promise<void> { console.log('started'); await new Promise(() => undefined); }
}
const library = new Library();
void instrument(library, { name: '' });
profiler.setConfig({ filename: 'run.json', aggregateStats: true, dumpPeriod: 0.05 });
profiler.setState('run');
range('kept', () => 1);`;

const open: KernelClient[] = [];

async function start(): Promise<KernelClient> {
  const kernel = await KernelClient.start();
  open.push(kernel);
  const { reply } = await kernel.execute(SETUP);
  expect(reply['status'], JSON.stringify(reply)).toBe('ok');
  return kernel;
}

afterEach(async () => {
  await Promise.all(open.splice(0).map(async kernel => kernel.dispose()));
});

function fileOf(kernel: KernelClient): string {
  return path.join(kernel.process.folder, 'run.json');
}

/** Slices of the file, which must be one whole document. */
function slicesOf(kernel: KernelClient): readonly TraceEvent[] {
  const text = readFileSync(fileOf(kernel), 'utf8');
  const { traceEvents } = JSON.parse(text) as { traceEvents: readonly TraceEvent[] };
  return traceEvents.filter(({ ph }) => 'XBb'.includes(ph));
}

async function untilFileHas(kernel: KernelClient, text: string): Promise<void> {
  const file = fileOf(kernel);
  const hasIt = (): boolean => existsSync(file) && readFileSync(file, 'utf8').includes(text);
  for (const end = Date.now() + 20_000; !hasIt() && Date.now() < end;) await sleep(20);
  expect(hasIt()).toBe(true);
}

/** Runs a cell that prints `started` and does not end, and interrupts it. */
async function interrupted(kernel: KernelClient, code: string): Promise<void> {
  const id = kernel.submit(code);
  await kernel.waitUntil(() => kernel.textOf(id).includes('started'), 'the start of the cell');
  await kernel.control('interrupt_request');
  expect((await kernel.finish(id)).reply['ename']).toBe('KeyboardInterrupt');
}

test('a kernel that is killed between two cells leaves the file of the run', async () => {
  const kernel = await start();
  await untilFileHas(kernel, 'kept');
  kernel.process.child.kill('SIGKILL');
  await once(kernel.process.child, 'exit');
  expect(slicesOf(kernel).map(({ name }) => name)).toEqual(['kept']);
});

test.each([
  ['', ''],
  [', whatever takes its listeners away', "process.removeAllListeners('exit');"]
])(
  'a kernel that shuts down with the profiler running leaves the finished file%s',
  async (_, end) => {
    const kernel = await start();
    const code = "new Domain('own').newTask('open').start();\nrange('last', () => 1);";
    await kernel.execute(`${code}\n${end}`);
    const exited = once(kernel.process.child, 'exit');
    await kernel.control('shutdown_request', { restart: false });
    expect([await exited, kernel.process.stderr()]).toEqual([[0, null], '']);
    const slices = slicesOf(kernel);
    expect(slices.map(({ name }) => name).sort()).toEqual(['kept', 'last', 'open']);
    expect(slices.find(({ name }) => name === 'open')!.args).toEqual({ unfinished: true });
  }
);

test('without continuous dumping, the run is left for the next kernel instead', async () => {
  const kernel = await start();
  await kernel.execute(`profiler.setState('stop');
profiler.setConfig({ filename: 'other.json', continuousDump: false });
profiler.setState('run');
range('recovered', () => 1);`);
  const exited = once(kernel.process.child, 'exit');
  await kernel.control('shutdown_request', { restart: false });
  expect([await exited, kernel.process.stderr()]).toEqual([[0, null], '']);
  const { folder } = kernel.process;
  expect(existsSync(path.join(folder, 'other.json'))).toBe(false);
  expect(readdirSync(path.join(folder, '.kernelscope'))).toEqual([
    expect.stringMatching(/\.recovered\.kscope$/)
  ]);
});

describe('a run goes on after an interrupt of', () => {
  let kernel: KernelClient;

  beforeAll(async () => {
    kernel = await KernelClient.start();
    await kernel.execute(SETUP);
  });

  afterAll(() => kernel.dispose());

  test.each([
    ['an operator that is busy', 'library.spin();', 'spin'],
    ['an operator that never settles', 'await library.wait();', 'wait'],
    ['a scope that is busy', "scope('busy', () => library.spin());", 'spin'],
    ['a custom operator that is busy', "customOperator('Op', () => library.spin())();", 'Op::spin'],
    ['a range that is busy', "range('outer', () => library.spin());", 'outer'],
    ['waitAll for what never settles', 'void library.wait();\nawait waitAll();', 'waitAll']
  ])('%s, and later cells are outside of it', async (_what, code, name) => {
    await kernel.execute("profiler.setState('run');\nvoid profiler.dumps({ reset: true });");
    await interrupted(kernel, code);
    const { id } = await kernel.execute(`library.add();
range('later', () => 1);
const place = scope('place', name => name);
const { Time } = JSON.parse(profiler.dumps({ format: 'json' }));
console.log(profiler.state, place, Time.API['API Concurrency'].Max <= 0.002);`);
    expect(kernel.textOf(id)).toBe('run place: true\n');
    await kernel.execute('void profiler.dump();');
    const slices = slicesOf(kernel);
    const [cutOff, later] = [name, 'later'].map(one => slices.find(slice => slice.name === one)!);
    expect(cutOff.ts + (cutOff.dur ?? 0)).toBeLessThan(later.ts);
    expect(slices.map(slice => slice.name)).toContain('add');
  });
});
