import type { Uses } from './cellUses';

/** How cells call the autograd profiler. */
export const AUTOGRAD_USES: Readonly<Record<string, Uses>> = {
  range: {
    hover: /Runs `fn` and records its duration/,
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
    hover: /Runs `fn` and records its duration/,
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
  profile: {
    right: `const count: number | undefined = profile.last?.find('nothing')?.count;
const session = profile({ cpuIntervalUs: null, memoryPeriodMs: null, activities: ['CPU'] });
session.addMetadata('who', 'me');
session.addMetadataJson('rows', '[1]');
session.toggleActivity('CPU', false);
session.stop();
const table: string = session.table({ sortBy: 'cpu_time_total', rowLimit: 3, layout: 'autograd' });
const names: string[] = session.functionEvents.map(event => event.name);
const config: ExperimentalConfig = { recordPythonGcInfo: true, traceOnly: false };
const options: ProfileOptions = { enabled: false, name: 'n', stacks: true, shapes: true, flops: true,
  tensorMemory: true, profileMemory: true, withFlops: true, allocationBytes: 65536, async: null,
  useCuda: false, accEvents: false, postProcessingTimeoutMs: 1e4, experimentalConfig: config,
  limit: { mode: 'keepLast', slices: 100 }, activities: ['CPU'], schedule: schedule({ active: 1, wait: 0 }),
  onTraceReady: (ready: SessionResults) => ready.exportStacks('s.txt') };
profile(options).stop();
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
      "profile({ allocationBytes: '64K' });",
      "profile({ async: 'yes' });",
      'profile({ stacks: 5 });',
      "profile({ flops: 'yes' });",
      "profile({ limit: { mode: 'first', slices: 5 } });",
      'profile({ experimentalConfig: { traceOnly: 1 } });',
      "profile({ postProcessingTimeoutMs: '5' });",
      'profile({ onTraceReady: (session: string) => session });',
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
  EventList: {
    hover: /A list of `events`/,
    right: `const list: EventList = new EventList([
  new FunctionEvent(1, 'outer', 0, 0, 10), new FunctionEvent(2, 'inner', 0, 2, 5)
], { profileMemory: true, withFlops: true });
const layout: TableLayout = 'autograd';
const unit: TimeUnit = 'ms';
const shown: EventTableOptions = { sortBy: 'cpu_time_total', rowLimit: -1, header: 'h', timeUnit: unit };
const text: string = list.table(shown) + list.table({ layout, topLevelEventsOnly: true }) + list.repr();
const averages: EventList<FunctionEventAvg> = list.keyAverages({ groupByStackN: 1 });
const all: FunctionEventAvg = list.totalAverage();
const names: string[] = [...list.traverseDfs(), ...list.traverseBfs()].map(({ name }) => name);
const inner: EventList = list.filter(({ cpuParent }) => cpuParent !== null);
const self: number = inner.slice(0, 1).selfCpuTimeTotal + list.populateCpuChildren().length;
const metric: StackMetric = 'self_cpu_time_total';
const write = () => list.exportStacks('s.txt', metric).sizeBytes
  + list.exportChromeTrace('t.json', { layout }).losses.length;`,
    wrong: [
      'new EventList([1]);',
      "new EventList(['event']);",
      'new EventList([], { memory: true });',
      'new EventList().push({ id: 1 });',
      'new EventList().table({ layout: 2 });',
      "new EventList().table({ timeUnit: 'h' });",
      'new EventList().table({ sort_by: null });',
      "new EventList().keyAverages({ groupByStackN: '2' });",
      "new EventList().exportStacks('s.txt', 'calls');",
      'new EventList().exportChromeTrace();'
    ]
  },
  FunctionEvent: {
    hover: /One call of `name` on a thread/,
    right: `const shapes: InputShapes = [[2, 3], []];
const details: FunctionEventOptions = { cpuMemoryUsage: 64, inputShapes: shapes, stack: ['a.ts:1 f'],
  flops: 5, sequenceNr: 1, isUserAnnotation: true, isAsync: false, metadata: { Bytes: 64 } };
const event: FunctionEvent = new FunctionEvent(1, 'mm', 0, 0.5, 2, details);
event.appendKernel('kernel', 0, 1, 2);
const total: number = event.cpuTimeTotal + event.selfCpuTimeTotal + event.cpuInterval.elapsedUs();
const text: string = event.cpuTimeTotalStr + event.kernels[0].name;
const above: FunctionEvent | null = event.cpuParent;`,
    wrong: [
      "new FunctionEvent('1', 'mm', 0, 0, 1);",
      'new FunctionEvent(1, 5, 0, 0, 1);',
      "new FunctionEvent(1, 'mm', 0, 0);",
      "new FunctionEvent(1, 'mm', 0, 0, 1, { memory: 5 });",
      "new FunctionEvent(1, 'mm', 0, 0, 1, { inputShapes: [2] });",
      "new FunctionEvent(1, 'mm', 0, 0, 1).name = 'other';",
      "new FunctionEvent(1, 'mm', 0, 0, 1).appendKernel('k');"
    ]
  },
  FunctionEventAvg: {
    right: `const sum: FunctionEventAvg = new FunctionEventAvg()
  .add(new FunctionEvent(1, 'mm', 0, 0, 1)).add(new FunctionEvent(2, 'mm', 0, 1, 3));
const mean: number = sum.cpuTimeTotal / sum.count;
const key: string | null = sum.key;`,
    wrong: [
      "new FunctionEventAvg('mm');",
      'new FunctionEventAvg().add(5);',
      'const name: number = new FunctionEventAvg().key;'
    ]
  },
  GpuKernel: {
    hover: /One run of `name` on the GPU/,
    right: "const kernel: GpuKernel = new GpuKernel('k', 0, new Interval(0, 1));",
    wrong: [
      "new GpuKernel('k', 0, 0);",
      "new GpuKernel('k', 'cuda:0', new Interval(0, 1));",
      "new GpuKernel('k', 0, new Interval(0, 1)).device = 1;"
    ]
  },
  Interval: {
    hover: /From `start` to `end`, microseconds/,
    right:
      'const interval: Interval = new Interval(0.5, 2);\nconst us: number = interval.elapsedUs();',
    wrong: ['new Interval(1);', "new Interval('0', 1);", 'new Interval(0, 1).end = 2;']
  },
  emitNvtx: {
    hover: /Begins to emit/,
    right: `const options: EmitNvtxOptions = { enabled: false };
const emission: NvtxEmission = emitNvtx(options);
emission.end();
emission.dispose();
const n: number = emitNvtx.run(() => 1, options);
const later: Promise<string> = emitNvtx.run(async () => 'a', options);`,
    wrong: [
      'emitNvtx(true);',
      "emitNvtx({ enabled: 'yes' });",
      'emitNvtx({ recordShapes: true });',
      'emitNvtx.run(5);',
      'const s: string = emitNvtx.run(() => 1, { enabled: false });',
      'emitNvtx().stop();'
    ]
  },
  instrumentIterator: {
    hover: /A wrapper of `source`/,
    right: `const options: InstrumentIteratorOptions = { name: 'batches' };
const rows: number[] = instrumentIterator([1, 2], options);
let sum = 0;
for (const row of instrumentIterator(new Set([1, 2]))) sum += row;
for await (const row of instrumentIterator((async function* () { yield 3; })())) sum += row;`,
    wrong: [
      'instrumentIterator();',
      'instrumentIterator(5);',
      'instrumentIterator([1], { name: 5 });',
      "instrumentIterator([1], { title: 'a' });",
      'const rows: string[] = instrumentIterator([1]);'
    ]
  },
  loadNvprof: {
    hover: /The NVTX ranges of a file of nvprof/,
    right: `try { loadNvprof('absent.nvprof').keyAverages().table(); } catch (error) {
  if (!(error instanceof NvprofFileError)) throw error;
}
const load = (path: string): EventList => loadNvprof(path);`,
    wrong: ['loadNvprof();', 'loadNvprof(5);', "const n: number = loadNvprof('a.nvprof');"]
  }
};
