import { mkdtempSync, rmSync } from 'node:fs';
import { Session } from 'node:inspector';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { getHeapSnapshot } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CounterSeries } from '../../../../src/model/profile/profile';
import type { Contribution } from '../../../../src/record/build/contribution';
import { MemorySource } from '../../../../src/sources/process/memory';
import {
  type MemoryHost,
  NativeMemoryHost,
  WorkerMemoryHost
} from '../../../../src/sources/process/memoryHost';
import { NS_PER_MS } from '../../../../src/base/time';
import { monotonicClock } from '../../../../src/base/clock';
import { v8AddonFile } from '../../../../src/native/v8Addon';
import { knownTasks } from '../../../../src/sources/process/knownTasks';
import type { MemorySamplingRequest } from '../../../../src/sources/process/memorySampler';
import {
  createSharedSeries,
  latestValue,
  readSharedSeries
} from '../../../../src/sources/process/sharedSeries';
import { openResidentMemory } from '../../../../src/sources/process/residentMemory';
import { inspectorSessions } from '../../../../src/sources/process/inspectorSessions';
import { bundleFile } from '../../../support/bundleFile';
import { eventually } from '../../../support/eventually';
import { SAMPLED } from '../../../support/sampledTests';
import { spin } from '../../../support/spin';
import { contributionContext } from '../../../support/contributionContext';

const folder = mkdtempSync(join(tmpdir(), 'kernelscope-memory-'));
const workerFile = join(folder, 'memoryWorker.js');
let worker: WorkerMemoryHost;

/** A host that has all sampled by the addon. */
const native: MemoryHost = new NativeMemoryHost({
  post() {
    throw new Error('The addon samples nothing');
  }
});

beforeAll(async () => {
  bundleFile('../src/sources/process/memoryWorker.ts', workerFile);
  worker = new WorkerMemoryHost(workerFile);
  worker.warm();
  await eventually(() => {
    const { contribution } = record(() => spin(30), { host: worker });
    expect(series(contribution, 'rss').time.length).toBeGreaterThan(2);
  });
});

afterAll(() => {
  worker.dispose();
  rmSync(folder, { recursive: true, force: true });
});

function record(run: () => void, options: { host: MemoryHost; intervalMs?: number }) {
  const source = new MemorySource(options);
  source.start();
  const originNs = monotonicClock();
  run();
  const endNs = monotonicClock();
  source.stopNow();
  const contribution = source.contribute(contributionContext({ originNs, endNs, mainTrack: 2 }));
  return { contribution, lengthNs: Number(endNs - originNs) };
}

function series(contribution: Contribution, name: string): CounterSeries {
  return contribution.counters!.find(counter => counter.name === `Memory: node/${name}`)!;
}

/** The number of an object in the snapshots of the heap; 0 without any, and once V8 has forgotten them. */
function heapNumber(session: Session): string {
  let number = '';
  session.post('Runtime.evaluate', { expression: 'globalThis' }, (_error, { result }) => {
    const { objectId = '' } = result;
    session.post(
      'HeapProfiler.getHeapObjectId',
      { objectId },
      (_missing, { heapSnapshotObjectId }) => {
        number = heapSnapshotObjectId;
      }
    );
  });
  return number;
}

/** Alive to the end, so that no test sees the memory of an earlier one being freed. */
const kept: unknown[] = [];

/** Blocks the thread and keeps some 60 MB of heap and as much of array buffers alive. */
function allocate(ms: number): void {
  const begin = performance.now();
  for (let step = 0; step < 60; step++) {
    kept.push(Array.from({ length: 125_000 / 8 }, (_, at) => ({ at, step })));
    kept.push(new Uint8Array(1_000_000).fill(step));
    while (performance.now() - begin < (ms * step) / 60);
  }
}

const HOSTS = [
  ['a thread of the system', () => native],
  ['a thread of JavaScript', () => worker]
] as const;

describe.each(HOSTS)('MemorySource with samples of %s', (_, host) => {
  test('follows memory while the main thread is blocked', SAMPLED, () => {
    const { contribution, lengthNs } = record(() => allocate(300), { host: host() });
    expect(series(contribution, 'rss').time.length).toBeGreaterThanOrEqual(15);
    for (const name of ['rss', 'heap']) {
      const { time, value } = series(contribution, name);
      expect(time.length).toBeGreaterThanOrEqual(8);
      const quarter = value.slice(0, time.length >> 2);
      expect(Math.max(...value)).toBeGreaterThan(Math.max(...quarter) + 20e6);
      expect(Array.from(time)).toEqual(Array.from(time).sort((a, b) => a - b));
      expect(time[0]).toBe(0);
      expect(time[time.length - 1]).toBe(lengthNs);
    }
    expect(contribution.report).toMatchObject({ source: 'memory', status: 'ok', message: '' });
  });

  test('counts nothing that comes after the window, however long the rest takes', async () => {
    const source = new MemorySource({ host: host() });
    source.start();
    const originNs = monotonicClock();
    const endNs = monotonicClock();
    source.endWindow();
    kept.push(new Uint8Array(90_000_000).fill(1));
    await new Promise(resolve => setTimeout(resolve, 150));
    await source.stop();
    const contribution = source.contribute(contributionContext({ originNs, endNs, mainTrack: 2 }));
    const { time, value } = series(contribution, 'arraybuffers');
    expect(time.length).toBe(2);
    expect(value[1] - value[0]).toBeLessThan(1e6);
  });

  test('counts array buffers and external memory at both ends', () => {
    const { contribution } = record(() => allocate(20), { host: host() });
    for (const name of ['external', 'arraybuffers']) {
      const { value, unit, category, track } = series(contribution, name);
      expect(value[value.length - 1] - value[0]).toBeGreaterThan(50e6);
      expect({ unit, category, track }).toEqual({
        unit: 'bytes',
        category: 'Device Storage',
        track: 2
      });
    }
  });

  test('agrees between the two threads on what the heap holds', () => {
    const { contribution } = record(() => spin(100), { host: host() });
    const { value } = series(contribution, 'heap');
    const inner = value.slice(1, -1);
    expect(inner.length).toBeGreaterThan(1);
    expect(Math.min(...inner)).toBeGreaterThan(value[0] * 0.5);
    expect(Math.max(...inner)).toBeLessThan(value[0] * 1.5);
  });

  test('samples as often as asked', SAMPLED, () => {
    const { contribution } = record(() => spin(200), { host: host(), intervalMs: 2 });
    expect(series(contribution, 'rss').time.length).toBeGreaterThan(24);
  });

  test('serves recordings that overlap', () => {
    let inner: Contribution | null = null;
    const outer = record(
      () => {
        inner = record(() => spin(100), { host: host() }).contribution;
        spin(100);
      },
      { host: host() }
    ).contribution;
    expect(series(inner!, 'rss').time.length).toBeGreaterThanOrEqual(3);
    expect(series(outer, 'rss').time.length).toBeGreaterThanOrEqual(6);
  });
});

describe('MemorySource', () => {
  test('keeps its own samples when the other thread cannot run', () => {
    const broken: MemoryHost = {
      post() {
        throw new Error('Workers are not allowed');
      }
    };
    const { contribution } = record(() => spin(10), { host: broken });
    expect(contribution.report.status).toBe('partial');
    expect(contribution.report.message).toContain('Workers are not allowed');
    expect(series(contribution, 'rss').time.length).toBe(2);
  });

  test('says so when the other thread stays silent', () => {
    const silent: MemoryHost = { post: () => undefined };
    const { contribution } = record(() => spin(350), { host: silent });
    expect(contribution.report.message).toContain('had not begun by the end');
    expect(contribution.report.message).not.toContain('worker threads');
  });

  test('says why the other thread cannot run, also where that is known only later', () => {
    const failing: MemoryHost = { post: () => undefined, failure: new Error('Too many threads') };
    const { contribution } = record(() => spin(350), { host: failing });
    expect(contribution.report.message).toMatch(/Too many threads.*worker threads/);
  });
});

describe('NativeMemoryHost', () => {
  const asked = (): MemorySamplingRequest => ({
    type: 'kernelscope:sampleMemory',
    intervalMs: 2,
    originNs: monotonicClock(),
    rss: createSharedSeries(8),
    heap: createSharedSeries(8),
    stopFlag: new Int32Array(new SharedArrayBuffer(4)),
    sessionHolds: new Int32Array(new SharedArrayBuffer(4)),
    isInspectable: true
  });
  const isClosed = (buffer: SharedArrayBuffer): boolean => new Int32Array(buffer, 0, 4)[2] === 1;
  const endOf = ({ stopFlag }: MemorySamplingRequest): number => Atomics.store(stopFlag, 0, 1);

  test('starts no thread of JavaScript, and ends its own when the last recording does', async () => {
    const requests = [asked(), asked()];
    for (const request of requests) native.post(request);
    expect(knownTasks.hasRunningHelper).toBe(true);
    await eventually(() => {
      spin(5);
      for (const { heap } of requests) {
        expect(readSharedSeries(heap).time.length).toBeGreaterThan(0);
      }
    });
    endOf(requests[0]);
    await eventually(() => expect(isClosed(requests[0].rss)).toBe(true));
    expect(isClosed(requests[1].rss)).toBe(false);
    const [first] = requests;
    const { time } = readSharedSeries(first.heap);
    spin(50);
    expect(readSharedSeries(first.heap).time).toEqual(time);
    endOf(requests[1]);
    await eventually(() => expect(isClosed(requests[1].heap)).toBe(true));
  });

  test('keeps the peak where a series is full, as long as that lasts', async () => {
    const request = asked();
    native.post(request);
    await eventually(() => {
      const { time, value } = readSharedSeries(request.rss);
      expect(time[time.length - 1]).toBeGreaterThan(200 * NS_PER_MS);
      expect(time.length).toBeLessThanOrEqual(8);
      expect(Array.from(time)).toEqual(Array.from(time).sort((a, b) => a - b));
      expect(latestValue(request.rss) / value[value.length - 1]).toBeCloseTo(1, 0);
    });
    endOf(request);
    await eventually(() => expect(isClosed(request.rss)).toBe(true));
  });

  test('leaves it to the other thread where there is no addon, and all else always', () => {
    const posted: string[] = [];
    const other: MemoryHost = { delayMs: 7, post: ({ type }) => void posted.push(type) };
    const without = new NativeMemoryHost(other, () => null);
    without.post(asked());
    expect([without.delayMs, without.heapCostNs]).toEqual([7, undefined]);
    const beside = new NativeMemoryHost(other);
    beside.post({
      type: 'kernelscope:watchTrace',
      ...{ file: '', others: '', maxBytes: 1, endFlags: [], originNs: 0n },
      sizes: createSharedSeries(1),
      state: new Int32Array(2)
    });
    expect(posted).toEqual(['kernelscope:sampleMemory', 'kernelscope:watchTrace']);
    expect(beside.delayMs).toBe(0);
  });

  test('survives threads that end while their heap is sampled', async () => {
    const code = `
      const { memory } = process.getBuiltinModule('module').createRequire('/')(${JSON.stringify(v8AddonFile())});
      const series = () => new SharedArrayBuffer(16 + 16 * 64);
      memory.sample(series(), series(), new SharedArrayBuffer(4), process.hrtime.bigint(), 1);
      for (const until = performance.now() + 30; performance.now() < until;) Math.sqrt(2);
    `;
    const ended = Array.from({ length: 8 }, () => once(new Worker(code, { eval: true }), 'exit'));
    expect(await Promise.all(ended)).toEqual(ended.map(() => [0]));
  });
});

describe('openResidentMemory', () => {
  test('reads the resident set size that Node reports', () => {
    const memory = openResidentMemory();
    expect(memory.read() / process.memoryUsage.rss()).toBeCloseTo(1, 1);
    memory.dispose();
    memory.dispose();
  });

  test('falls back to Node where there is no proc file', () => {
    const memory = openResidentMemory(join(folder, 'missing'));
    expect(memory.read() / process.memoryUsage.rss()).toBeCloseTo(1, 1);
    memory.dispose();
  });

  test(
    'ends no inspector session while snapshots of the heap are taken',
    { tags: 'night' },
    async () => {
      const session = new Session();
      session.connect();
      const source = new MemorySource({ host: worker });
      source.start();
      await eventually(() => {
        spin(20);
        const [, heap] = source.sharedCounters();
        expect(readSharedSeries(heap.series).time.length).toBeGreaterThan(0);
      });
      const release = inspectorSessions.hold();
      await finished(getHeapSnapshot().resume());
      const number = heapNumber(session);
      expect(Number(number)).toBeGreaterThan(0);
      source.stopNow();
      await delay(100);
      expect(heapNumber(session)).toBe(number);
      release();
      await eventually(() => expect(heapNumber(session)).toBe('0'));
      session.disconnect();
    }
  );
});
