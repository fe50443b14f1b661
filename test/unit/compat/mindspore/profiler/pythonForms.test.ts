import { describe, expect, it } from 'vitest';
import { MINDSPORE_NAMES } from '../../../../../src/compat/mindspore/profiler/names';
import { createProfilerClass } from '../../../../../src/compat/mindspore/profiler/profilerClass';
import { Profiler } from '../../../../../src/compat/mindspore/profiler/profiler';
import { tensorboardTraceHandler } from '../../../../../src/compat/mindspore/profiler/tensorboardTraceHandler';
import {
  ProfilerArgumentError,
  TooManyArgumentsError
} from '../../../../../src/engine/arguments/argumentErrors';
import { SessionResults } from '../../../../../src/compat/torch/sessionResults';
import { useTestProfilers } from '../../../../support/testProfilers';

const test = useTestProfilers();

describe('names of Python', () => {
  it('are those of options, which work as ours do', async () => {
    const { profiler, range } = test();
    const made = profiler({ start_profile: false, profile_memory: true, output_path: 'unused' });
    expect(made.isStarted).toBe(false);
    made.start();
    range('work', () => 1);
    await made.stop();
    expect(made.table()).toContain('CPU Mem');
    expect(made.step_num).toBe(0);
    expect(made.key_averages()[0].cpu_time_total).toBe(made.keyAverages()[0].cpuTimeTotal);
  });

  it('choose the layout of files, and refuse the other one beside it', () => {
    expect(() => test().profiler({ output_path: 'a', sample_rate: 5 })).toThrow(
      "Profiler was given outputPath 'a' and sampleRate"
    );
  });

  it('are in one table, whose every name leads to a member', () => {
    const { parts } = test();
    const Made = createProfilerClass(parts, () => Promise.reject(new Error('not asked for')));
    expect(Made.offline_analyse).toBe(Made.offlineAnalyse);
    const owners: Readonly<Record<keyof typeof MINDSPORE_NAMES.classes, object>> = {
      Profiler: Profiler.prototype,
      ProfilerConstructor: Made,
      SessionResults: SessionResults.prototype
    };
    for (const [name, names] of Object.entries(MINDSPORE_NAMES.classes)) {
      const owner = owners[name as keyof typeof owners];
      expect(Object.keys(names).filter(alias => !(alias in owner))).toEqual([]);
    }
  });
});

describe('the class', () => {
  it('says how much metadata a profiler may have', () => {
    const { parts } = test();
    const Made = createProfilerClass(parts, () => Promise.reject(new Error('not asked for')));
    expect(Made.MAX_META_SIZE).toBe(100 * 1024 * 1024);
    const made = new Made({ startProfile: false });
    made.addMetadata('fits', 'x'.repeat(Made.MAX_META_SIZE - 2));
    expect(() => made.addMetadata('too', 'x')).toThrow('at most');
  });
});

describe('names of attributes that a profiler is without', () => {
  const names = Object.keys(MINDSPORE_NAMES.refused.Profiler);

  it.each(names)('%s is an error that names what to use', name => {
    const { parts } = test();
    const Made = createProfilerClass(parts, () => Promise.reject(new Error('not asked for')));
    const made: unknown = new Made({ startProfile: false });
    const read = () => (made as Readonly<Record<string, unknown>>)[name];
    expect(read).toThrow(ProfilerArgumentError);
    expect(read).toThrow(`A Profiler has no ${name}: `);
  });
});

describe('arguments by position, as in Python', () => {
  it('choose what is analysed', async () => {
    const { profiler, analyses } = test();
    const made = profiler({ startProfile: false });
    await made.analyse('data', true, [1, 2], 'async');
    await made.analyse({ offline_path: 'data', pretty: true, step_list: [1, 2], mode: 'async' });
    expect(analyses).toHaveLength(2);
    expect(analyses[0]).toMatchObject({
      directory: 'data',
      pretty: true,
      stepList: [1, 2],
      where: 'worker'
    });
    expect(analyses[1]).toEqual(analyses[0]);
    await made.analyse(null);
    const untyped = made.analyse.bind(made) as (...given: readonly unknown[]) => Promise<void>;
    await expect(untyped('a', true, null, 'sync', 5)).rejects.toThrow(TooManyArgumentsError);
    await expect(untyped(5)).rejects.toThrow(ProfilerArgumentError);
  });

  it('name the files of traces for TensorBoard', () => {
    expect(() => tensorboardTraceHandler('log', 'a/b')).toThrow('without slashes');
    expect(() => tensorboardTraceHandler('log', { worker_name: 'a/b' })).toThrow('without slashes');
    expect(tensorboardTraceHandler('log', 'worker', true)).toBeTypeOf('function');
    expect(tensorboardTraceHandler('log', { use_gzip: true })).toBeTypeOf('function');
    expect(() => tensorboardTraceHandler('log', { gzip: true, use_gzip: true })).toThrow('twice');
  });
});
