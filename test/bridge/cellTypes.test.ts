import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as kernelscope from '../../src/index';
import { KernelClient } from './kernelClient';

/** A right and a wrong use of each export that cells call; both after {@link SETUP}. */
interface Uses {
  /** What hovering over the export shows, besides its signature; for exports with words of their own. */
  readonly hover?: RegExp;
  readonly right: string;
  readonly wrong: readonly string[];
}

const SETUP = `
import * as all from 'kernelscope';
import { attach, Counter, customOperator, Domain, dump, dumpProfile, dumps, Event, Frame, instrument,
  loadProfile, Marker, pause, profile, profiler, ProfilerAction, profilerSetConfig, profilerSetState,
  range, recordFunction, resume, schedule, scope, setConfig, setState, Task, waitAll } from 'kernelscope';
import type { MarkerScope, ProfilerOptions, ProfilerState } from 'kernelscope';
import { Worker } from 'node:worker_threads';
const worker = new Worker('setTimeout(() => undefined, 1e6)', { eval: true });
worker.unref();
const domain: Domain = new Domain('domain');
const server = { profileProcess: 'server' } as const;`;

const USES: Readonly<Record<string, Uses>> = {
  setConfig: {
    hover: /Says what is recorded/,
    right: `setConfig({ filename: 'a.json' });
const options: ProfilerOptions = { profileAll: true, filename: 'a.json', dumpPeriod: 0.5,
  continuousDump: false, aggregateStats: true, gpuMemoryProfileFilenamePrefix: 'gpu' };
void setConfig(options);`,
    wrong: [
      'setConfig({ foo: 1 });',
      "setConfig({ profileAll: 'yes' });",
      'setConfig({ filename: 5 });',
      "setConfig({ dumpPeriod: '1' });",
      "setConfig({ profileProcess: 'master' });",
      "setConfig('profile.json');"
    ]
  },
  setState: {
    hover: /Begins or ends a run/,
    right: "const state: ProfilerState = 'stop';\nsetState(state);\nsetState();",
    wrong: ["setState('walk');", 'setState(1);', "setState('run', { profileProcess: 'x' });"]
  },
  dump: {
    hover: /Writes the trace/,
    right: `setState('run');
setState('stop');
const sizes: number[] = dump({ finished: true }).map(({ path, sizeBytes }) => path.length + sizeBytes);`,
    wrong: [
      'dump(true);',
      'dump({ finished: 1 });',
      'dump().then(() => 1);',
      'dump(server).map(f => f);'
    ]
  },
  dumps: {
    hover: /statistics of all runs/,
    right: `const text: string = dumps({ reset: false, format: 'json', sortBy: 'avg', ascending: true,
  compat: 'mxnet' });`,
    wrong: [
      "dumps({ format: 'xml' });",
      "dumps({ sortBy: 'name' });",
      "dumps({ ascending: 'yes' });",
      "dumps({ compat: 'torch' });",
      'dumps(true);',
      'const n: number = dumps();'
    ]
  },
  pause: {
    hover: /Holds all recording/,
    right: 'pause();',
    wrong: ['pause(1);', 'pause({ all: 1 });']
  },
  resume: { hover: /Goes on after/, right: 'resume();', wrong: ["resume('now');"] },
  waitAll: {
    hover: /every asynchronous operator/,
    right: 'const settled: void = await waitAll();',
    wrong: ['waitAll(5);', 'const n: number = await waitAll();']
  },
  scope: {
    hover: /Runs `fn` in the scope/,
    right: `const name: string = scope('own', full => full, { appendMode: false });
const later: Promise<number> = scope('own', async () => 5);
const open = scope();
open.dispose();`,
    wrong: [
      'scope(5);',
      "scope('a', 5);",
      "scope('a', (n: number) => n);",
      "scope('a', { append: true });"
    ]
  },
  attach: {
    hover: /Attaches a worker thread/,
    right:
      'const attachment = attach(worker);\nconst rank: number = attachment.rank;\nattachment.detach();',
    wrong: ['attach();', "attach('worker');", 'attach({});']
  },
  customOperator: {
    hover: /Returns a function; `fn` does not run before/,
    right: "const twice: (n: number) => number = customOperator('Twice', (n: number) => 2 * n);",
    wrong: [
      'customOperator(5, () => 1);',
      "customOperator('a', 5);",
      "const f: (n: string) => number = customOperator('a', (n: number) => n);"
    ]
  },
  instrument: {
    hover: /Makes every method of `target` an operator/,
    right:
      "const { methods, restore } = instrument({ f: () => 1 }, { name: 'lib', filter: /f/ });\nrestore();",
    wrong: ['instrument(5);', 'instrument({}, { filter: 5 });', 'instrument({}, { names: 1 });']
  },
  range: {
    hover: /Runs `fn` and records how long it took/,
    right: `const n: number = range('r', () => 1, { args: { rows: 3 } });
range('r').begin().end();
class Model {
  @range('predict') predict(x: number) { return 2 * x; }
  @range('size') static get size() { return 1; }
}
const twice: number = new Model().predict(Model.size);`,
    wrong: [
      'range(7, () => 1);',
      "range('a', 5);",
      "range('a', () => 1, { args: 5 });",
      "class A { @range('f') field = 1; }",
      "@range('A') class A {}"
    ]
  },
  recordFunction: {
    hover: /Runs `fn` and records how long it took/,
    right: "const n: number = recordFunction('r', () => 1);",
    wrong: ['recordFunction(7, () => 1);', "const s: string = recordFunction('r', () => 1);"]
  },
  schedule: {
    hover: /A schedule of cycles/,
    right: `const actions: (step: number) => ProfilerAction = schedule({ wait: 1, active: 2, repeat: 3 });
const first: ProfilerAction = actions(0);`,
    wrong: [
      'schedule();',
      'schedule({ wait: 1 });',
      "schedule({ wait: 1, active: '2' });",
      'schedule({ wait: 1, active: 2, skip_first: 1 });'
    ]
  },
  ProfilerAction: {
    right: `const action: ProfilerAction = ProfilerAction.RECORD_AND_SAVE;
profile({ enabled: false, schedule: step => (step > 2 ? ProfilerAction.NONE : action) });`,
    wrong: ['ProfilerAction.SAVE;', "const action: ProfilerAction = 'SAVE';"]
  },
  Domain: {
    hover: /A group of tasks, frames, counters and markers/,
    right: "const own: Domain = new Domain('own');\nown.newCounter('c', 0).value += 2;",
    wrong: ['new Domain();', 'new Domain(5);', 'domain.newTask(5);', "domain.newCounter('c', 'x');"]
  },
  Task: {
    hover: /A piece of work of a domain/,
    right: `const task: Task = new Task(domain, 'task');
task.start({ thread: worker });
task.stop();
const n: number = task.run(() => 5);`,
    wrong: [
      "new Task('domain', 'x');",
      'new Task(domain);',
      "new Task(domain, 'x').start({ thread: 5 });",
      "new Task(domain, 'x').run(5);"
    ]
  },
  Frame: {
    hover: /One pass of something that repeats/,
    right: "const frame: Frame = new Frame(domain, 'f');\nframe.start();\nframe.stop();",
    wrong: ["new Frame('f');", "new Frame(domain, 'f').start(1);"]
  },
  Event: {
    hover: /A stretch of its thread/,
    right: "const event: Event = new Event('e');\nevent.start();\nevent.stop();\nevent.dispose();",
    wrong: ['new Event();', "new Event(domain, 'e');", "new Event('e').start({ thread: worker });"]
  },
  Counter: {
    hover: /A number that is recorded at each change/,
    right:
      "const c: Counter = new Counter(domain, 'c', 1).increment().decrement(2);\nc.setValue(5);",
    wrong: [
      "new Counter(domain, 'c').setValue('abc');",
      "new Counter(domain, 'c').value = 'x';",
      "new Counter(domain, 'c', '1');",
      "new Counter(domain, 'c').increment(true);"
    ]
  },
  Marker: {
    hover: /A moment of a domain/,
    right: "const where: MarkerScope = 'global';\nnew Marker(domain, 'm').mark(where);",
    wrong: ["new Marker(domain, 'm').mark('bogus');", "new Marker('m');"]
  },
  profilerSetConfig: {
    hover: /deprecated|Use `setConfig`/,
    right: "profilerSetConfig({ mode: 'all', filename: 'a.json' });",
    wrong: ["profilerSetConfig({ mode: 'x' });"]
  },
  profilerSetState: {
    hover: /deprecated|Use `setState`/,
    right: "profilerSetState('stop');",
    wrong: ["profilerSetState('pause');"]
  },
  dumpProfile: {
    hover: /deprecated|Use `dump`/,
    right: 'const files: readonly { path: string }[] = dumpProfile();',
    wrong: ['dumpProfile(true);']
  },
  profiler: {
    right: `profiler.setState('stop');
const state: 'run' | 'stop' = profiler.state;
const task: Task = new profiler.Task(new profiler.Domain('d'), 't');
const pending: Promise<void> = (async () => profiler.waitAll())();`,
    wrong: [
      "profiler.setState('walk');",
      "profiler.state = 'run';",
      'profiler.dumps = () => 5;',
      'profiler.start();',
      "const p: Promise<void> = profiler.setState('run');"
    ]
  },
  profile: {
    right: `const count: number | undefined = profile.last?.find('nothing')?.count;
const session = profile({ cpuIntervalUs: null, memoryPeriodMs: null, activities: ['CPU'] });
session.addMetadata('who', 'me');
session.addMetadataJson('rows', '[1]');
session.toggleActivity('CPU', false);
session.stop();
const table: string = session.table({ sortBy: 'cpu_time_total', rowLimit: 3, layout: 'autograd' });
const names: string[] = session.functionEvents.map(event => event.name);
const calls: number = session.keyAverages({ groupByStackN: 2 }).length + session.totalAverage().count;
const text: (n: number) => string = profile((n: number) => String(n), { recordShapes: true });
class Model { @profile.wrap({ withStack: true }) async fit(epochs: number) { return epochs; } }
const run = await profile.run(async within => { await within.step(); return 5; }, {
  schedule: () => 'RECORD', accEvents: true, onTraceReady: async ready => ready.table()
});
const five: number = run.value;`,
    wrong: [
      "profile({ cpuIntervalUs: 'often' });",
      'profile.first;',
      'profile.get(5);',
      'profile({ record_shapes: true });',
      "profile({ activities: ['NPU'] });",
      "profile({ schedule: () => 'SAVE' });",
      'profile({ onTraceReady: 5 });',
      'profile().table({ sortBy: 5 });',
      "profile().addMetadata('a', 5);",
      "profile().toggleActivity('TPU', true);",
      'profile().step().toFixed();',
      'const n: number = profile().table();',
      'profile.run(5);',
      'class A { @profile.wrap({ foo: 1 }) f() { return 1; } }',
      'class A { @profile.wrap() field = 1; }'
    ]
  },
  loadProfile: {
    right:
      "try { loadProfile('absent.kscope').save('b.kscope'); } catch { console.log('absent'); }",
    wrong: ['loadProfile();', 'loadProfile(5);', "const n: number = loadProfile('a.kscope');"]
  },
  VERSION: {
    right: 'const version: string = all.VERSION;',
    wrong: ['const n: number = all.VERSION;']
  }
};

/** Exports that cells do not call: classes of errors and of what functions give. */
const CLASSES = Object.entries(kernelscope)
  .filter(([name, value]) => typeof value === 'function' && !Object.hasOwn(USES, name))
  .map(([name]) => name);

let kernel: KernelClient;

beforeAll(async () => {
  kernel = await KernelClient.start();
  const { reply } = await kernel.execute(SETUP);
  expect(reply['status'], JSON.stringify(reply)).toBe('ok');
});

afterAll(() => kernel.dispose());

async function enameOf(code: string): Promise<unknown> {
  return (await kernel.execute(`{\n${code}\n}`)).reply['ename'];
}

describe('the types that cells import', () => {
  test('have a use here for every export', () => {
    const known = [...Object.keys(USES), ...CLASSES];
    expect(Object.keys(kernelscope).filter(name => !known.includes(name))).toEqual([]);
  });

  test.each(Object.entries(USES))('let %s be used rightly', async (_name, { right }) => {
    const { reply } = await kernel.execute(`{\n${right}\n}`);
    expect(reply['status'], JSON.stringify(reply)).toBe('ok');
  });

  const wrong = Object.entries(USES).flatMap(([name, uses]) =>
    uses.wrong.map(code => [name, code] as const)
  );

  test.each(wrong)('refuse of %s: %s', async (_name, code) => {
    expect(await enameOf(`const unused = () => {\n${code}\n};`)).toBe('TypeScriptError');
  });

  const documented = Object.entries(USES).flatMap(([name, { hover, right }]) =>
    hover ? [[name, hover, right] as const] : []
  );

  test.each(documented)('tell on hover what %s does', async (name, hover, right) => {
    const found = new RegExp(`\\b${name}\\(`).exec(right)!;
    const content = { code: right, cursor_pos: found.index + 1, detail_level: 0 };
    const { data } = await kernel.request('inspect_request', content);
    expect(String((data as Record<string, unknown>)['text/plain'])).toMatch(hover);
  });

  test('have every class of errors, which no other value is', async () => {
    expect(CLASSES.length).toBeGreaterThan(20);
    const code = CLASSES.map(name => `  const no: all.${name} = 5;`);
    const { reply } = await kernel.execute(code.map(line => `{\n${line}\n}`).join('\n'));
    const problems = (reply['traceback'] as string[]).filter(line => line.includes('TS2322'));
    expect(problems).toHaveLength(CLASSES.length);
    const right = CLASSES.map(name => `all.${name}.prototype instanceof Object`).join(' && ');
    const { id } = await kernel.execute(`console.log(${right});`);
    expect(kernel.textOf(id)).toBe('true\n');
  });
});
