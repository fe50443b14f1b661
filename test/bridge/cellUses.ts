/** A right and wrong uses of an export that cells call. */
export interface Uses {
  /** What hovering over the export shows, besides its signature; for exports with words of their own. */
  readonly hover?: RegExp;
  readonly right: string;
  readonly wrong: readonly string[];
}

/** How cells call what is no part of the autograd profiler. */
export const USES: Readonly<Record<string, Uses>> = {
  analyze: {
    hover: /The operators of a profile, or of a file/,
    right: `const how: AnalyzeOptions = { top: 0, types: ['Conv2D'], name: /conv/, inputType: 'float32',
  endKey: 'kern', minTime: 1e-6, maxTime: 1, aggregate: 'sum', aggregateBy: 'type', orderBy: '+memory',
  copyTime: true, host: true };
const analyzed = (path: string): OperatorAnalysis => analyze(path, how);
try { analyzed('absent.json').toCsv(); } catch (error) {
  if (error instanceof AnalyzeFileError) throw error;
}
const last = () => analyze(profile.last!).report.totals.deviceS;`,
    wrong: [
      'analyze();',
      'analyze(5);',
      "analyze('a.json', { top: '5' });",
      "analyze('a.json', { aggregate: 'median' });",
      "const text: string = analyze('a.json');"
    ]
  },
  setConfig: {
    hover: /Sets what is recorded/,
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
const sizes: number[] = dump({ finished: true }).map(({ path, sizeBytes }) => path.length + sizeBytes);
const byPosition: number = dump(false, 'worker').length;`,
    wrong: [
      'dump(1);',
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
      'dumps(1);',
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
open.dispose();
using alone = scope('alone', false);
const full: string = scope('own', true, name => name + alone.name);`,
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
    hover: /Returns a function; `fn` does not run until/,
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
