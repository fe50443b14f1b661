import { gunzipSync } from 'node:zlib';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ActivityError, type ActivityName } from '../../../src/compat/torch/activities';
import { validateProfile } from '../../../src/model/validate/validate';
import { ArgumentTypeError } from '../../../src/engine/arguments/argumentErrors';
import { obtainCollector } from '../../../src/sources/process/garbageCollector';
import { BARE, eventNames, useTestSessions, writtenTrace } from '../../support/testSessions';
import { sizeOf } from '../../support/tiers';

const test = useTestSessions();

/** A class whose methods are operators. */
class Numbers {
  constructor(readonly values: readonly number[]) {}

  mul(factor: number): Numbers {
    return new Numbers(this.values.map(value => value * factor));
  }

  add(summand: number): Numbers {
    return new Numbers(this.values.map(value => value + summand));
  }
}

/** A class like {@link Numbers} for one test, with its methods made operators. */
function operatorsOf(): { readonly create: () => Numbers; readonly restore: () => void } {
  const { restore } = test().instrument(Numbers, { name: '' });
  return { create: () => new Numbers([1, 2, 3]), restore };
}

describe('PyTorch’s cases of sessions', () => {
  it('test_profiler: records operators in order of start, each after the end of the one before', () => {
    const { create, restore } = operatorsOf();
    const session = test().profile(BARE);
    create().mul(2).add(4);
    session.stop();
    restore();
    expect(eventNames(session)).toEqual(['mul', 'add']);
    const [mul, add] = session.functionEvents;
    expect(add.cpuInterval.start).toBeGreaterThan(mul.cpuInterval.end);
  });

  it('test_kineto: prints the operators that ran', () => {
    const { create, restore } = operatorsOf();
    const session = test().profile(BARE);
    create().mul(2);
    session.stop();
    restore();
    expect(session.events().length).toBeGreaterThan(0);
    expect(String(session)).toContain('mul');
    expect(session.keyAverages().table()).toContain('mul');
  });

  it('test_profiler_aggregation_lstm: prints and exports a thousand events', () => {
    const { profile, range, file } = test();
    const session = profile(BARE);
    for (let at = 0; at < 1000; at++) range(`cell ${at % 7}`, () => range('gate', () => at));
    session.stop();
    const options = { sortBy: 'self_cpu_time_total', rowLimit: 10, header: 'TEST' };
    expect(session.table(options)).toContain('TEST');
    expect(session.table(options).split('\n').length).toBeLessThan(25);
    expect(session.totalAverage().count).toBe(2000);
    expect(writtenTrace(session, file('trace.json')).traceEvents.length).toBeGreaterThan(2000);
  });

  it('test_profiler_type, test_is_profiler_enabled: tells whether anything records', () => {
    const { profile } = test();
    expect(profile.isActive()).toBe(false);
    const session = profile(BARE);
    expect(profile.isActive()).toBe(true);
    session.stop();
    expect(profile.isActive()).toBe(false);
  });

  it('test_profiler_correlation_id: numbers events once over all sessions, below 2³²', () => {
    const { profile, range } = test();
    const ids = Array.from({ length: 3 }, () => {
      const session = profile(BARE);
      range('outer', () => range('inner', () => 1));
      session.stop();
      return session.functionEvents.map(({ id }) => id);
    }).flat();
    expect(new Set(ids).size).toBe(6);
    expect(ids.every(id => Number.isInteger(id) && id >= 0 && id < 2 ** 32)).toBe(true);
  });

  it('test_profiler_tracing: exports valid JSON, of an empty session too', () => {
    const { profile, file } = test();
    const session = profile(BARE);
    session.stop();
    expect(session.functionEvents).toHaveLength(0);
    expect(writtenTrace(session, file('empty.json')).traceEvents.length).toBeGreaterThan(0);
    session.exportChromeTrace(file('empty.json.gz'));
    const unzipped = gunzipSync(readFileSync(file('empty.json.gz'))).toString();
    expect(JSON.parse(unzipped)).toHaveProperty('traceEvents');
  });

  it('test_profiler_metadata: writes metadata as top-level keys, JSON as what it says', () => {
    const { profile, file } = test();
    const session = profile(BARE);
    session.addMetadata('test_key1', 'test_value1');
    session.addMetadataJson('test_key2', '[1,2,3]');
    session.stop();
    const trace = writtenTrace(session, file('trace.json'));
    expect(trace['test_key1']).toBe('test_value1');
    expect(trace['test_key2']).toEqual([1, 2, 3]);
  });

  it('test_export_chrome_trace_escapes_names: keeps quotes and backslashes of names', () => {
    const { profile, range, file } = test();
    const name = 'a\\b"c\nd';
    const session = profile(BARE);
    range(name, () => 1);
    session.stop();
    const { traceEvents } = writtenTrace(session, file('trace.json'));
    expect(traceEvents.filter(event => event.name === name)).toHaveLength(1);
    session.exportChromeTrace(file('autograd.json'), { layout: 'autograd' });
    expect(JSON.parse(readFileSync(file('autograd.json'), 'utf8'))).toMatchObject([{ name }]);
  });

  it('test_basic_chrome_trace: keeps every event within the span of the recording', () => {
    const { profile, range, file } = test();
    const session = profile(BARE);
    for (let at = 0; at < 10; at++) range('step', () => range('work', () => at));
    session.stop();
    const { traceEvents } = writtenTrace(session, file('trace.json'));
    const at = (name: string) => traceEvents.find(event => event.name.startsWith(name))?.ts ?? NaN;
    const [span] = traceEvents.filter(event => event.cat === 'Trace');
    const timed = traceEvents.filter(event => event.ph === 'X');
    expect(timed).toHaveLength(21);
    expect(at('Iteration Start')).toBeLessThanOrEqual(span.ts ?? NaN);
    for (const { ts = NaN, dur = NaN } of timed) {
      expect(ts).toBeGreaterThanOrEqual(span.ts ?? NaN);
      expect(ts + dur).toBeLessThanOrEqual(at('Record Window End'));
    }
  });

  it('test_profiler_time_scale: tells seconds as seconds, in events and traces', async () => {
    const { profile, range, file } = test();
    const session = profile(BARE);
    const before = performance.now();
    const least = await range('sleep', async () => {
      const began = performance.now();
      await sleep(sizeOf(500, 5000));
      return performance.now() - began;
    });
    const most = performance.now() - before;
    await session.finish();
    const [event] = session.functionEvents;
    const { traceEvents } = writtenTrace(session, file('trace.json'));
    const ends = traceEvents.filter(({ name }) => name === 'sleep').map(({ ts = NaN }) => ts);
    for (const us of [event.cpuTimeTotal, Math.max(...ends) - Math.min(...ends)]) {
      expect(us / 1e3).toBeGreaterThan(least - 1);
      expect(us / 1e3).toBeLessThan(most + 1);
    }
  });

  it('test_lazy_build_tree: nests events when they are first asked for, and once', () => {
    const { profile, range, eventIds } = test();
    const session = profile(BARE);
    range('outer', () => range('inner', () => 1));
    const id = eventIds.take(1);
    session.stop();
    expect(eventIds.take(1)).toBe(id + 1);
    const events = session.functionEvents;
    expect(session.functionEvents).toBe(events);
    expect(eventIds.take(1)).toBe(id + 4);
    expect(events[0].cpuChildren.map(({ name }) => name)).toEqual(['inner']);
  });

  it('test_python_gc_event: shows collections between what ran around them, when asked to', async () => {
    const { profile, range } = test();
    const collectGarbage = obtainCollector()!;
    const record = async (gc: boolean) => {
      const { session } = await profile.run(
        () => {
          range('before', () => 1);
          collectGarbage();
          range('after', () => 1);
        },
        { ...BARE, gc }
      );
      return session.profile;
    };
    const { slices, labels, strings } = await record(true);
    const names = Array.from(slices.label, label => strings[labels.name[label]]);
    expect(names.slice(names.indexOf('before'), names.indexOf('after'))).toContain(
      'mark-sweep-compact'
    );
    const without = await record(false);
    expect(without.slices.length).toBe(2);
  });

  it.each([
    [undefined, 2000],
    [60_000, 2000],
    [0, 0]
  ])(
    'test_public_api_post_processing_timeout_*: gives what %s ms allow',
    (postProcessingTimeoutMs, expected) => {
      const { profile, range, warnings } = test();
      const session = profile({ ...BARE, postProcessingTimeoutMs });
      for (let at = 0; at < 2000; at++) range('work', () => at);
      session.stop();
      expect(session.functionEvents).toHaveLength(expected);
      expect(warnings.join()).toMatch(expected === 0 ? /postProcessingTimeoutMs \(0 ms\)/ : /^$/);
    }
  );

  it('test_parse_kineto_results_timeout_*: refuses a negative timeout', () => {
    const start = () => test().profile({ ...BARE, postProcessingTimeoutMs: -1 });
    expect(start).toThrow(ArgumentTypeError);
    expect(start).toThrow('number of milliseconds, 0 or more');
  });

  it.each([
    ['test_activity_filter_duplicate_raises', ['CPU', 'CPU'], 'names CPU more than once'],
    ['test_activity_filter_duplicate_raises', ['GPU', 'CUDA'], 'names GPU more than once'],
    ['test_activity_filter_invalid_type_name', [5], 'Unknown activity: 5'],
    [
      'test_activity_filter_nonmember',
      ['NPU'],
      "Unknown activity: NPU. Valid activities: 'CPU', 'GPU'"
    ],
    ['test_activity_filter_nonmember', 'CPU', 'activities must be an array of']
  ])('%s: refuses activities %j', (_name, activities, text) => {
    const start = () => test().profile({ ...BARE, activities: activities as ActivityName[] });
    expect(start).toThrow(ActivityError);
    expect(start).toThrow(text);
    expect(test().profile.isActive()).toBe(false);
  });

  it('test_activity_filter_empty_list: records no events for no activities', async () => {
    const { profile, range, host } = test();
    const { session } = await profile.run(
      () => {
        range('work', () => 1);
        host.recorder.instant(host.recorder.label('moment', 'test'));
        host.recorder.counter('count', 'test', 'count').values.push(1);
      },
      { activities: [] }
    );
    expect(session.functionEvents).toHaveLength(0);
    const { slices, samples, instants, counters, sources } = session.profile;
    expect([slices.length, samples.length, instants.length, counters.length]).toEqual([0, 0, 0, 0]);
    expect(sources.map(({ source }) => source)).not.toContain('cpuSampler');
  });

  it('test_dynamic_toggle: leaves out what begins while an activity is off', () => {
    const { profile, range } = test();
    const other = profile(BARE);
    const session = profile(BARE);
    range('first', () => range('inside', () => 1));
    session.toggleActivity('CPU', false);
    range('off', () => range('off inside', () => 1), { args: { rows: 2 } });
    session.toggleActivity('CPU', true);
    range('last', () => 1, { args: { rows: 3 } });
    session.stop();
    other.stop();
    expect(eventNames(session)).toEqual(['first', 'inside', 'last']);
    expect(session.functionEvents[2].inputShapes).toEqual([[]]);
    expect(validateProfile(session.profile).args.length).toBe(1);
    expect(eventNames(other)).toEqual(['first', 'inside', 'off', 'off inside', 'last']);
  });

  it('test_trace_only_export_matches_default: has the same trace, and no events', () => {
    const { profile, range, file } = test();
    const [all, traced] = [undefined, { traceOnly: true }].map(experimentalConfig =>
      profile({ ...BARE, experimentalConfig })
    );
    range('work', () => 1);
    traced.stop();
    all.stop();
    const names = [all, traced].map(session => {
      return writtenTrace(session, file('trace.json')).traceEvents.map(({ name }) => name);
    });
    expect(names[1]).toEqual(names[0]);
    expect(all.events()).toHaveLength(1);
    expect(() => traced.events()).toThrow('recorded with traceOnly');
  });

  it.each([
    ['test_experimental_config_range_metrics_deprecated', { profilerMetrics: ['flops'] }],
    ['test_adjust_profiler_step_deprecated', { adjustProfilerStep: true }]
  ])('%s: warns of settings without effect and goes on', (_name, experimentalConfig) => {
    const { profile, warnings } = test();
    const [setting] = Object.keys(experimentalConfig);
    for (let time = 0; time < 2; time++) profile({ ...BARE, experimentalConfig }).stop();
    const text = `profile: experimentalConfig.${setting} is deprecated and has no effect`;
    expect(warnings).toEqual([text]);
  });

  it('test_with_modules_deprecated: warns and goes on', () => {
    const { profile, warnings } = test();
    profile({ ...BARE, withModules: true }).stop();
    expect(warnings).toEqual(['profile: withModules is deprecated and has no effect']);
  });

  it('test_experimental_config_pickle: takes options that were copied as data', () => {
    const { profile, range } = test();
    const options = structuredClone({ ...BARE, experimentalConfig: { recordPythonGcInfo: true } });
    const session = profile(options);
    range('work', () => 1);
    session.stop();
    expect(session.profile.sources.map(({ source }) => source)).toContain('gc');
  });

  it('test_use_cuda: warns once where there is no GPU, and records the CPU', () => {
    const { host, profile, range, warnings } = test();
    host.configure({ findGpu: () => ({ isFound: false, reason: 'There is no driver.' }) });
    for (const options of [{ useCuda: true }, { activities: ['CPU', 'CUDA'] as const }]) {
      const session = profile({ ...BARE, ...options });
      range('work', () => 1);
      session.stop();
      expect(eventNames(session)).toEqual(['work']);
    }
    expect(warnings).toEqual([
      'CUDA is not available, disabling CUDA profiling. There is no driver.'
    ]);
  });
});
