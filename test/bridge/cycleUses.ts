import type { Uses } from './cellUses';

/** How cells call profilers that are started, stepped and stopped. */
export const CYCLE_USES: Readonly<Record<string, Uses>> = {
  Profiler: {
    right: `const p: Profiler = new Profiler({ startProfile: false, outputPath: 'unused',
  profilerLevel: ProfilerLevel.Level1, activities: [ProfilerActivity.CPU],
  schedule: schedule({ wait: 1, active: 1 }), aicoreMetrics: AicoreMetrics.AiCoreNone,
  onTraceReady: async given => void given.table() });
const options: CycleProfilerOptions = { path: 'unused', format: 'memory_flow.svg', sampleRate: 5,
  formats: ['chrome_timeline.json', 'memory_flow.svg'], profileDevice: false, compat: 'megengine' };
const files: Profiler = new Profiler(options);
const place: string | null = p.cyclePath;
const states: readonly boolean[] = [p.isStarted, p.needsAnalysis, p instanceof Profiler];
const value: number = await Promise.resolve(p.stepNumber);
const twice: (x: number) => number = p.wrap((x: number) => 2 * x);
class Model { @p.wrap fit(epochs: number) { return epochs; } }
const rows: number[] = p.instrumentIterator([1, 2], { name: 'rows' });
const later = async (): Promise<string> => {
  p.start();
  p.addMetadata('who', 'me');
  p.addMetadataJson('rows', '[1]');
  await p.step();
  await p.stop();
  await p.analyse({ offlinePath: null, pretty: true, stepList: [1, 2], mode: 'async' });
  const names: string[] = p.keyAverages({ groupByStackN: 2 }).map(({ key }) => String(key));
  const saved: number = p.exportChromeTrace('t.json').sizeBytes;
  return p.run(async given => given.table({ rowLimit: saved }) + names.length);
};
const offline = async (): Promise<readonly AnalysedCycle[]> => {
  const how: OfflineAnalyseOptions = { pretty: true, stepList: [1], dataSimplification: true, workers: 2,
    onProgress: ({ done, total, failure }: OfflineProgress) => console.log(done / total, failure) };
  const report: OfflineReport = await Profiler.offlineAnalyse('data', how);
  const reasons: string[] = report.failed.map(({ directory, reason }) => directory + reason);
  const slowest: number | undefined = report.crossRank?.runs[0].ranks[0].rank;
  return report.isComplete && reasons.length < (slowest ?? 1) ? report.analysed : [];
};
const onCluster = async (): Promise<boolean> => {
  const spark: SparkOptions = { master: 'spark://host:7077', conf: { 'spark.executor.memory': '4g' }, node: 'node' };
  const engine: OfflineEngine = { spark };
  const report = await Profiler.offlineAnalyse('data', { engine }).catch((error: unknown) => error);
  await Profiler.offlineAnalyse('data', { engine: { spark: 'local[2]' }, tablesOnly: true });
  return report instanceof SparkError;
};
const inBucket = async (): Promise<boolean> => {
  const failure = await Profiler.offlineAnalyse('s3://bucket/data', { stepList: [1] }).catch((error: unknown) => error);
  return failure instanceof BucketError || failure instanceof PackageUnavailableError;
};
const python = async (): Promise<number> => {
  await p.analyse('data', true, [1, 2], 'async');
  await Profiler.offline_analyse('data', true, [1]);
  return p.step_num + p.key_averages().length + p.total_average().cpu_time;
};
new Profiler({ start_profile: false, profile_memory: true, output_path: 'unused' }).dispose();
const text: string = p.toString();
p.dispose();`,
    wrong: [
      "new Profiler({ profilerLevel: 'Level9' });",
      "new Profiler({ activities: ['TPU'] });",
      "new Profiler({ profile_memory: 'yes' });",
      'new Profiler({ profilememory: true });',
      'new Profiler({ schedule: {} });',
      "new Profiler({ format: 'pdf' });",
      "new Profiler({ compat: 'mxnet' });",
      "new Profiler({ sampleRate: 'often' });",
      'new Profiler({ startProfile: false }).start(1);',
      "new Profiler({ startProfile: false }).analyse({ mode: 'later' });",
      "new Profiler({ startProfile: false }).analyse({ stepList: '1-3' });",
      'new Profiler({ startProfile: false }).analyse(true);',
      'new Profiler({ startProfile: false }).run(5);',
      'new Profiler({ startProfile: false }).wrap(5);',
      'new Profiler({ startProfile: false }).instrumentIterator(5);',
      "new Profiler({ startProfile: false }).addMetadata('rows', 5);",
      'new Profiler({ startProfile: false }).isStarted = true;',
      'const n: number = new Profiler({ startProfile: false }).cyclePath;',
      'class A { @(new Profiler({ startProfile: false })).wrap field = 1; }',
      "new Profiler({ onTraceReady: 'analyse' });",
      'new Profiler({ onTraceReady: (given: string) => given });',
      "new Profiler({ gpuMetrics: 'Speed' });",
      "new Profiler({ profileMemory: 'yes' });",
      "new Profiler({ formats: ['chrome_timeline.json', 'pdf'] });",
      'new Profiler({ path: 5 });',
      'Profiler.offlineAnalyse();',
      "Profiler.offlineAnalyse('data', { step_list: '1' });",
      "new Profiler({ startProfile: false }).analyse('data', 1);",
      "Profiler.offlineAnalyse('data', { workers: 'all' });",
      "Profiler.offlineAnalyse('data', { onProgress: (done: string) => done });",
      "Profiler.offlineAnalyse('data').then(report => report.ranks);",
      "const n: number = Profiler.offlineAnalyse('absent');"
    ]
  },
  ProfilerLevel: {
    right: "const level: ProfilerLevel = ProfilerLevel.Level0;\nconst named: 'Level0' = level;",
    wrong: ['ProfilerLevel.Level3;', "ProfilerLevel.Level0 = 'Level1';"]
  },
  ProfilerActivity: {
    right: 'const activity: ProfilerActivity = ProfilerActivity.GPU;',
    wrong: ['ProfilerActivity.TPU;', "ProfilerActivity.CPU = 'GPU';"]
  },
  GpuMetrics: {
    right: 'const metrics: GpuMetrics = GpuMetrics.MemoryL0;',
    wrong: ['GpuMetrics.Speed;', "const metrics: GpuMetrics = 'Speed';"]
  },
  AicoreMetrics: {
    right: 'const metrics: AicoreMetrics = AicoreMetrics.AiCoreNone;',
    wrong: ['AicoreMetrics.Speed;']
  },
  trace: {
    hover: /with the operators of each call recorded/,
    right: `const options: TraceOptions = { symbolic: true, profiling: true };
const traced: TracedFunction<[number], number> = trace((n: number) => 2 * n, options);
const six: number = traced(3);
const given: MgeProfiling = traced.get_profile() ?? traced.getProfile();
const types: string[] = Object.values(given.graph_exec.operator).map(({ type }) => type);
const later: TracedFunction<[number], number> = trace(options)((n: number) => 2 * n);
class Model { @trace({ profiling: true }) fit(epochs: number) { return epochs; } }
const model = new Model();
const fitted: MgeProfiling[] = [model.fit(1)].map(() => trace.getProfile(model.fit));`,
    wrong: [
      'trace(5);',
      "trace(() => 1, { symbolic: 'yes' });",
      'trace(() => 1, { profile: true });',
      "trace((n: number) => n)('3');",
      'const s: string = trace(() => 1)();',
      'trace(() => 1).getProfile().device;',
      'trace(() => 1).profile();',
      'class A { @trace() field = 1; }'
    ]
  },
  megengine: {
    right: `class Model { @megengine.profile({ startProfile: false }) fit(epochs: number) { return epochs; } }
const made = megengine.profile({ sampleRate: 5 });
const wrapped: (n: number) => string = made((n: number) => String(n));
const direct: (n: number) => number = megengine.profile((n: number) => n);
const one: Profiler = new megengine.profile();
const state: boolean = made.isStarted || one.isStarted;
const traced: number = megengine.trace((n: number) => n)(5);
using inside = megengine.profile();`,
    wrong: [
      'megengine.profile(5);',
      'megengine.profile({ sampleRate: "5" });',
      "megengine.profile((n: number) => n)('3');",
      'class A { @megengine.profile() field = 1; }'
    ]
  },
  tensor_board_trace_handler: {
    right: 'const handler: TraceHandler = tensor_board_trace_handler();',
    wrong: ["tensor_board_trace_handler('log', 5);"]
  },
  tensorboard_trace_handler: {
    right: `const handler: TraceHandler = tensorboard_trace_handler('log', 'w', true);
tensorboard_trace_handler('log', { worker_name: 'w', use_gzip: true });`,
    wrong: ["tensorboard_trace_handler('log', 5);"]
  },
  tensorboardTraceHandler: {
    hover: /analyses each cycle/,
    right: `const options = { startProfile: false, onTraceReady: tensorboardTraceHandler() };
const handler: TraceHandler = tensorboardTraceHandler('log', { worker: 'w', gzip: true });
const itself = { startProfile: false, on_trace_ready: tensorboardTraceHandler };
new Profiler(itself).dispose();`,
    wrong: [
      'tensorboardTraceHandler(5);',
      "tensorboardTraceHandler('log', { usesGzip: true });",
      "tensorboardTraceHandler('log', { worker: 5 });"
    ]
  },
  profilerCallback: {
    hover: /StopAtStep/,
    right: `const callback = profilerCallback({ startStep: 2, stopStep: 4, profiler: { withStack: true } });
const recorder: Profiler = profilerCallback({ profiler: callback.profiler }).profiler;
const done: Promise<void> = callback.onBatchEnd();`,
    wrong: [
      "profilerCallback({ startStep: 'first' });",
      'profilerCallback({ start: 1 });',
      'profilerCallback({ profiler: { startProfile: true } });',
      'profilerCallback(5);'
    ]
  }
};
