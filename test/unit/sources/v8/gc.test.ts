import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import type { Track } from '../../../../src/model/profile/profile';
import { monotonicClock } from '../../../../src/base/clock';
import { GcSource } from '../../../../src/sources/v8/gc';
import { performanceOrigin } from '../../../../src/sources/v8/performanceOrigin';
import { contributionContext } from '../../../support/contributionContext';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as (options?: { type: 'minor' }) => void;

async function record(run: () => void, { now = false } = {}) {
  const source = new GcSource();
  source.start();
  const originNs = monotonicClock();
  run();
  const endNs = monotonicClock();
  if (now) source.stopNow();
  else await source.stop();
  const tracks: Track[] = [];
  const contribution = source.contribute(
    contributionContext({ originNs, endNs, addTrack: track => tracks.push(track) + 4 })
  );
  return { contribution, tracks, lengthNs: Number(endNs - originNs) };
}

describe('GcSource', () => {
  test('records a full collection as a slice on its own track', async () => {
    let begin = 0n;
    let end = 0n;
    const originNs = monotonicClock();
    const { contribution, tracks } = await record(() => {
      begin = monotonicClock();
      collectGarbage();
      end = monotonicClock();
    });
    const slices = contribution.slices!;
    const full = slices.find(({ name }) => name === 'mark-sweep-compact')!;
    expect(full).toMatchObject({ category: 'gc', track: 5 });
    expect(tracks).toMatchObject([{ name: 'GC', kind: 'gc', parent: 0 }]);
    expect(full.start).toBeGreaterThanOrEqual(0);
    expect(full.duration).toBeGreaterThan(0);
    expect(full.duration).toBeLessThanOrEqual(Number(end - begin) + 100);
    expect(originNs).toBeLessThan(begin);
    expect(contribution.report).toEqual({
      source: 'gc',
      status: 'ok',
      message: '',
      records: slices.length
    });
  });

  test('takes marks and measures of the program for no collections', async () => {
    const { contribution } = await record(() => {
      performance.mark('begin');
      performance.measure('since the start');
      performance.measure('since the mark', 'begin');
      performance.clearMarks();
      performance.clearMeasures();
    });
    const known = ['mark-sweep-compact', 'scavenge', 'incremental marking', 'weak callbacks'];
    const others = contribution.slices!.filter(({ name }) => !known.includes(name));
    expect(others).toEqual([]);
  });

  test('tells young collections from full ones', async () => {
    const { contribution } = await record(() => collectGarbage({ type: 'minor' }));
    expect(contribution.slices!.map(({ name }) => name)).toContain('scavenge');
  });

  test('keeps slices inside the window and in order of time', async () => {
    const { contribution, lengthNs } = await record(() => {
      for (let round = 0; round < 5; round++) collectGarbage({ type: 'minor' });
    });
    const slices = contribution.slices!;
    expect(slices.length).toBeGreaterThanOrEqual(5);
    slices.forEach(({ start, duration }, row) => {
      const previous = row > 0 ? slices[row - 1].start : 0;
      expect(start).toBeGreaterThanOrEqual(previous);
      expect(start + duration).toBeLessThanOrEqual(lengthNs);
    });
  });

  test('leaves out collections after the window', async () => {
    const source = new GcSource();
    source.start();
    const originNs = monotonicClock();
    const endNs = monotonicClock();
    collectGarbage();
    await source.stop();
    expect(source.contribute(contributionContext({ originNs, endNs })).slices).toEqual([]);
  });

  test('stops at once when it must, and twice without harm', async () => {
    const { contribution } = await record(() => undefined, { now: true });
    expect(contribution.report.status).toBe('ok');
  });
});

describe('performanceOrigin', () => {
  test('leads from performance.now() to the clock within 200 ns', () => {
    const origin = performanceOrigin(monotonicClock, performance);
    const errors = Array.from({ length: 50 }, () => {
      const before = monotonicClock();
      const shown = origin + BigInt(Math.round(performance.now() * 1e6));
      const after = monotonicClock();
      const outside = shown < before ? before - shown : shown > after ? shown - after : 0n;
      return Number(outside);
    });
    expect(Math.min(...errors)).toBe(0);
    expect(errors.sort((a, b) => a - b)[25]).toBeLessThan(200);
  });

  test('is exact for clocks that agree', () => {
    let time = 5_000_000_000n;
    const clock = () => (time += 10n);
    const timer = { now: () => Number((time += 10n) - 3_000_000_000n) / 1e6 };
    expect(Number(performanceOrigin(clock, timer) - 3_000_000_000n)).toBeCloseTo(0, 5);
  });
});
