import { describe, expect, it } from 'vitest';
import { CounterAdditionError } from '../../../../src/compat/mxnet/objectErrors';
import { useTestProfiler } from '../../../support/testProfiler';

const test = useTestProfiler();

describe('arguments by position, as in Python', () => {
  it('set and read a run', () => {
    const { profiler, host, file } = test();
    const { recorder } = host;
    // memory is sampled at any moment, also between two dumps
    profiler.setConfig({ aggregateStats: true, profileMemory: false, filename: file('run.json') });
    profiler.setState('run', 'worker');
    profiler.pause('worker');
    expect(recorder.enabled).toBe(false);
    profiler.resume('worker');
    expect(recorder.enabled).toBe(true);
    recorder.end(recorder.begin(recorder.label('b', 'operator')));
    const text = profiler.dumps(false, 'json', 'count', true);
    expect(text).toBe(profiler.dumps({ format: 'json', sortBy: 'count', ascending: true }));
    expect(JSON.parse(text)).toMatchObject({ Time: { operator: { b: { Count: 1 } } } });
    expect(profiler.dump(false, 'worker')).toEqual(profiler.dump({ finished: false }));
    expect(profiler.state).toBe('run');
    profiler.dump(true);
    expect(profiler.state).toBe('stop');
  });

  it('may be followed by an object of the rest', () => {
    const { profiler, host, file } = test();
    const { recorder } = host;
    profiler.setConfig({ aggregateStats: true, filename: file('run.json') });
    profiler.setState('run');
    recorder.end(recorder.begin(recorder.label('b', 'operator')));
    const untyped = profiler.dumps as (...given: readonly unknown[]) => string;
    expect(JSON.parse(untyped(true, { format: 'json' }))).toBeTypeOf('object');
    expect(JSON.parse(profiler.dumps({ format: 'json' }))).toMatchObject({ Time: {} });
  });

  it('choose a kind and a file in the deprecated form', () => {
    const { profiler, file } = test();
    profiler.profilerSetConfig('api', file('p.json'));
    profiler.setState('run');
    expect(profiler.dump(true).map(({ path }) => path)).toContain(file('p.json'));
  });
});

describe('names of Python', () => {
  it('are those of functions, and of their options', () => {
    const { profiler, file } = test();
    profiler.set_config({ aggregate_stats: true, profile_all: true, filename: file('p.json') });
    profiler.set_state('run');
    expect(profiler.state).toBe('run');
    profiler.pause({ profile_process: 'worker' });
    profiler.set_state('stop');
    expect(profiler.dumps({ sort_by: 'avg' })).toBeTypeOf('string');
    expect(profiler.dump_profile).toBe(profiler.dumpProfile);
    expect(profiler.profiler_set_config).toBe(profiler.profilerSetConfig);
    expect(profiler.profiler_set_state).toBe(profiler.profilerSetState);
    expect(Object.keys(profiler)).not.toContain('set_config');
  });

  it('are those of methods', () => {
    const { objects } = test();
    const domain = new objects.Domain('d');
    expect(domain.new_task('t').name).toBe('t');
    expect(domain.new_frame('f').name).toBe('f');
    expect(domain.new_marker('m').domain).toBe(domain);
    expect(domain.new_counter('c', 1).set_value(7).value).toBe(7);
  });

  it('say what takes the place of a key-value store', () => {
    expect(() => test().profiler.set_kvstore_handle({})).toThrow(/profiler\.attach\(\)/);
  });
});

describe('a counter', () => {
  it('takes whole parts, as MXNet does, and fractions through its value', () => {
    const counter = new (test().objects.Domain)('d').newCounter('c', 7.9);
    expect(counter.value).toBe(7);
    expect(counter.setValue(-7.9).increment(2.9).decrement(0.5).value).toBe(-5);
    expect(Object.is(counter.setValue(-0.5).value, 0)).toBe(true);
    counter.value += 0.5;
    expect(counter.value).toBe(0.5);
  });

  it('is not added to as a number is: the error has the cure', () => {
    const counter: unknown = new (test().objects.Domain)('d').newCounter('c');
    expect(() => {
      (counter as number) += 1;
    }).toThrow(CounterAdditionError);
    expect(() => {
      (counter as number) -= 1;
    }).toThrow('counter.increment(1)');
    expect(String(counter)).toBe('c');
  });
});
