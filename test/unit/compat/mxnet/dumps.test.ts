import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { useTestProfiler } from '../../../support/testProfiler';

const test = useTestProfiler();

/** Configures without threads beside the test. */
function configure(aggregateStats = true): void {
  const quiet = { continuousDump: false, profileMemory: false };
  test().profiler.setConfig({ ...quiet, aggregateStats, filename: test().file('a.json') });
}

function run(...names: readonly string[]): void {
  const { profiler, range } = test();
  profiler.setState('run');
  for (const name of names) range(name, () => undefined);
  profiler.setState('stop');
}

/** Names and counts of the ranges in the statistics. */
function counts(options: { readonly reset?: boolean } = {}): Record<string, number> {
  const text = test().profiler.dumps({ ...options, format: 'json' });
  const { Time } = JSON.parse(text) as {
    Time: Record<string, Record<string, { readonly Count: number }>>;
  };
  const rows = Object.entries(Time.range ?? {});
  return Object.fromEntries(rows.map(([name, { Count }]) => [name, Count]));
}

describe('dumps', () => {
  it('adds up all runs, ended and under way, traces written or not', () => {
    const { profiler, range } = test();
    configure();
    run('work', 'once');
    run('work');
    expect(counts()).toEqual({ work: 2, once: 1 });
    profiler.dump();
    run('work');
    profiler.setState('run');
    range('outer', () => {
      range('work', () => undefined);
      expect(counts()).toEqual({ work: 4, once: 1 });
    });
    expect(counts()).toEqual({ work: 4, once: 1, outer: 1 });
  });

  it('gives a row per name that has the whole count, total, extremes and mean', () => {
    const { profiler, host } = test();
    configure();
    for (const values of [[5, 1], [9], [3]]) {
      profiler.setState('run');
      const counter = host.recorder.counter('c', 'counters', 'count');
      for (const value of values) counter.set(value * 1000);
      profiler.dump();
    }
    const { Time } = JSON.parse(profiler.dumps({ format: 'json' })) as { Time: unknown };
    expect(Time).toEqual({ counters: { c: { Count: 4, Total: 3, Min: 1, Max: 9, Avg: 4.5 } } });
    expect(profiler.dumps({ compat: 'mxnet' })).toContain(
      'c                                       4           3.0000           1.0000           9.0000           4.0000'
    );
  });

  it('counts anew after a reset, what ends later included, and leaves the trace whole', () => {
    const { profiler, range } = test();
    configure();
    run('before');
    profiler.setState('run');
    const outer = range('outer').begin();
    range('inner', () => undefined);
    expect(counts({ reset: true })).toEqual({ before: 1, inner: 1 });
    expect(counts()).toEqual({});
    range('inner', () => undefined);
    outer.end();
    expect(counts()).toEqual({ inner: 1, outer: 1 });
    profiler.setState('stop');
    expect(counts({ reset: true })).toEqual({ inner: 1, outer: 1 });
    expect(counts({ reset: true })).toEqual({});
    const [{ sizeBytes }] = profiler.dump();
    expect(sizeBytes).toBeGreaterThan(0);
    expect(
      test()
        .host.history.list()
        .map(({ data }) => data.slices.length)
    ).toEqual([1, 3]);
  });

  it('does not reset when an option is refused', () => {
    configure();
    run('work');
    const { profiler } = test();
    expect(() => profiler.dumps({ reset: true, format: 'xml' as 'json' })).toThrow();
    expect(counts()).toEqual({ work: 1 });
  });

  it('counts values of counters after a reset alone', () => {
    const { profiler, host } = test();
    configure();
    profiler.setState('run');
    const counter = host.recorder.counter('c', 'counters', 'count');
    counter.set(7000);
    profiler.dumps({ reset: true });
    counter.set(2000);
    profiler.setState('stop');
    const { Time } = JSON.parse(profiler.dumps({ format: 'json' })) as { Time: unknown };
    expect(Time).toMatchObject({ counters: { c: { Count: 1, Min: 2, Max: 2, Avg: 2 } } });
  });

  it('shows the cell in a profiled cell where the profiler was never run', () => {
    const { host, profiler, range } = test();
    const cell = host.start({ cpuIntervalUs: null, memoryPeriodMs: null, gc: false });
    range('in the cell', () => undefined);
    expect(counts({ reset: true })).toEqual({ 'in the cell': 1 });
    range('later', () => undefined);
    expect(counts()).toEqual({ later: 1 });
    expect(profiler.state).toBe('stop');
    expect(cell.stop().data.slices.length).toBe(2);
    expect(profiler.dumps()).toBe('');
  });

  it('counts as on in a profiled cell, whatever aggregateStats says', () => {
    const { host, profiler, warnings } = test();
    configure(false);
    const cell = host.start({ cpuIntervalUs: null, memoryPeriodMs: null, gc: false });
    run('work');
    expect(counts()).toEqual({ work: 1 });
    cell.stop();
    expect(profiler.dumps()).toBe('');
    expect(warnings).toHaveLength(1);
  });

  it('remembers nothing of earlier traces that ended without aggregateStats', () => {
    const { profiler } = test();
    configure(false);
    run('unwanted');
    profiler.dump();
    run('wanted');
    configure(true);
    expect(counts()).toEqual({ wanted: 1 });
  });
});

interface GoldenCounters {
  readonly input: readonly (readonly [
    domain: string,
    counter: string,
    values: readonly number[]
  ])[];
  readonly outputs: Readonly<Record<string, string>>;
}

const golden = JSON.parse(
  readFileSync(new URL('../../../golden/mxnet_counters.json', import.meta.url), 'utf8')
) as GoldenCounters;

const texts = Object.keys(golden.outputs);

describe('dumps of MXNet’s counters with compat', () => {
  /** Sets all values; `between` is called after each. */
  function setValues(between: () => void): void {
    const { objects } = test();
    for (const [domain, name, values] of golden.input) {
      const counter = new objects.Domain(domain).newCounter(name);
      for (const value of values) {
        counter.setValue(value);
        between();
      }
    }
  }

  function dumpsAs(key: string): string {
    const [format, sortBy, direction] = key.split('/') as ['table', 'total', string];
    const ascending = direction === 'asc';
    return test().profiler.dumps({ format, sortBy, ascending, compat: 'mxnet' });
  }

  it.each(texts)('gives %s to the byte, in one run', key => {
    const { profiler } = test();
    configure();
    profiler.setState('run');
    setValues(() => undefined);
    expect(dumpsAs(key)).toBe(golden.outputs[key]);
    profiler.setState('stop');
    expect(dumpsAs(key)).toBe(golden.outputs[key]);
  });

  it.each(texts)('gives %s to the byte, with a run and a trace for each value', key => {
    const { profiler } = test();
    configure();
    profiler.setState('run');
    setValues(() => {
      profiler.dump();
      profiler.setState('run');
    });
    expect(dumpsAs(key)).toBe(golden.outputs[key]);
  });
});

describe('pause and resume', () => {
  it('change nothing while nothing is recorded: the next run begins unpaused', () => {
    const { profiler } = test();
    configure();
    profiler.pause();
    run('work');
    expect(counts()).toEqual({ work: 1 });
    profiler.resume();
  });

  it('end with the run: what is recorded around it goes on', () => {
    const { host, profiler, range } = test();
    configure();
    const cell = host.start({ cpuIntervalUs: null, memoryPeriodMs: null, gc: false });
    profiler.setState('run');
    profiler.pause();
    range('unseen', () => undefined);
    profiler.setState('stop');
    range('seen', () => undefined);
    expect(cell.stop().find('seen')).toMatchObject({ count: 1 });
    expect(counts()).toEqual({});
  });

  it('hold a cell that nobody resumes only until its end', () => {
    const { host, profiler, range } = test();
    const options = { cpuIntervalUs: null, memoryPeriodMs: null, gc: false };
    const first = host.start(options);
    profiler.pause();
    first.stop();
    const next = host.start(options);
    range('seen', () => undefined);
    expect(next.stop().find('seen')).toMatchObject({ count: 1 });
  });
});
