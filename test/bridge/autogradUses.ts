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
  buildTable: {
    hover: /The first layout of the table/,
    right:
      "const text: string = buildTable([new FunctionEvent(1, 'a', 0, 0, 1)], { sortBy: 'count' });",
    wrong: ['buildTable(5);', "buildTable(['event']);", 'buildTable([], { rowLimit: 1 });']
  },
  build_table: {
    right: "const text: string = build_table(new EventList(), 'cpu_time', 'header');",
    wrong: ["build_table([], 'count', 5);", 'build_table([], { sort_by: 5 });']
  },
  formatTime: {
    hover: /Microseconds with three decimals/,
    right: 'const text: string = formatTime(4.25);',
    wrong: ["formatTime('4');"]
  },
  format_time: { right: 'const text: string = format_time(4.25);', wrong: ["format_time('4');"] },
  parseCpuTrace: {
    hover: /in order of start/,
    right: `const parse = (): readonly FunctionEvent[] => parseCpuTrace(profile.last!);
const parseSession = (): number => parseCpuTrace(profile()).length;`,
    wrong: ['parseCpuTrace([5]);', 'parseCpuTrace();']
  },
  parse_cpu_trace: {
    right: 'const parse = (): readonly FunctionEvent[] => parse_cpu_trace(profile.last!);',
    wrong: ['parse_cpu_trace(5);']
  },
  EnforceUnique: {
    right: "new EnforceUnique().see(1, 'a');",
    wrong: ['new EnforceUnique().see({});', 'new EnforceUnique(5);']
  },
  StringTable: {
    right: "const name: string = new StringTable(mangled => mangled).get('_Z1fv');",
    wrong: ['new StringTable().get(5);', "new StringTable('a');"]
  },
  Kernel: {
    right: "const kernel: Kernel = new Kernel('k', 0, new Interval(0, 1));",
    wrong: ["new Kernel('k');"]
  },
  record_function: {
    right: "const n: number = record_function('r', () => 1);",
    wrong: ['record_function(7, () => 1);']
  },
  emit_nvtx: {
    right: 'emit_nvtx({ enabled: false }).end();',
    wrong: ['emit_nvtx(true);']
  },
  parse_nvprof_trace: {
    right: 'const load: (path: string) => EventList = parse_nvprof_trace;',
    wrong: ['parse_nvprof_trace(5);']
  },
  load_nvprof: {
    right: 'const load: (path: string) => EventList = load_nvprof;',
    wrong: ['load_nvprof(5);']
  },
  schedule: {
    hover: /A schedule of cycles/,
    right: `const actions: (step: number) => ProfilerAction = schedule({ wait: 1, active: 2, repeat: 3 });
const first: ProfilerAction = actions(0);
schedule({ wait: 1, active: 2, skip_first: 1 });
schedule(1, 1, 2, 1);`,
    wrong: [
      'schedule();',
      'schedule({ wait: 1 });',
      "schedule({ wait: 1, active: '2' });",
      'schedule({ wait: 1, active: 2, skip_frist: 1 });',
      'schedule(1);',
      "schedule(1, 1, '2');"
    ]
  },
  ProfilerAction: {
    right: `const action: ProfilerAction = ProfilerAction.RECORD_AND_SAVE;
profile({ enabled: false, schedule: step => (step > 2 ? ProfilerAction.NONE : action) });`,
    wrong: ['ProfilerAction.SAVE;', "const action: ProfilerAction = 'SAVE';"]
  },
  profile: {
    right: `const count: number | undefined = profile.last?.find('nothing')?.count;
const ask = async (sql: string): Promise<QueryRows | undefined> => profile.last?.sql(sql);
const seen = async (): Promise<QueryValue> => (await ask('FROM slices'))?.[0]['name'] ?? null;
const session = profile({ cpuIntervalUs: null, memoryPeriodMs: null, activities: ['CPU'] });
session.addMetadata('who', 'me');
session.addMetadataJson('rows', '[1]');
session.toggleActivity('CPU', false);
session.stop();
const python1 = profile(false, false, { with_stack: true });
const facts: boolean[] = [python1.enabled, python1.use_cuda, session.useCuda];
const table: string = session.table({ sortBy: 'cpu_time_total', rowLimit: 3, layout: 'autograd' });
const names: string[] = session.functionEvents.map(event => event.name);
const python: string = session.table('cpu_time', 3) + session.key_averages(true).table({ sort_by: 'count' });
const traced: number = session.function_events.self_cpu_time_total;
profile({ enabled: false, record_shapes: true, with_stack: true, experimental_config: { trace_only: true } });
const config: ExperimentalConfig = { recordPythonGcInfo: true, traceOnly: false };
const options: ProfileOptions = { enabled: false, name: 'n', stacks: true, shapes: true, flops: true,
  tensorMemory: true, profileMemory: true, withFlops: true, allocationBytes: 65536, async: null,
  useCuda: false, accEvents: false, postProcessingTimeoutMs: 1e4, experimentalConfig: config,
  limit: { mode: 'keepLast', slices: 100 }, activities: ['CPU'], schedule: schedule({ active: 1, wait: 0 }),
  onTraceReady: (ready: SessionResults) => ready.exportStacks('s.txt') };
profile(options).stop();
const calls: number = session.keyAverages({ groupByStackN: 2 }).length + session.totalAverage().count;
const text: (n: number) => string = profile((n: number) => String(n), { recordShapes: true });
class Model { @profile.wrap({ withStack: true }) async fit(epochs: number) { return epochs; }
  @profile() test(rows: number) { return 2 * rows; } }
const tested: number = new Model().test(2);
const wrapped: (n: number) => string = profile({ cpuIntervalUs: null })((n: number) => String(n));
const begun: StartedSession = profile({ enabled: false });
const run = await profile.run(async within => { await within.step(); return 5; }, {
  schedule: () => 'RECORD', accEvents: true, onTraceReady: async ready => ready.table()
});
const five: number = run.value;
const pushing: ContinuousOptions = { push: 'http://127.0.0.1:9', name: 'n', cpuHz: 99, every: '10s', queue: 2,
  labels: { zone: 'a', pid: null }, headers: { Authorization: 'x' }, timeout: '100ms' };
const running: ContinuousProfiling = profile.continuous(pushing);
const sofar: number = running.stats.pushed + running.stats.dropped + running.stats.samples;
const ended: string | null = (await running.stop()).lastError;`,
    wrong: [
      "profile({ cpuIntervalUs: 'often' });",
      'profile.continuous();',
      "profile.continuous({ name: 'n' });",
      "profile.continuous({ push: 'http://h', name: 'n', every: 'often' });",
      "profile.continuous({ push: 'http://h', name: 'n', labels: { zone: {} } });",
      "profile.continuous({ push: 'http://h', name: 'n' }).stats.pushed = 1;",
      'profile.first;',
      'profile.last!.sql(5);',
      "const rows: QueryRows = profile.last!.sql('FROM slices');",
      'profile.get(5);',
      "profile({ record_shapes: 'yes' });",
      'profile({ recordshapes: true });',
      'profile().add_metadata(5);',
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
      'profile(true, 5);',
      'class A { @profile.wrap({ foo: 1 }) f() { return 1; } }',
      'class A { @profile.wrap() field = 1; }',
      'class A { @profile() field = 1; }',
      'profile()(5);'
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
const averages: EventList<FunctionEventAvg> = list.keyAverages({ groupByStackN: 1, groupByDeviceType: true });
const devices: ('CPU' | 'CUDA')[] = averages.map(({ deviceType }) => deviceType);
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
      'new EventList().table({ sort_by: 5 });',
      'new EventList().table(5);',
      "new EventList().table('count', '5');",
      'new EventList().key_averages({ group_by: 2 });',
      "new EventList().keyAverages({ groupByStackN: '2' });",
      "new EventList().keyAverages({ groupByDeviceType: 'CUDA' });",
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
const above: FunctionEvent | null = event.cpu_parent;
event.append_kernel('kernel', 0, 1, 2);
const us: number = event.cpu_time + event.self_cpu_time_total + event.cpu_interval.elapsed_us();`,
    wrong: [
      "new FunctionEvent('1', 'mm', 0, 0, 1);",
      'new FunctionEvent(1, 5, 0, 0, 1);',
      "new FunctionEvent(1, 'mm', 0, 0);",
      "new FunctionEvent(1, 'mm', 0, 0, 1, { memory: 5 });",
      "new FunctionEvent(1, 'mm', 0, 0, 1, { inputShapes: [2] });",
      "new FunctionEvent(1, 'mm', 0, 0, 1).name = 'other';",
      "new FunctionEvent(1, 'mm', 0, 0, 1).cpu_time = 5;",
      "new FunctionEvent(1, 'mm', 0, 0, 1).trace_name;",
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
