/** Units of figures; `F` is two clock reads, see {@link FLOOR_REFERENCE_NS}. */
export type Unit = 'F' | 'B' | 'MB' | 'ns' | 'ms' | '%' | 'ratio' | 'exponent';

/** What a figure has to stay below, and where it is measured. */
export interface Target {
  /** Module in `suites` whose process measures it. */
  readonly suite: string;
  readonly unit: Unit;
  /** The figure, as printed, must not be greater. */
  readonly limit: number;
  /** Decimals printed. */
  readonly digits: number;
}

/**
 * Suites that print tables and start processes of their own for all that they measure: they run once,
 * whatever the number of processes asked for.
 */
export const RUN_ONCE: readonly string[] = [
  ...['peerProfilers', 'peerRanges'],
  ...['growthOfRecordings', 'growthOfWorkers', 'growthOfCells']
];

/** Nanoseconds that two clock reads take on the machine for which the limits in ns and ms were set. */
export const FLOOR_REFERENCE_NS = 48;

/** Every figure with its limit; the reasons are in docs/performance.md. */
export const TARGETS = {
  'record.beginEnd': { suite: 'recordSlices', unit: 'F', limit: 1.15, digits: 2 },
  'record.range': { suite: 'recordRange', unit: 'F', limit: 1.4, digits: 2 },
  'record.freshChunk': { suite: 'recordSlices', unit: 'F', limit: 1.35, digits: 2 },
  'record.disabled': { suite: 'recordDisabled', unit: 'F', limit: 0.2, digits: 2 },
  'record.async': { suite: 'recordAsync', unit: 'F', limit: 2.2, digits: 2 },
  'waits.burst': { suite: 'waitsBurst', unit: '%', limit: 10, digits: 1 },
  'record.bytes': { suite: 'recordBytes', unit: 'B', limit: 24, digits: 1 },
  'record.stall': { suite: 'recordStall', unit: 'ms', limit: 2, digits: 2 },
  'counter.update': { suite: 'counterUpdate', unit: 'F', limit: 1, digits: 2 },
  'object.paused': { suite: 'idleObjects', unit: 'F', limit: 0.2, digits: 2 },
  'object.stopped': { suite: 'idleObjects', unit: 'F', limit: 0.2, digits: 2 },
  'profiler.step': { suite: 'profilerStep', unit: 'F', limit: 2, digits: 2 },
  'peer.measure': { suite: 'peerMeasure', unit: 'ratio', limit: 0.7, digits: 2 },
  'peer.otel': { suite: 'peerOpenTelemetry', unit: 'ratio', limit: 1 / 20, digits: 4 },
  'peer.torch': { suite: 'peerTorch', unit: 'ratio', limit: 1 / 50, digits: 4 },
  'peer.ddTrace': { suite: 'peerRanges', unit: 'ratio', limit: 1 / 20, digits: 4 },
  'peer.rangeCpu': { suite: 'peerRanges', unit: 'ratio', limit: 0.7, digits: 2 },
  'peer.rangeBytes': { suite: 'peerRanges', unit: 'ratio', limit: 0.25, digits: 3 },
  'peer.none.tsc': { suite: 'peerProfilers', unit: 'ratio', limit: 1.5, digits: 2 },
  'peer.cpuProf.tsc': { suite: 'peerProfilers', unit: 'ratio', limit: 1.25, digits: 2 },
  'peer.datadog.tsc': { suite: 'peerProfilers', unit: 'ratio', limit: 1.25, digits: 2 },
  'peer.sentry.tsc': { suite: 'peerProfilers', unit: 'ratio', limit: 1, digits: 2 },
  'peer.zeroX.tsc': { suite: 'peerProfilers', unit: 'ratio', limit: 0.5, digits: 2 },
  'peer.hottest.tsc': { suite: 'peerProfilers', unit: '%', limit: 20, digits: 0 },
  'peer.none.prettier': { suite: 'peerProfilers', unit: 'ratio', limit: 1.5, digits: 2 },
  'peer.cpuProf.prettier': { suite: 'peerProfilers', unit: 'ratio', limit: 1.25, digits: 2 },
  'peer.datadog.prettier': { suite: 'peerProfilers', unit: 'ratio', limit: 1.25, digits: 2 },
  'peer.sentry.prettier': { suite: 'peerProfilers', unit: 'ratio', limit: 1, digits: 2 },
  'peer.zeroX.prettier': { suite: 'peerProfilers', unit: 'ratio', limit: 0.5, digits: 2 },
  'peer.hottest.prettier': { suite: 'peerProfilers', unit: '%', limit: 20, digits: 0 },
  'peer.none.fastify': { suite: 'peerProfilers', unit: 'ratio', limit: 1.5, digits: 2 },
  'peer.cpuProf.fastify': { suite: 'peerProfilers', unit: 'ratio', limit: 1.25, digits: 2 },
  'peer.datadog.fastify': { suite: 'peerProfilers', unit: 'ratio', limit: 1.25, digits: 2 },
  'peer.sentry.fastify': { suite: 'peerProfilers', unit: 'ratio', limit: 1, digits: 2 },
  'peer.zeroX.fastify': { suite: 'peerProfilers', unit: 'ratio', limit: 0.5, digits: 2 },
  'peer.hottest.fastify': { suite: 'peerProfilers', unit: '%', limit: 20, digits: 0 },
  'growth.ranges': { suite: 'growthOfRecordings', unit: 'exponent', limit: 1.1, digits: 2 },
  'growth.rangesMemory': { suite: 'growthOfRecordings', unit: 'exponent', limit: 1.1, digits: 2 },
  'growth.ring': { suite: 'growthOfRecordings', unit: 'exponent', limit: 1.1, digits: 2 },
  'growth.ringMemory': { suite: 'growthOfRecordings', unit: 'exponent', limit: 0.1, digits: 2 },
  'growth.labels': { suite: 'growthOfRecordings', unit: 'exponent', limit: 1.1, digits: 2 },
  'growth.labelsMemory': { suite: 'growthOfRecordings', unit: 'exponent', limit: 1.1, digits: 2 },
  'growth.depth': { suite: 'growthOfRecordings', unit: 'exponent', limit: 1.1, digits: 2 },
  'growth.depthMemory': { suite: 'growthOfRecordings', unit: 'exponent', limit: 1.1, digits: 2 },
  'growth.workers': { suite: 'growthOfWorkers', unit: 'exponent', limit: 1.1, digits: 2 },
  'growth.cells': { suite: 'growthOfCells', unit: 'exponent', limit: 1.1, digits: 2 },
  'growth.cellsMemory': { suite: 'growthOfCells', unit: 'exponent', limit: 1.1, digits: 2 },
  'growth.recordedCells': { suite: 'growthOfCells', unit: 'exponent', limit: 1.1, digits: 2 },
  'growth.recordedCellsMemory': { suite: 'growthOfCells', unit: 'exponent', limit: 1.1, digits: 2 },
  'hook.tfjs': { suite: 'hookTfjs', unit: 'F', limit: 4, digits: 2 },
  'hook.tfjsMemory': { suite: 'hookTfjsMemory', unit: 'F', limit: 14, digits: 2 },
  'slowdown.10us': { suite: 'slowdown10us', unit: '%', limit: 1, digits: 1 },
  'slowdown.1us': { suite: 'slowdown1us', unit: '%', limit: 9, digits: 1 },
  'preset.light': { suite: 'presetLight', unit: '%', limit: 2, digits: 1 },
  'preset.default': { suite: 'presetDefault', unit: '%', limit: 4, digits: 1 },
  'overhead.thread': { suite: 'overheadStated', unit: '%', limit: 20, digits: 0 },
  'overhead.process': { suite: 'overheadStated', unit: '%', limit: 20, digits: 0 },
  'export.perfetto': { suite: 'exports', unit: 'ms', limit: 60, digits: 1 },
  'export.chrome': { suite: 'exports', unit: 'ms', limit: 200, digits: 1 },
  'export.speedscope': { suite: 'exportSamples', unit: 'ms', limit: 500, digits: 1 },
  'export.cpuprofile': { suite: 'exportSamples', unit: 'ms', limit: 200, digits: 1 },
  'export.pprof': { suite: 'exportSamples', unit: 'ms', limit: 60, digits: 1 },
  'export.folded': { suite: 'exportSamples', unit: 'ms', limit: 100, digits: 1 },
  'export.foldedSlices': { suite: 'exportSamples', unit: 'ms', limit: 200, digits: 1 },
  findings: { suite: 'reports', unit: 'ms', limit: 200, digits: 1 },
  aggregate: { suite: 'reports', unit: 'ms', limit: 30, digits: 1 },
  dumps: { suite: 'reports', unit: 'ms', limit: 60, digits: 1 },
  'kscope.write': { suite: 'kscope', unit: 'ms', limit: 300, digits: 1 },
  'kscope.read': { suite: 'kscope', unit: 'ms', limit: 300, digits: 1 },
  'kscope.bytes': { suite: 'kscope', unit: 'MB', limit: 4.7, digits: 2 },
  'output.read': { suite: 'kscope', unit: 'ms', limit: 10, digits: 1 },
  'output.bytes': { suite: 'kscope', unit: 'B', limit: 104_495, digits: 0 },
  overview: { suite: 'reports', unit: 'ms', limit: 400, digits: 1 },
  'gpu.drain': { suite: 'gpuDrain', unit: 'ns', limit: 500, digits: 0 },
  'gpu.id': { suite: 'gpuId', unit: 'ns', limit: 60, digits: 1 },
  'gpu.profile': { suite: 'gpuProfile', unit: 'ms', limit: 500, digits: 0 },
  'gpu.launch': { suite: 'gpuLaunch', unit: 'ns', limit: 1500, digits: 0 },
  'gpu.sample': { suite: 'gpuSampling', unit: 'ns', limit: 500, digits: 0 },
  'gpu.sampling': { suite: 'gpuSampling', unit: '%', limit: 2, digits: 2 },
  'gpu.report': { suite: 'gpuReport', unit: 'ms', limit: 300, digits: 0 },
  'load.nvprof': { suite: 'loadNvprof', unit: 'ms', limit: 2000, digits: 0 },
  'memoryFlow.svg': { suite: 'memoryFlow', unit: 'ms', limit: 1000, digits: 0 },
  'memoryFlow.bytes': { suite: 'memoryFlow', unit: 'MB', limit: 5, digits: 2 },
  'samples.lines': { suite: 'sampleLines', unit: 'ms', limit: 200, digits: 1 },
  'events.convert': { suite: 'events', unit: 'ms', limit: 900, digits: 1 },
  'events.keyAverages': { suite: 'events', unit: 'ms', limit: 400, digits: 1 },
  'events.tree': { suite: 'events', unit: 'ms', limit: 600, digits: 1 },
  'analyze.trace': { suite: 'analyzeTrace', unit: 'ms', limit: 5000, digits: 0 },
  'analyze.memory': { suite: 'analyzeTrace', unit: 'MB', limit: 1000, digits: 0 },
  'offline.analyse': { suite: 'offlineAnalyse', unit: 'ms', limit: 20_000, digits: 0 },
  'offline.memory': { suite: 'offlineAnalyse', unit: 'MB', limit: 1000, digits: 0 },
  'start.help': { suite: 'starts', unit: 'ms', limit: 150, digits: 0 },
  'start.run': { suite: 'starts', unit: 'ms', limit: 150, digits: 0 },
  'start.import': { suite: 'starts', unit: 'ms', limit: 40, digits: 0 },
  'cell.latency': { suite: 'cellLatency', unit: 'ms', limit: 150, digits: 1 },
  'cell.on': { suite: 'cellOn', unit: 'ms', limit: 3, digits: 2 },
  'cell.progress': { suite: 'cellProgress', unit: '%', limit: 0.5, digits: 2 },
  'cell.topLevel': { suite: 'topLevel', unit: 'ratio', limit: 3, digits: 2 },
  'cell.earlier': { suite: 'topLevel', unit: 'ratio', limit: 2, digits: 2 },
  'cell.earlierOfMany': { suite: 'topLevel', unit: 'ratio', limit: 2, digits: 2 },
  'table.sort': { suite: 'table', unit: 'ms', limit: 50, digits: 1 },
  'table.window': { suite: 'table', unit: 'ms', limit: 50, digits: 1 },
  'timeline.paint': { suite: 'timeline', unit: 'ms', limit: 150, digits: 1 },
  'timeline.paintCpu': { suite: 'timeline', unit: 'ms', limit: 150, digits: 1 },
  'timeline.frameP50': { suite: 'timeline', unit: 'ms', limit: 5, digits: 2 },
  'timeline.frameP95': { suite: 'timeline', unit: 'ms', limit: 16, digits: 2 },
  'timeline.heap': { suite: 'timeline', unit: 'MB', limit: 60, digits: 1 },
  'timeline.sampledPaint': { suite: 'timeline', unit: 'ms', limit: 150, digits: 1 },
  'timeline.sampledPaintCpu': { suite: 'timeline', unit: 'ms', limit: 150, digits: 1 },
  'timeline.sampledFrameP50': { suite: 'timeline', unit: 'ms', limit: 5, digits: 2 },
  'timeline.sampledFrameP95': { suite: 'timeline', unit: 'ms', limit: 16, digits: 2 },
  'timeline.sampledHeap': { suite: 'timeline', unit: 'MB', limit: 100, digits: 1 },
  'timeline.peerPaint': { suite: 'timeline', unit: 'ratio', limit: 0.5, digits: 2 },
  'timeline.peerFrameP50': { suite: 'timeline', unit: 'ratio', limit: 0.5, digits: 2 },
  'timeline.peerFrameP95': { suite: 'timeline', unit: 'ratio', limit: 0.5, digits: 2 },
  'timeline.peerHeap': { suite: 'timeline', unit: 'ratio', limit: 0.5, digits: 2 }
} as const satisfies Record<string, Target>;

/** Name of a figure. */
export type FigureName = keyof typeof TARGETS;

/** All names, in the order in which they are printed. */
export const FIGURE_NAMES = Object.keys(TARGETS) as readonly FigureName[];
