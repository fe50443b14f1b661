import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { KernelClient } from './kernelClient';
import { runCell } from './runCell';
import { profileOf } from './probe';

interface TraceEvent {
  readonly ph: string;
  readonly name: string;
  readonly cat?: string;
  readonly s?: string;
  readonly args?: Readonly<Record<string, unknown>>;
}

type Rows = Readonly<Record<string, Readonly<Record<string, { readonly Count: number }>>>>;

const SETUP = `
import { Counter, customOperator, Domain, dump, dumps, Event, Frame, instrument, Marker, pause,
  profile, profiler, range, resume, scope, setConfig, setState, Task, waitAll } from 'kernelscope';
import { setTimeout as sleep } from 'node:timers/promises';
class Library {
  square(value: number): number { return value ** 2; }
  async load(value: number): Promise<number> { await sleep(5); return value; }
}
const library = new Library();
void instrument(library, { name: '' });`;

let kernel: KernelClient;

beforeAll(async () => {
  kernel = await KernelClient.start();
  await run(SETUP);
});

afterAll(() => kernel.dispose());

beforeEach(async () => {
  await run(`setState('stop');
void dumps({ reset: true });
setConfig({ filename: 'run.json', aggregateStats: true, continuousDump: false });`);
  rmSync(traceFile(), { force: true });
});

const run = (code: string): Promise<string> => runCell(kernel, code);

function traceFile(): string {
  return path.join(kernel.process.folder, 'run.json');
}

function traceEvents(): readonly TraceEvent[] {
  return (JSON.parse(readFileSync(traceFile(), 'utf8')) as { traceEvents: TraceEvent[] })
    .traceEvents;
}

/** Names of what began, in the order of the file. */
function slices(): string[] {
  return traceEvents()
    .filter(({ ph }) => 'XBb'.includes(ph))
    .map(({ name }) => name);
}

/** The rows of `dumps` by category, as a cell gets them. */
async function rows(): Promise<Rows> {
  const text = await run("console.log(dumps({ format: 'json' }));");
  return (JSON.parse(text) as { Time: Rows }).Time;
}

/** How often each row of a category is counted. */
function counts(category: Rows[string]): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(category).map(([name, { Count }]) => [name, Count]));
}

describe('the profiler of MXNet over several cells', () => {
  test('records objects of every class and writes the file beside the notebook', async () => {
    await run("setState('run');");
    await run(`const domain = new Domain('training');
const load = domain.newTask('load');
load.start();
const step = new Frame(domain, 'step');
const loss = new Counter(domain, 'loss', 5);
for (let pass = 1; pass <= 3; pass++) step.run(() => { loss.value -= 1; });
new Event('evaluate').run(() => undefined);
new Marker(domain, 'epoch').mark('global');`);
    await run("load.stop();\nsetState('stop');");
    const { training, event, 'training,frame': frames } = await rows();
    expect([counts(training), counts(event)]).toEqual([{ load: 1, loss: 4 }, { evaluate: 1 }]);
    expect(counts(frames)).toMatchObject({ step: 3 });
    expect(await run('const [written] = dump();\nconsole.log(written.path);')).toBe('run.json\n');
    expect(slices().sort()).toEqual(['evaluate', 'load', 'step #1', 'step #2', 'step #3']);
    const [mark] = traceEvents().filter(({ ph }) => ph === 'i');
    expect(mark).toMatchObject({ name: 'epoch', s: 'g', cat: 'training,instant_marker' });
    const values = traceEvents().filter(({ ph, name }) => ph === 'C' && name === 'loss');
    expect(values.map(({ args }) => args!['count'])).toEqual([5, 4, 3, 2]);
    expect(existsSync(path.join(kernel.process.folder, '.kernelscope'))).toBe(false);
  });

  test('records nothing of the cells between pause and resume', async () => {
    await run("setState('run');\nrange('before', () => 1);\npause();");
    await run("range('unseen', () => 1);\nsetState('run');\nrange('held too', () => 1);");
    await run("resume();\nrange('after', () => 1);\nvoid dump();");
    expect(slices()).toEqual(['before', 'after']);
  });

  test('goes on after a cell that throws, and after one that does not compile', async () => {
    await run("setState('run');");
    const thrown = await kernel.execute("range('throws', () => { throw new Error('mine'); });");
    expect(thrown.reply['ename']).toBe('Error');
    const refused = await kernel.execute("range('refused', () => 1); const n: number = 'x';");
    expect(refused.reply['ename']).toBe('TypeScriptError');
    expect(await run("range('last', () => 1);\nvoid dump();\nconsole.log(profiler.state);")).toBe(
      'stop\n'
    );
    expect(slices()).toEqual(['throws', 'last']);
  });

  test('leaves the file as it was when a dump fails, and the next one has everything', async () => {
    await run(
      "setState('run');\nrange('kept', () => 1);\nsetConfig({ filename: '/proc/none/a.json' });"
    );
    const { reply } = await kernel.execute('dump();');
    expect(reply['ename']).toBe('OutputFileError');
    expect(reply['evalue']).toContain('The recording is kept');
    await run("setConfig({ filename: 'run.json' });\nvoid dump();");
    expect(slices()).toEqual(['kept']);
  });

  test('says nothing on the streams of cells, and leaves no other files', async () => {
    const cell = await kernel.execute("setState('run');\nrange('quiet', () => 1);\nvoid dump();");
    expect(cell.outputs).toEqual([]);
    expect(readdirSync(kernel.process.folder).sort()).toEqual(['connection.json', 'run.json']);
  });
});

describe('scopes and operators in cells', () => {
  test('custom operators that run at once in a cell name their own operators alone', async () => {
    await run(`setState('run');
const work = (times: number) => async () => {
  for (let i = 0; i < times; i++) library.square(await library.load(i));
};
const first = customOperator('First', work(3));
const second = customOperator('Second', work(2));
await Promise.all([first(), second(), work(1)()]);`);
    await run("setState('stop');");
    const { operator, 'Custom Operator': custom } = await rows();
    expect(counts(operator)).toEqual({ load: 1, square: 1 });
    expect(counts(custom)).toEqual({
      First: 1,
      'First::load': 3,
      'First::square': 3,
      Second: 1,
      'Second::load': 2,
      'Second::square': 2
    });
  });

  test('waitAll waits for the operators that earlier cells started', async () => {
    await run(
      "setState('run');\nlet loaded = 0;\nvoid library.load(7).then(n => { loaded = n; });"
    );
    expect(await run('await waitAll();\nconsole.log(loaded);')).toBe('7\n');
  });

  test('scopes join within a cell and are gone in the next one', async () => {
    const text = await run(`const seen: string[] = [];
await scope('outer', () => scope('inner', async name => { await sleep(1); seen.push(name); }));
await Promise.all(['a', 'b'].map(n => scope(n, async own => { await sleep(1); seen.push(own); })));
console.log(seen.join(' '));`);
    expect(text).toBe('outer:inner: a: b:\n');
    expect(await run("console.log(scope('next', name => name));")).toBe('next:\n');
  });
});

describe('the profiler inside a cell with %%profile', () => {
  test('dumps the statistics of the cell, also where the profiler was never run', async () => {
    const fresh = await KernelClient.start();
    const cell = `%%profile --no-cpu --no-memory
import { profiler, range } from 'kernelscope';
range('work', () => 1);
console.log(profiler.dumps());`;
    const { id } = await fresh.execute(cell);
    expect(fresh.textOf(id)).toMatch(/\nrange\n=+\n[^]*\nwork +1 /);
    await fresh.dispose();
  });

  test('runs within it, and each has its own window', async () => {
    const cell = await kernel.execute(`%%profile outer --no-cpu --no-memory
range('before', () => 1);
setState('run');
range('within', () => 1);
setState('stop');
range('after', () => 1);
void dump();`);
    const shown = String(profileOf(cell)['text/plain']);
    for (const name of ['before', 'within', 'after']) expect(shown).toContain(name);
    const ranges = ['before', 'within', 'after'];
    expect(slices().filter(name => ranges.includes(name))).toEqual(['within']);
    const found = await run(
      "console.log(['before', 'within'].map(n => profile.get('outer')?.find(n)?.count).join());"
    );
    expect(found).toBe('1,1\n');
  });

  test('pauses and resumes the recording of the cell', async () => {
    const cell = await kernel.execute(`%%profile --no-cpu --no-memory
range('first', () => 1);
pause();
range('unseen', () => 1);
resume();
range('second', () => 1);`);
    const shown = String(profileOf(cell)['text/plain']);
    expect(shown).toContain('first');
    expect(shown).toContain('second');
    expect(shown).not.toContain('unseen');
  });

  test('a pause that a cell leaves behind holds for no later one', async () => {
    await kernel.execute('%%profile -q --no-cpu --no-memory\npause();');
    const cell = await kernel.execute(
      "%%profile --no-cpu --no-memory\nrange('recorded', () => 1);"
    );
    expect(String(profileOf(cell)['text/plain'])).toContain('recorded');
  });

  test('a task and a counter of the cell are in its table', async () => {
    const cell = await kernel.execute(`%%profile --no-cpu --no-memory
const own = new Domain('own');
own.newTask('task').run(() => undefined);
own.newCounter('counter', 3).increment();`);
    expect(String(profileOf(cell)['text/plain'])).toMatch(/\nown\n=+\n[^]*task +1 [^]*counter +2 /);
  });
});
