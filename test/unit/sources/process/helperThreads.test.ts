import { expect, test } from 'vitest';
import type { ContributionContext, Source } from '../../../../src/record/build/contribution';
import { HELPER_THREADS, HelperThreads } from '../../../../src/sources/process/helperThreads';
import { KnownTasks } from '../../../../src/sources/process/knownTasks';
import { startOwnThread } from '../../../../src/sources/process/ownThread';
import { type TaskTime, taskTimes } from '../../../../src/sources/process/taskTimes';

const MS = 1e6;

/** The source reads nothing of a recording. */
const NO_CONTEXT = {} as ContributionContext;

function usedNs(before: readonly TaskTime[], after: readonly TaskTime[]): number | undefined {
  let tasks = before;
  const source = new HelperThreads({ known: new KnownTasks([1]), read: () => tasks });
  source.start();
  tasks = after;
  source.endWindow();
  tasks = [];
  source.stopNow();
  return source.contribute().facts?.helperCpuNs;
}

const MAIN: TaskTime = { id: 1, name: 'MainThread', cpuNs: 900 * MS };
const sampler = (ms: number): TaskTime => ({ id: 2, name: 'v8:ProfEvntProc', cpuNs: ms * MS });

test('is the CPU time of V8’s samplers within the recording, and of no other threads', () => {
  const others: TaskTime = { id: 3, name: 'V8Worker', cpuNs: 70 * MS };
  expect(usedNs([MAIN], [MAIN, sampler(25), others])).toBe(25 * MS);
  expect(usedNs([MAIN, sampler(25)], [MAIN, sampler(40)])).toBe(15 * MS);
  expect(usedNs([MAIN], [MAIN, others])).toBe(0);
});

test('is not less for a sampler that V8 has ended when the recording began', () => {
  const next = { ...sampler(10), id: 4 };
  expect(usedNs([MAIN, sampler(25)], [MAIN, next])).toBe(10 * MS);
});

test('reads the threads once when the recording begins and once when it ends', () => {
  let reads = 0;
  const read = (): TaskTime[] => {
    reads++;
    return [MAIN];
  };
  const source = new HelperThreads({ known: new KnownTasks([1]), read });
  source.start();
  source.endWindow();
  source.stopNow();
  expect(reads).toBe(2);
});

test('is not known where the system does not tell of threads', () => {
  expect(usedNs([], [])).toBeUndefined();
});

/** The source of a recording that samples the CPU so often; null for never. */
function sourceFor(cpuIntervalUs: number | null): Source {
  return HELPER_THREADS.open({ threadId: 0 }).sources({ cpuIntervalUs }, [new HelperThreads()])[0];
}

test.each([
  ['all threads', 1000],
  ['only those that record', null]
])('counts what an own thread has computed, by a look at %s', async (_, cpuIntervalUs) => {
  const source = sourceFor(cpuIntervalUs);
  source.start();
  const file = new URL('../../../support/busyThread.mjs', import.meta.url).pathname;
  const worker = startOwnThread(file, { workerData: 200 });
  const cpuNs = await new Promise<number>(resolve => worker.once('message', resolve));
  source.endWindow?.();
  await worker.terminate();
  const { helperCpuNs } = source.contribute(NO_CONTEXT).facts!;
  expect(taskTimes().length).toBeGreaterThan(0);
  expect(helperCpuNs! / cpuNs).toBeGreaterThan(0.9);
  expect(helperCpuNs! / cpuNs).toBeLessThan(1.6);
});
