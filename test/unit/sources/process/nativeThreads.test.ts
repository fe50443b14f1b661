import { expect, test } from 'vitest';
import { KnownTasks } from '../../../../src/sources/process/knownTasks';
import { NativeThreads } from '../../../../src/sources/process/nativeThreads';
import type { TaskTime } from '../../../../src/sources/process/taskTimes';

const MS = 1e6;

function task(id: number, name: string, ms: number): TaskTime {
  return { id, name, cpuNs: ms * MS };
}

const allNs = (tasks: readonly TaskTime[]): number =>
  tasks.reduce((sum, { cpuNs }) => sum + cpuNs, 0);

function messageOf(before: readonly TaskTime[], after: readonly TaskTime[]): string {
  let tasks = before;
  const known = new KnownTasks([1, 2]);
  const processNs = (): number => allNs(tasks);
  const source = new NativeThreads({ known, read: () => tasks, processNs });
  source.start();
  tasks = after;
  source.stopNow();
  return source.contribute().report.message;
}

const MAIN = task(1, 'MainThread', 1000);
const V8 = task(2, 'V8Worker', 10);

test('speaks of what threads used that run no JavaScript, within the recording', () => {
  const before = [MAIN, V8, task(3, 'libuv-worker', 5000)];
  const after = [task(1, 'MainThread', 2000), V8, task(3, 'libuv-worker', 5400)];
  expect(messageOf(before, after)).toContain('400 ms of CPU time outside JavaScript');
});

test('counts a thread whole that has begun within the recording', () => {
  expect(messageOf([MAIN, V8], [MAIN, V8, task(4, 'node', 300)])).toContain('300 ms');
});

test('is silent about threads of V8, worker threads and little of anything', () => {
  const others = [task(5, 'v8:ProfEvntProc', 900), task(6, 'WorkerThread', 900)];
  expect(messageOf([MAIN, V8], [MAIN, task(2, 'V8Worker', 900), ...others])).toBe('');
  expect(messageOf([MAIN, V8], [MAIN, V8, task(7, 'libuv-worker', 99)])).toBe('');
  expect(
    messageOf([MAIN, V8], [task(1, 'MainThread', 9000), V8, task(7, 'libuv-worker', 300)])
  ).toBe('');
});

test.each([
  [99, 1],
  [100, 2]
])('reads the threads %i ms of CPU time later %i times', (ms, times) => {
  let [reads, nowNs] = [0, 0];
  const read = (): TaskTime[] => {
    reads++;
    return [MAIN];
  };
  const source = new NativeThreads({ read, processNs: () => nowNs });
  source.start();
  nowNs = ms * MS;
  source.endWindow();
  source.stopNow();
  expect(reads).toBe(times);
});

test('claims nothing where Node names no threads and worker threads may be unseen', () => {
  const unnamed = [task(1, 'node', 1000), task(2, 'node', 10)];
  expect(messageOf(unnamed, [...unnamed, task(3, 'node', 900)])).toBe('');
});

test('leaves out a thread that has ended before its name was read', () => {
  const ended = task(3, '', 900);
  expect(messageOf([MAIN, V8], [MAIN, V8, ended])).toBe('');
});

test('knows worker threads that were started in its sight where Node names none', () => {
  const known = new KnownTasks([1]);
  known.seeWorkers();
  const tasks = [task(1, 'node', 1000), task(2, 'node', 10)];
  expect(known.nativeAmong(tasks)).toEqual([tasks[1]]);
});

test('knows worker threads that were started out of its sight by what they tell', () => {
  const told = Int32Array.of(1, 2, 0);
  const known = new KnownTasks(
    [1],
    () => [],
    () => told
  );
  known.seeWorkers();
  const tasks = [task(1, 'node', 1000), task(2, 'node', 400), task(3, 'node', 10)];
  expect(known.nativeAmong(tasks)).toEqual([tasks[2]]);
});
