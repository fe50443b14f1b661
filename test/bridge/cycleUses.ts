import type { Uses } from './cellUses';

/** How cells call profilers that are started, stepped and stopped. */
export const CYCLE_USES: Readonly<Record<string, Uses>> = {
  Profiler: {
    right: `const p: Profiler = new Profiler({ startProfile: false, outputPath: 'unused',
  profilerLevel: ProfilerLevel.Level1, activities: [ProfilerActivity.CPU],
  schedule: schedule({ wait: 1, active: 1 }), aicoreMetrics: AicoreMetrics.AiCoreNone,
  onTraceReady: async given => void given.table() });
const value: number = await Promise.resolve(p.stepNumber);
const twice: (x: number) => number = p.wrap((x: number) => 2 * x);
const text: string = p.toString();`,
    wrong: [
      "new Profiler({ profilerLevel: 'Level9' });",
      "new Profiler({ activities: ['TPU'] });",
      'new Profiler({ profile_memory: true });',
      'new Profiler({ schedule: {} });',
      "new Profiler({ format: 'pdf' });",
      "new Profiler({ sampleRate: 'often' });",
      'new Profiler({ startProfile: false }).start(1);',
      "new Profiler({ startProfile: false }).analyse({ mode: 'later' });",
      'new Profiler({ startProfile: false }).run(5);',
      'Profiler.offlineAnalyse();',
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
  tensorboardTraceHandler: {
    hover: /analyses each cycle/,
    right: `const options = { startProfile: false, onTraceReady: tensorboardTraceHandler() };
const handler: TraceHandler = tensorboardTraceHandler('log', { worker: 'w', gzip: true });`,
    wrong: [
      'tensorboardTraceHandler(5);',
      "tensorboardTraceHandler('log', { useGzip: true });",
      "tensorboardTraceHandler('log', { worker: 5 });"
    ]
  },
  profilerCallback: {
    hover: /StopAtStep/,
    right: `const callback = profilerCallback({ startStep: 2, stopStep: 4, profiler: { withStack: true } });
const recorder: Profiler = callback.profiler;`,
    wrong: [
      "profilerCallback({ startStep: 'first' });",
      'profilerCallback({ start: 1 });',
      'profilerCallback({ profiler: { startProfile: true } });',
      'profilerCallback(5);'
    ]
  }
};
