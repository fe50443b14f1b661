import { statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createInstrument } from '../../../../src/sources/operators/instrument';
import { type TestProfiler, slicesIn, useTestProfiler } from '../../../support/testProfiler';

const test = useTestProfiler();

/** What each upstream test does first. */
function enableProfiler(
  { profiler }: TestProfiler,
  filename: string,
  options: { readonly run?: boolean; readonly aggregateStats?: boolean } = {}
): void {
  const { run = true, aggregateStats = false } = options;
  profiler.setConfig({
    profileSymbolic: true,
    profileImperative: true,
    profileMemory: false,
    profileApi: true,
    filename,
    continuousDump: false,
    aggregateStats
  });
  if (run) profiler.setState('run');
}

type Figures = Readonly<Record<'Count' | 'Min' | 'Max' | 'Avg', number>> & {
  readonly Total?: number;
};
type Categories = Readonly<Record<string, Readonly<Record<string, Figures>>>>;

interface Statistics {
  readonly Time: Categories;
  readonly Memory: Categories;
  readonly Unit: Readonly<Record<'Time' | 'Memory', string>>;
}

function parsed(text: string): Statistics {
  return JSON.parse(text) as Statistics;
}

function spin(times: number): number {
  let sum = 0;
  for (let index = 0; index < times * 1000; index++) sum += Math.sqrt(index);
  return sum;
}

describe('MXNet’s tests of its profiler', () => {
  it('test_profiler: runs for a part of a loop, stops, dumps, and stops again', () => {
    const { profiler, range, file } = test();
    enableProfiler(test(), file('test_profile.json'), { run: false });
    for (let iteration = 0; iteration < 5; iteration++) {
      if (iteration === 1) profiler.setState('run');
      if (iteration === 3) profiler.setState('stop');
      range(`dot ${iteration}`, () => spin(1));
    }
    profiler.dump({ finished: true });
    profiler.setState('stop');
    expect(slicesIn(file('test_profile.json'))).toEqual(['dot 1', 'dot 2']);
  });

  it('test_profile_create_domain: a domain can be made while running', () => {
    const { profiler, objects, file } = test();
    enableProfiler(test(), file('test_profile_create_domain.json'));
    const domain = new objects.Domain('PythonDomain');
    expect(String(domain)).toBe('PythonDomain');
    profiler.setState('stop');
  });

  it('test_profile_create_domain_dept: dumps while running, then stops', () => {
    const { profiler, objects, range, file } = test();
    const filename = file('test_profile_create_domain_dept.json');
    profiler.setConfig({ filename });
    profiler.setState('run');
    const domain = new objects.Domain('PythonDomain');
    range('work', () => domain.newTask('task').run(() => spin(1)));
    profiler.dump();
    expect(profiler.state).toBe('stop');
    profiler.setState('stop');
    expect(slicesIn(filename)).toEqual(['work', 'task']);
  });

  it('test_profile_task, test_profile_frame and test_profile_event: end up in the trace', () => {
    const { profiler, objects, file } = test();
    const filename = file('test_profile_task.json');
    enableProfiler(test(), filename);
    const domain = new objects.Domain('PythonDomain');
    for (const one of [
      new objects.Task(domain, 'task'),
      new objects.Frame(domain, 'frame'),
      new objects.Event('event')
    ]) {
      one.start();
      spin(1);
      one.stop();
    }
    profiler.setState('stop');
    profiler.dump();
    expect(new Set(slicesIn(filename))).toEqual(new Set(['task', 'frame #1', 'event']));
  });

  it('test_profile_tune_pause_resume: records nothing while paused, and may stop then', () => {
    const { profiler, objects } = test();
    const filename = test().file('test_profile_tune_pause_resume.json');
    enableProfiler(test(), filename);
    profiler.pause();
    const task = new objects.Task(new objects.Domain('PythonDomain'), 'task');
    task.start();
    spin(1);
    task.stop();
    profiler.setState('run');
    const stillPaused = new objects.Event('still paused');
    stillPaused.start();
    stillPaused.stop();
    profiler.resume();
    const event = new objects.Event('event');
    event.start();
    spin(1);
    event.stop();
    profiler.pause();
    profiler.setState('stop');
    profiler.dump();
    expect(new Set(slicesIn(filename))).toEqual(new Set(['event']));
  });

  it('test_profile_counter: keeps 100,000 updates, and gives the counter back', () => {
    const { profiler, objects, file } = test();
    enableProfiler(test(), file('test_profile_counter.json'), { aggregateStats: true });
    const counter = new objects.Counter(new objects.Domain('PythonDomain'), 'counter');
    counter.setValue(5);
    expect(counter.increment(5)).toBe(counter);
    expect(counter.decrement(2)).toBe(counter);
    for (let index = 0; index < 100_000; index++) counter.increment();
    expect(counter.value).toBe(100_008);
    profiler.setState('stop');
    const { Count, Max } = parsed(profiler.dumps({ format: 'json' })).Time.PythonDomain.counter;
    expect([Count, Max]).toEqual([100_003, 100.008]);
  });

  it('test_continuous_profile_and_instant_marker: a file that is dumped again never shrinks', () => {
    const { profiler, objects, range, file } = test();
    const filename = file('test_continuous_profile_and_instant_marker.json');
    enableProfiler(test(), filename, { aggregateStats: true });
    const marker = new objects.Marker(new objects.Domain('PythonDomain'), 'StartIteration');
    let last = 0;
    for (let iteration = 0; iteration < 5; iteration++) {
      marker.mark('process');
      range(`dot ${iteration}`, () => spin(1));
      profiler.dump({ finished: false });
      const { size } = statSync(filename);
      expect(size).toBeGreaterThanOrEqual(last);
      last = size;
      expect(slicesIn(filename)).toHaveLength(iteration + 1);
    }
    profiler.dump({ finished: false });
    profiler.setState('stop');
    expect(profiler.dumps().length).toBeGreaterThan(0);
    expect(profiler.dumps()).toContain('dot 4');
  });

  it('test_aggregate_stats_valid_json_return: parses and has Memory, Time and Unit', () => {
    const { profiler, objects, range, file } = test();
    enableProfiler(test(), file('test_aggregate_stats_json_return.json'), {
      aggregateStats: true
    });
    range('test_profile "task" \\', () => spin(1));
    new objects.Counter(new objects.Domain('Device Storage'), 'Memory: cpu/0').setValue(4096);
    profiler.setState('stop');
    const { Time, Memory, Unit } = parsed(profiler.dumps({ format: 'json' }));
    expect(Object.keys(Time).length).toBeGreaterThan(0);
    expect(Memory['Device Storage']['Memory: cpu/0']).toMatchObject({ Count: 1, Max: 4.096 });
    expect(Unit).toEqual({ Time: 'ms', Memory: 'kB' });
  });

  const sortKeys = ['total', 'avg', 'min', 'max', 'count'] as const;
  const orders = sortKeys.flatMap(sortBy =>
    [true, false].map(ascending => ({ sortBy, ascending }))
  );

  it.each(orders)(
    'test_aggregate_stats_sorting: every category is ordered by $sortBy, ascending: $ascending',
    ({ sortBy, ascending }) => {
      const { profiler, objects, range, file } = test();
      enableProfiler(test(), file('test_aggregate_stats_sorting.json'), { aggregateStats: true });
      for (let round = 1; round < 8; round++) {
        for (let name = 0; name < round; name++) range(`op${name}`, () => spin(round - name));
      }
      const memory = new objects.Domain('Device Storage');
      for (let name = 1; name < 6; name++) {
        const counter = new objects.Counter(memory, `Memory: cpu/${name}`);
        for (let step = 0; step <= 6 - name; step++) counter.setValue(1000 * name + 7 ** step);
      }
      profiler.setState('stop');
      const text = profiler.dumps({ format: 'json', sortBy, ascending });
      const { Time, Memory } = parsed(text);
      const key = { total: 'Total', avg: 'Avg', min: 'Min', max: 'Max', count: 'Count' } as const;
      expect(Object.keys(Time.range)).toHaveLength(7);
      for (const rows of Object.values(Time)) {
        expectOrder(
          Object.values(rows).map(row => row[key[sortBy]]),
          ascending
        );
      }
      if (sortBy === 'total') return;
      for (const rows of Object.values(Memory)) {
        expectOrder(
          Object.values(rows).map(row => row[key[sortBy]]),
          ascending
        );
      }
    }
  );

  it('test_aggregate_duplication: an operator is counted once for each call', () => {
    const { host, profiler, file } = test();
    enableProfiler(test(), file('test_aggregate_duplication.json'), { aggregateStats: true });
    const library = { sqrt: (x: number) => Math.sqrt(x), plusScalar: (x: number) => x + 1 };
    const { restore } = createInstrument(host.hooks)(library);
    profiler.dumps({ reset: true });
    library.plusScalar(library.plusScalar(library.sqrt(16)));
    profiler.setState('stop');
    restore();
    const { operator } = parsed(profiler.dumps({ format: 'json' })).Time;
    const counts = Object.entries(operator).map(([name, { Count }]) => [name, Count]);
    expect(Object.fromEntries(counts)).toEqual({
      sqrt: 1,
      plusScalar: 2
    });
  });
});

function expectOrder(values: readonly (number | undefined)[], ascending: boolean): void {
  const sorted = [...values].sort((a = 0, b = 0) => (ascending ? a - b : b - a));
  expect(values.every(value => value !== undefined)).toBe(true);
  expect(values).toEqual(sorted);
}
