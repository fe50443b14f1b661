import { runInNewContext } from 'node:vm';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { NO_OWN_FACTS } from '../../../../src/engine/arguments/recordingOptions';
import type { SavedFile } from '../../../../src/engine/results/atomicWrite';
import {
  type ProfilerOptions,
  readConfig,
  recordingOptions
} from '../../../../src/compat/mxnet/config';
import type { DumpFunction, SetConfigFunction } from '../../../../src/compat/mxnet/profiler';

describe('readConfig', () => {
  it('has MXNet’s defaults', () => {
    expect(readConfig(undefined)).toEqual({
      profileAll: false,
      profileSymbolic: true,
      profileImperative: true,
      profileMemory: true,
      profileApi: true,
      filename: 'profile.json',
      gpuMemoryProfileFilenamePrefix: 'gpu_memory_profile',
      continuousDump: true,
      dumpPeriod: 1,
      aggregateStats: false,
      profileProcess: 'worker'
    });
  });

  it('goes back to the defaults for what a later call does not state', () => {
    expect(readConfig({ profileAll: true }).profileAll).toBe(true);
    expect(readConfig({ dumpPeriod: 2 })).toMatchObject({ profileAll: false, dumpPeriod: 2 });
  });

  it('takes objects without a prototype and those of a notebook cell', () => {
    const bare = Object.assign(Object.create(null) as object, { dumpPeriod: 2 });
    expect(readConfig(bare).dumpPeriod).toBe(2);
    expect(readConfig(runInNewContext('({ dumpPeriod: 3 })')).dumpPeriod).toBe(3);
  });

  it('looks at own names alone', () => {
    expect(() => readConfig(JSON.parse('{ "__proto__": 1 }'))).toThrow("argument '__proto__'");
    expect(() => readConfig({ toString: 1 })).toThrow("Cannot find argument 'toString'");
  });
});

describe('recordingOptions', () => {
  it('records each kind as its key says, and no stacks, collections, waits, requests or timings', () => {
    const none = { profileSymbolic: false, profileImperative: false, profileMemory: false };
    expect(recordingOptions(readConfig({ ...none, profileApi: false }))).toEqual({
      ...NO_OWN_FACTS,
      name: 'profiler',
      cpuIntervalUs: null,
      lines: false,
      gc: false,
      waits: false,
      requests: false,
      userTimings: false,
      sampleLabels: false,
      memoryPeriodMs: null,
      tensorMemory: false,
      operators: false,
      graphOperators: false,
      api: false,
      gpu: null
    });
  });

  it.each([
    [{}, { level: 2, waits: true, memory: true }],
    [{ profileApi: false }, { level: 1, waits: false, memory: true }],
    [{ profileMemory: false }, { level: 2, memory: false }],
    [
      { profileAll: true, profileApi: false, profileMemory: false },
      { level: 2, memory: true }
    ]
  ])('records what GPUs do where there are any, with %j', (options, gpu) => {
    expect(recordingOptions(readConfig(options)).gpu).toMatchObject({ ...gpu, isRequired: false });
  });

  it('records all kinds with profileAll, whatever the other keys say', () => {
    const options = recordingOptions(
      readConfig({ profileAll: true, profileApi: false, profileMemory: false })
    );
    expect(options).toMatchObject({ api: true, tensorMemory: true, operators: true });
    expect(options).not.toHaveProperty('memoryPeriodMs');
  });
});

describe('the types of setConfig and dump', () => {
  it('are of one signature, which knows whom the call is for', () => {
    expectTypeOf<SetConfigFunction>().toBeCallableWith({ filename: 'x' });
    const setConfig = (() => undefined) as unknown as SetConfigFunction;
    const dump = (() => undefined) as unknown as DumpFunction;
    const server = { profileProcess: 'server' } as const;
    const options: ProfilerOptions = {};
    expectTypeOf(setConfig({ filename: 'x' })).toEqualTypeOf<void>();
    expectTypeOf(setConfig({ ...server, filename: 'x' })).toEqualTypeOf<Promise<void>>();
    expectTypeOf(setConfig(options)).toEqualTypeOf<Promise<void> | void>();
    expectTypeOf(dump()).toEqualTypeOf<readonly SavedFile[]>();
    expectTypeOf(dump(server)).toEqualTypeOf<Promise<readonly SavedFile[]>>();
  });
});
