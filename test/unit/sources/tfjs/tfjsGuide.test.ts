import { readFileSync, statSync } from 'node:fs';
import type * as Tf from '@tensorflow/tfjs';
import { afterEach, beforeEach, describe, expect, test as it, vi } from 'vitest';
import { createWaitAll } from '../../../../src/engine/annotate/waitAll';
import type { Profile } from '../../../../src/model/profile/profile';
import {
  type GuideImports,
  profileModel,
  profileTrace,
  profileTraceTwice,
  traceOfMatrix
} from '../../../support/guideExamples';
import { useTestProfiler } from '../../../support/testProfiler';
import {
  counterOf,
  forgetTensorFlow,
  loadTensorFlow,
  loadWasmBackend,
  slicesOf
} from '../../../support/tfjsBench';

const test = useTestProfiler();

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  forgetTensorFlow();
});

afterEach(() => {
  forgetTensorFlow();
  vi.restoreAllMocks();
});

/** What the examples import, with a copy of TensorFlow.js in which nothing has run yet. */
function imports(tf: typeof Tf = loadTensorFlow('all')): GuideImports {
  const { profiler, host } = test();
  return { tf, profiler: Object.assign(profiler, { waitAll: createWaitAll(host.hooks) }) };
}

function lastProfile(): Profile {
  const last = test().host.history.last;
  if (!last) throw new Error('nothing was profiled');
  return last.data;
}

function names(profile: Profile, category: string): string[] {
  return slicesOf(profile, category).map(({ name }) => name);
}

function scopes({ allocations, strings }: Profile): Set<string> {
  return new Set(Array.from(allocations.scope, row => strings[row]));
}

describe('example 1 of the guide: a model, forward and backward', () => {
  it('records calls, operators, memory by layer and the file', async () => {
    const file = test().file('test_profiler.json');
    const { model, value, grads } = await profileModel(imports(), file);
    const profile = lastProfile();
    expect(value.shape).toEqual([]);
    expect(Object.keys(grads)).toHaveLength(model.trainableWeights.length);
    const operators = names(profile, 'operator');
    for (const name of ['init', 'write', 'BatchMatMul', 'Tanh', 'Relu', 'Sum']) {
      expect(operators).toContain(name);
    }
    const backward = operators.slice(operators.indexOf('Sum'));
    expect(backward.filter(name => name === 'BatchMatMul').length).toBeGreaterThanOrEqual(5);
    expect(names(profile, 'API')).toEqual(expect.arrayContaining(['matMul', 'tanh', 'waitAll']));
    expect(counterOf(profile, 'API Calls').at(-1)).toBe(names(profile, 'API').length);
    expect(counterOf(profile, 'API Concurrency').at(-1)).toBe(0);
    expect(counterOf(profile, 'Memory: tfjs/cpu').length).toBeGreaterThan(10);
    expect([...scopes(profile)].join(' ')).toMatch(/net:dense_Dense\d+:/);
    expect(profile.sources.find(({ source }) => source === 'tfjs')).toMatchObject({ status: 'ok' });
    expect(statSync(file).size).toBeGreaterThan(1000);
  });
});

describe.each(['cpu', 'wasm'] as const)('example 2 of the guide, on %s', backend => {
  async function ready(): Promise<GuideImports> {
    const tf = loadTensorFlow('all');
    if (backend === 'wasm') loadWasmBackend();
    await tf.setBackend(backend);
    return imports(tf);
  }

  it('makes a tensor, launches both operators, then waits', async () => {
    const { trace } = await profileTrace(await ready(), test().file('trace_profile.json'));
    expect(trace).toBe(15);
    const profile = lastProfile();
    const isOfRun = (name: string) => ['write', 'GatherNd', 'Sum', 'sync'].includes(name);
    expect(names(profile, 'API')).toEqual(['tensor2d', 'gatherND', 'sum', 'data', 'waitAll']);
    expect(names(profile, 'operator').filter(isOfRun)).toEqual([
      'write',
      'write',
      'GatherNd',
      'Sum',
      'sync'
    ]);
    expect(slicesOf(profile)).toMatchObject([
      { name: 'tensor2d', parent: null },
      { name: 'write', parent: 'tensor2d', of: `tfjs/${backend}`, bytes: 36 },
      { name: 'gatherND', parent: null },
      { name: 'write', parent: 'gatherND', bytes: 24 },
      { name: 'GatherNd', parent: 'gatherND', bytes: 12 },
      { name: 'sum', parent: null },
      ...slicesOf(profile).slice(6)
    ]);
  });

  it('prints the statistics with the headings of the guide', async () => {
    const { statistics } = await profileTrace(await ready(), test().file('trace_profile.json'));
    const headings = statistics.split('\n').filter((_, row, lines) => /^=+$/.test(lines[row + 1]));
    expect(headings).toEqual(expect.arrayContaining(['Device Storage', 'API', 'operator']));
    expect(statistics).toMatch(new RegExp(`^Memory: tfjs/${backend} +\\d+ `, 'm'));
    expect(statistics).toMatch(/^API Calls +5 /m);
    expect(statistics).toMatch(/^API Concurrency +10 /m);
    expect(statistics).toMatch(/^GatherNd +1 /m);
  });

  it('writes a file that has the same', async () => {
    const file = test().file('trace_profile.json');
    await profileTrace(await ready(), file);
    const text = readFileSync(file, 'utf8');
    for (const name of ['gatherND', 'GatherNd', 'write', 'sync']) expect(text).toContain(name);
  });
});

describe('example 3 of the guide: the same twice', () => {
  it('initialises in the first run alone, and the second is shorter', async () => {
    await profileTraceTwice(imports(), test().file('trace_profile.json'));
    const rows = slicesOf(lastProfile()).map(({ name }) => name);
    const second = rows.lastIndexOf('tensor2d');
    const [first, again] = [rows.slice(0, second), rows.slice(second)];
    expect(first.filter(name => name === 'init')).toHaveLength(2);
    expect(again).not.toContain('init');
    expect(again.length).toBe(first.length - 2);
    expect(again.filter(name => name === 'waitAll')).toHaveLength(1);
  });

  it('gives the same result whether it is profiled or not', async () => {
    const given = imports();
    const bare = await traceOfMatrix(given);
    const { trace } = await profileTrace(given, test().file('trace_profile.json'));
    expect([bare, trace]).toEqual([15, 15]);
  });
});
