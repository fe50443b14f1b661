import { mkdtempSync, rmSync } from 'node:fs';
import { Session } from 'node:inspector';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { getHeapSnapshot } from 'node:v8';
import { buildSync } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { CounterSeries } from '../../../../src/model/profile/profile';
import { monotonicClock } from '../../../../src/record/time/clock';
import type { Contribution } from '../../../../src/record/build/contribution';
import { MemorySource } from '../../../../src/sources/process/memory';
import { type MemoryHost, WorkerMemoryHost } from '../../../../src/sources/process/memoryHost';
import { readSharedSeries } from '../../../../src/sources/process/sharedSeries';
import { openResidentMemory } from '../../../../src/sources/process/residentMemory';
import { inspectorSessions } from '../../../../src/sources/process/inspectorSessions';
import { SAMPLED } from '../../../support/sampledTests';
import { spin } from '../../../support/spin';
import { contributionContext } from '../../../support/contributionContext';

const folder = mkdtempSync(join(tmpdir(), 'kernelscope-memory-'));
const workerFile = join(folder, 'memoryWorker.js');
let host: WorkerMemoryHost;

beforeAll(async () => {
  buildSync({
    entryPoints: [join(__dirname, '../../../../src/sources/process/memoryWorker.ts')],
    outfile: workerFile,
    bundle: true,
    platform: 'node',
    format: 'cjs'
  });
  host = new WorkerMemoryHost(workerFile);
  host.warm();
  await vi.waitFor(
    () => {
      const { contribution } = record(() => spin(30));
      expect(series(contribution, 'rss').time.length).toBeGreaterThan(2);
    },
    { timeout: 20_000 }
  );
});

afterAll(() => {
  host.dispose();
  rmSync(folder, { recursive: true, force: true });
});

function record(run: () => void, options: { host?: MemoryHost; intervalMs?: number } = {}) {
  const source = new MemorySource({ host, ...options });
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

describe('MemorySource', () => {
  test('follows memory while the main thread is blocked', SAMPLED, () => {
    const { contribution, lengthNs } = record(() => allocate(300));
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
    const source = new MemorySource({ host });
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
    const { contribution } = record(() => allocate(20));
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
    const { contribution } = record(() => spin(100));
    const { value } = series(contribution, 'heap');
    const inner = value.slice(1, -1);
    expect(inner.length).toBeGreaterThan(1);
    expect(Math.min(...inner)).toBeGreaterThan(value[0] * 0.5);
    expect(Math.max(...inner)).toBeLessThan(value[0] * 1.5);
  });

  test('samples as often as asked', SAMPLED, () => {
    const { contribution } = record(() => spin(200), { intervalMs: 2 });
    expect(series(contribution, 'rss').time.length).toBeGreaterThan(24);
  });

  test('serves recordings that overlap', () => {
    let inner: Contribution | null = null;
    const outer = record(() => {
      inner = record(() => spin(100)).contribution;
      spin(100);
    }).contribution;
    expect(series(inner!, 'rss').time.length).toBeGreaterThanOrEqual(3);
    expect(series(outer, 'rss').time.length).toBeGreaterThanOrEqual(6);
  });

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
    expect(contribution.report.message).toContain('delivered nothing');
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
      const source = new MemorySource({ host });
      source.start();
      await vi.waitFor(() => {
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
      await vi.waitFor(() => expect(heapNumber(session)).toBe('0'), { timeout: 20_000 });
      session.disconnect();
    }
  );
});
