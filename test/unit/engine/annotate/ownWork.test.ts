import console from 'node:console';
import crypto from 'node:crypto';
import fs from 'node:fs';
import perfHooks from 'node:perf_hooks';
import workerThreads from 'node:worker_threads';
import zlib from 'node:zlib';
import { afterEach, expect, it } from 'vitest';
import { createCustomOperator } from '../../../../src/engine/annotate/customOperator';
import {
  type Instrumentation,
  createInstrument
} from '../../../../src/sources/operators/instrument';
import { useTestProfiler } from '../../../support/testProfiler';

const MODULES = { fs, zlib, crypto, process, Buffer, console, workerThreads, perfHooks };

const test = useTestProfiler();
const open: Instrumentation[] = [];

afterEach(() => {
  for (const instrumentation of open.splice(0)) instrumentation.restore();
});

function instrumentAll(): void {
  const instrument = createInstrument(test().host.hooks);
  for (const [name, target] of Object.entries(MODULES)) open.push(instrument(target, { name }));
}

/** Count of each row of a category in the statistics, by name. */
function counts(category: string): Record<string, number> {
  const text = test().profiler.dumps({ format: 'json' });
  const { Time } = JSON.parse(text) as Record<
    'Time',
    Record<string, Record<string, { readonly Count: number }>>
  >;
  const rows = Object.entries(Time[category] ?? {});
  return Object.fromEntries(rows.map(([name, { Count }]) => [name, Count]));
}

/** The last value of a counter of calls. */
function counter(name: string): number | undefined {
  const { host } = test();
  return host.recorder.counters.find(({ head }) => head.name === name)?.value;
}

it.each([false, true])(
  'never records what the profiler calls of Node’s modules (continuousDump: %s)',
  async continuousDump => {
    const { profiler, file } = test();
    const filename = file('run.json');
    instrumentAll();
    profiler.setConfig({ filename, aggregateStats: true, dumpPeriod: 0.05, continuousDump });
    profiler.setState('run');
    fs.existsSync(filename);
    process.memoryUsage();
    zlib.gzipSync(Buffer.from('x'));
    await new Promise(resolve => setTimeout(resolve, 150));
    profiler.dump({ finished: false });
    profiler.dumps();
    expect(counter('API Concurrency')).toBe(0);
    profiler.pause();
    profiler.resume();
    expect(counts('operator')).toMatchObject({ 'fs.existsSync': 1, 'process.memoryUsage': 1 });
    const ours = /^(fs|zlib|crypto|workerThreads|process.(memory|cpu)Usage)\b/;
    const seen = Object.keys(counts('operator')).filter(name => ours.test(name));
    expect(seen.sort()).toEqual(['fs.existsSync', 'process.memoryUsage', 'zlib.gzipSync']);
    expect(counter('API Concurrency')).toBe(0);
  }
);

it('lets a custom operator take the place of what recording itself calls', () => {
  const { host, profiler } = test();
  const { labels } = host.recorder;
  const original = labels.category.bind(labels);
  const category = createCustomOperator(host.hooks)('category', original);
  Object.defineProperty(labels, 'category', { value: category, configurable: true });
  profiler.setConfig({ aggregateStats: true, continuousDump: false });
  profiler.setState('run');
  labels.category('mine');
  expect(counts('Custom Operator')).toEqual({ category: 1 });
  profiler.setState('stop');
});
