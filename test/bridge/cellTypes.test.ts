import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleOf } from '../support/tiers';
import * as kernelscope from '../../src/index';
import { AUTOGRAD_USES } from './autogradUses';
import { USES as OTHER_USES } from './cellUses';
import { CUDA_USES } from './cudaUses';
import { CYCLE_USES } from './cycleUses';
import { KernelClient } from './kernelClient';

/** What the uses stand after. */
const SETUP = `
import * as all from 'kernelscope';
import { AicoreMetrics, analyze, AnalyzeFileError, attach, BucketError, build_table, buildTable, Counter, cuda, customOperator, Domain, dump, dumpProfile, dumps,
  emit_nvtx, emitNvtx, EnforceUnique, Event, EventList, format_time, formatTime, Frame, FunctionEvent, FunctionEventAvg, GpuKernel, GpuMetrics, instrument,
  instrumentIterator, Interval, Kernel, load_nvprof, loadNvprof, loadProfile, Marker, megengine, NvprofFileError, PackageUnavailableError, parse_cpu_trace, parse_nvprof_trace, parseCpuTrace, pause, profile,
  profiler, Profiler, ProfilerAction, ProfilerActivity, profilerCallback, ProfilerLevel,
  profilerSetConfig, profilerSetState, range, record_function, recordFunction, resume, schedule, scope, setConfig,
  setState, SparkError, StringTable, Task, tensor_board_trace_handler, tensorboard_trace_handler, tensorboardTraceHandler, trace, waitAll } from 'kernelscope';
import type { AnalysedCycle, AnalyzeOptions, ContinuousOptions, ContinuousProfiling, CudaDevice, CudaEvent, CudaFunction, CudaGraph, CudaModule,
  CudaStream, CycleProfilerOptions, DeviceBuffer, EmitNvtxOptions, EventTableOptions,
  ExperimentalConfig, FunctionEventOptions, InputShapes, InstrumentIteratorOptions, KernelArgument,
  MarkerScope, MgeProfiling, NvtxEmission, OfflineAnalyseOptions, OfflineEngine, OfflineProgress, OfflineReport, SparkOptions,
  OperatorAnalysis, PinnedMemory, ProfileOptions, ProfilerOptions, ProfilerState, QueryRows, QueryValue, SessionResults, StackMetric, StartedSession, TableLayout,
  TimeUnit, TracedFunction, TraceHandler, TraceOptions } from 'kernelscope';
import { Worker } from 'node:worker_threads';
const worker = new Worker('setTimeout(() => undefined, 1e6)', { eval: true });
worker.unref();
const domain: Domain = new Domain('domain');
const server = { profileProcess: 'server' } as const;`;

const USES = { ...OTHER_USES, ...AUTOGRAD_USES, ...CYCLE_USES, ...CUDA_USES };

/** Classes of what functions give; cells name them, and do not construct them. */
const GIVEN = [
  'FinishedProfile',
  'OfflineReport',
  'OperatorAnalysis',
  'ProfileDiff',
  'ProfileSession'
];

/** Exports that cells do not call: classes of errors and of what functions give. */
const CLASSES = Object.entries(kernelscope)
  .filter(([name, value]) => GIVEN.includes(name) || isErrorClass(value))
  .map(([name]) => name);

function isErrorClass(value: unknown): boolean {
  return (
    typeof value === 'function' && (value as { prototype?: unknown }).prototype instanceof Error
  );
}

let kernel: KernelClient;

beforeAll(async () => {
  kernel = await KernelClient.lend();
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

  test.each(sampleOf(wrong, 4))('refuse of %s: %s', async (_name, code) => {
    expect(await enameOf(`const unused = () => {\n${code}\n};`)).toBe('TypeScriptError');
  });

  const documented = Object.entries(USES).flatMap(([name, { hover, right }]) =>
    hover ? [[name, hover, right] as const] : []
  );

  test.each(sampleOf(documented, 6))('tell on hover what %s does', async (name, hover, right) => {
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
