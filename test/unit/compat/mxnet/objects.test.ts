import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  Counter,
  Domain,
  Event,
  Frame,
  Marker,
  type ProfilerDumpsOptions,
  Task,
  profile,
  profiler
} from '../../../../src/index';

type CounterUpdates = readonly [domain: string, name: string, values: readonly number[]];

const { input, outputs } = JSON.parse(
  readFileSync(new URL('../../../golden/mxnet_counters.json', import.meta.url), 'utf8')
) as { input: CounterUpdates[]; outputs: Record<string, string> };

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kscope-objects-'));
  profiler.setConfig({
    ...{ aggregateStats: true, continuousDump: false },
    filename: path.join(folder, 'profile.json')
  });
});

afterEach(() => {
  profiler.setState('stop');
  profiler.dumps({ reset: true });
  rmSync(folder, { recursive: true });
});

/** Runs the profiler while `body` runs. */
function run(body: () => void): void {
  profiler.setState('run');
  body();
  profiler.setState('stop');
}

function busy(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

/** Count and time of a row of `dumps`, milliseconds. */
function rowOf(category: string, name: string): { readonly Count: number; readonly Total: number } {
  const { Time } = JSON.parse(profiler.dumps({ format: 'json' })) as {
    Time: Record<string, Record<string, { Count: number; Total: number }>>;
  };
  return Time[category][name];
}

describe("upstream's tests of objects", () => {
  it('test_profile_create_domain: a domain can be made while the profiler runs', () => {
    run(() => {
      const domain = new Domain('PythonDomain::test');
      expect(String(domain)).toBe('PythonDomain::test');
    });
  });

  it('test_profile_task: a task around work', () => {
    const domain = new Domain('PythonDomain::test_profile_task');
    run(() => {
      const task = new Task(domain, 'test_profile_task');
      task.start();
      busy(3);
      task.stop();
    });
    const row = rowOf('PythonDomain::test_profile_task', 'test_profile_task');
    expect(row.Count).toBe(1);
    expect(row.Total).toBeGreaterThanOrEqual(3);
  });

  it('test_profile_frame: a frame around work, numbered', () => {
    const domain = new Domain('PythonDomain::test_profile_frame');
    run(() => {
      const frame = new Frame(domain, 'test_profile_frame');
      for (let pass = 0; pass < 2; pass++) {
        frame.start();
        busy(1);
        frame.stop();
      }
    });
    expect(rowOf('PythonDomain::test_profile_frame,frame', 'test_profile_frame').Count).toBe(2);
    expect(profile.last?.data.counters.map(({ name }) => name)).toContain(
      'test_profile_frame (frames/s)'
    );
  });

  it('test_profile_event: an event needs no domain', () => {
    run(() => {
      const event = new Event('test_profile_event');
      event.start();
      busy(1);
      event.stop();
    });
    expect(rowOf('event', 'test_profile_event').Count).toBe(1);
  });

  it('test_profile_counter: 100 000 updates, each of which counts', () => {
    const domain = new Domain('PythonDomain::test_profile_counter');
    run(() => {
      const counter = new Counter(domain, 'PythonCounter::test_profile_counter');
      counter.setValue(5);
      counter.increment();
      let others = 0;
      for (let at = 0; at < 100_000; at++) if (counter.increment() !== counter) others++;
      expect(others).toBe(0);
      expect(counter.decrement(1).value).toBe(100_005);
    });
    const row = rowOf('PythonDomain::test_profile_counter', 'PythonCounter::test_profile_counter');
    expect(row).toMatchObject({ Count: 100_003, Total: 100.005 });
  });

  it('test_continuous_profile_and_instant_marker: marks in a file that only grows', async () => {
    const file = path.join(folder, 'marker.json');
    profiler.setConfig({
      ...{ profileAll: true, aggregateStats: true, filename: file },
      continuousDump: false
    });
    const domain = new Domain('PythonDomain::test_continuous_profile');
    profiler.setState('run');
    let size = 0;
    for (let turn = 0; turn < 5; turn++) {
      const marker = new Marker(domain, 'StartIteration');
      marker.mark('process');
      await wait(20);
      profiler.dump({ finished: false });
      const text = readFileSync(file, 'utf8');
      expect(text.length).toBeGreaterThanOrEqual(size);
      size = text.length;
    }
    profiler.setState('stop');
    expect(profiler.dumps({ compat: 'mxnet' })).toContain(
      'PythonDomain::test_continuous_profile,instant_marker\n'
    );
    const { traceEvents } = JSON.parse(readFileSync(file, 'utf8')) as {
      traceEvents: { name: string; ph: string; s?: string }[];
    };
    const marks = traceEvents.filter(({ name }) => name === 'StartIteration');
    expect(marks.map(({ ph, s }) => `${ph} ${s}`)).toEqual(Array<string>(5).fill('i p'));
  });

  it('test_profile_tune_pause_resume: nothing is recorded while paused', () => {
    const domain = new Domain('PythonDomain::test_profile_tune_pause_resume');
    profiler.setState('run');
    profiler.pause();
    profiler.setState('run');
    new Task(domain, 'paused').run(() => busy(1));
    profiler.resume();
    const event = new Event('resumed');
    event.start();
    event.stop();
    profiler.pause();
    profiler.setState('stop');
    expect(rowOf('event', 'resumed').Count).toBe(1);
    expect(profiler.dumps()).not.toContain('paused');
  });
});

describe('a start for another thread', () => {
  it('shows the task below the track of a worker, until that has exited', async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error): void => void warnings.push(warning);
    process.on('warning', onWarning);
    const worker = new Worker('setTimeout(() => undefined, 60_000)', { eval: true });
    const { threadId } = worker;
    const task = new Domain('threads').newTask('task1');
    profiler.setState('run');
    task.start({ thread: worker });
    task.stop();
    await worker.terminate();
    task.start({ thread: worker });
    task.stop();
    task.start({ thread: worker });
    task.stop();
    profiler.setState('stop');
    await wait(0);
    process.off('warning', onWarning);
    const { tracks, slices } = profile.last!.data;
    const parents = Array.from(slices.track, track => tracks[tracks[track].parent].name);
    expect(parents).toEqual([`worker ${threadId}`, 'process', 'process']);
    expect(warnings.map(({ name, message }) => `${name}: ${message}`)).toEqual([
      "KernelscopeWarning: Task 'task1' was given a worker that has exited; it is shown under the process."
    ]);
  });
});

describe('dumps', () => {
  it.each(Object.entries(outputs))('gives the text of MXNet for counters: %s', (key, expected) => {
    run(() => {
      for (const [domain, name, values] of input) {
        const counter = new Domain(domain).newCounter(name);
        for (const value of values) counter.setValue(value);
      }
    });
    const [format, sortBy, direction] = key.split('/');
    const ascending = direction === 'asc';
    const options = { format, sortBy, ascending, compat: 'mxnet', reset: true };
    expect(profiler.dumps(options as ProfilerDumpsOptions)).toBe(expected);
  });
});

describe('the objects of the root entry', () => {
  it('are members of the profiler, too', () => {
    expect(profiler).toMatchObject({ Domain, Task, Frame, Event, Counter, Marker });
  });

  it('have types to declare variables with', () => {
    let domain: Domain;
    domain = new Domain('first');
    domain = new profiler.Domain('second');
    const task: Task = domain.newTask('t');
    const frame: Frame = domain.newFrame('f');
    const counter: Counter = domain.newCounter('c', 0);
    const marker: Marker = domain.newMarker('m');
    const event: Event = new Event('e');
    expect([task, frame, counter, marker, event].map(String)).toEqual(['t', 'f', 'c', 'm', 'e']);
  });
});
