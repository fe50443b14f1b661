import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { profileNotes } from '../../../../src/report';
import { monotonicClock } from '../../../../src/base/clock';
import { Recorder } from '../../../../src/record/recorder';
import { EventLoopSource } from '../../../../src/sources/process/eventLoop';
import { finishWindow } from '../../../support/recording';

const MS = 1_000_000;

/** A source whose timers the test calls, on a clock that the test sets. */
function setUp({ maxValues, openAtMs = 0 }: { maxValues?: number; openAtMs?: number } = {}) {
  const time = { nowMs: 0 };
  const pending: (() => void)[] = [];
  const clock = () => BigInt(time.nowMs * MS);
  const recorder = new Recorder({ clock });
  const source = new EventLoopSource({
    clock,
    ...(maxValues !== undefined && { maxValues }),
    schedule: tick => {
      pending.push(tick);
      return () => void pending.splice(pending.indexOf(tick), 1);
    }
  });
  source.start();
  time.nowMs = openAtMs;
  const window = recorder.openWindow();
  const tickAt = (ms: number) => {
    time.nowMs = ms;
    pending.shift()?.();
  };
  const finish = (endAtMs = time.nowMs) => {
    recorder.endWindow(window, BigInt(endAtMs * MS));
    source.endWindow();
    const profile = finishWindow(recorder, window, [source]);
    const lag = profile.counters.find(({ name }) => name === 'event loop lag');
    return { profile, lag };
  };
  return { time, pending, tickAt, finish };
}

describe('EventLoopSource', () => {
  it('samples how late timers are called', () => {
    const { tickAt, finish, pending } = setUp();
    tickAt(20);
    tickAt(45);
    tickAt(365);
    const { lag, profile } = finish();
    expect(Array.from(lag?.value ?? [], ns => ns / MS)).toEqual([0, 5, 300, 0]);
    expect(Array.from(lag?.time ?? [], ns => ns / MS)).toEqual([20, 45, 365, 365]);
    expect(lag).toMatchObject({ unit: 'nanoseconds', kind: 'sampled' });
    expect(profile.sources).toMatchObject([{ source: 'eventLoop', status: 'ok', records: 4 }]);
    expect(pending).toEqual([]);
  });

  it('counts a block that lasts until the end, and says how long the longest was', () => {
    const { time, finish } = setUp();
    time.nowMs = 320;
    const { lag, profile } = finish();
    expect(Array.from(lag?.value ?? [], ns => ns / MS)).toEqual([300]);
    expect(profileNotes(profile)).toEqual([
      'The event loop was late by up to 300 ms: something ran without a pause.'
    ]);
  });

  it('leaves out what the profiler took to start, and what comes after the end', () => {
    const { tickAt, finish } = setUp({ openAtMs: 300 });
    tickAt(305);
    tickAt(330);
    tickAt(650);
    const { lag } = finish(400);
    expect(Array.from(lag?.time ?? [], ns => ns / MS)).toEqual([5, 30, 100]);
    expect(Array.from(lag?.value ?? [], ns => ns / MS)).toEqual([5, 5, 50]);
  });

  it('has for hours as many values as at the beginning, with each long block', () => {
    const MOST = 64;
    const { tickAt, finish } = setUp({ maxValues: MOST });
    let now = 0;
    const blocks: number[] = [];
    for (let at = 1; at <= 500_000; at++) {
      const isLong = at % 50_000 === 0;
      now += 20 + (isLong ? at / 100 : at % 2);
      if (isLong) blocks.push(at / 100);
      tickAt(now);
    }
    const { lag, profile } = finish();
    expect(lag!.value.length).toBeLessThanOrEqual(MOST);
    expect(lag!.value.length).toBeGreaterThan(MOST / 4);
    const long = Array.from(lag!.value, ns => ns / MS).filter(ms => ms > 100);
    expect(long).toEqual(blocks);
    expect(lag!.time.at(-1)! / MS).toBeGreaterThan(0.95 * now);
    expect(profile.sources[0]).toMatchObject({ status: 'ok' });
  });

  it('sees a real block, holds no process open and ends with its window', async () => {
    const source = new EventLoopSource();
    const recorder = new Recorder({ clock: monotonicClock });
    const window = recorder.openWindow();
    const timers = () => process.getActiveResourcesInfo().filter(name => name === 'Timeout').length;
    const before = timers();
    source.start();
    expect(timers()).toBe(before);
    await sleep(50);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    await sleep(50);
    source.endWindow();
    const profile = finishWindow(recorder, window, [source]);
    const values = profile.counters[0].value;
    expect(Math.max(...values) / MS).toBeGreaterThan(250);
    expect(values.length).toBeGreaterThan(2);
    source.stopNow();
    source.stopNow();
  });
});
