import { describe, expect, it } from 'vitest';
import { NS_PER_MS } from '../../../../../src/base/time';
import type { SampleTable } from '../../../../../src/model/profile/profile';
import { IdleTimes } from '../../../../../src/sources/async/waits/idleTimes';
import type { Wait } from '../../../../../src/sources/async/waits/waitLog';

const WINDOW = { originNs: 0n, endNs: BigInt(200 * NS_PER_MS) };

/** A wait that ends at a time, of which libuv measured so much, milliseconds. */
function waitUntil(endMs: number, idleMs: number): Wait {
  const ended = { endNs: BigInt(endMs * NS_PER_MS), idleNs: idleMs * NS_PER_MS };
  const known = {
    hasOthers: false,
    isUnknownFirst: false,
    hasLost: false,
    cause: null,
    operation: null
  };
  return { ...ended, ...known, begun: 0, resumed: [], stack: -1 };
}

/** Samples at times in milliseconds; negative stacks are idle. */
function samplesAt(rows: readonly (readonly [timeMs: number, stack: number])[]): SampleTable {
  const time = Float64Array.from(rows, ([timeMs]) => timeMs * NS_PER_MS);
  const end = 200 * NS_PER_MS;
  return {
    length: rows.length,
    time,
    weight: time.map((start, row) => (row + 1 < time.length ? time[row + 1] : end) - start),
    stack: Int32Array.from(rows, ([, stack]) => stack),
    track: new Uint16Array(rows.length)
  };
}

/** A wait in a call that blocked the thread until a time. */
const blockedUntil = (endMs: number, idleMs: number): Wait => {
  return { ...waitUntil(endMs, idleMs), cause: 'Atomics.wait' };
};

const idleMs = (samples: SampleTable | null, wait: Wait, before?: Wait): number =>
  new IdleTimes(WINDOW, samples).of(wait, before).duration / NS_PER_MS;

describe('a thread was idle', () => {
  it('for as long as its samples show, though they interrupt what libuv measures', () => {
    const idle = Array.from({ length: 100 }, (_, at) => [50 + at, -1] as const);
    const samples = samplesAt([[0, 1], ...idle, [150, 1]]);
    expect(idleMs(samples, waitUntil(150, 1))).toBe(100);
  });

  it('for as long as libuv measured where samples were missed', () => {
    const samples = samplesAt([
      [0, 1],
      [130, -1],
      [150, 1]
    ]);
    expect(idleMs(samples, waitUntil(150, 95))).toBe(95);
  });

  it('not in the rest of the sample in which a call that had blocked it returned', () => {
    const samples = samplesAt([
      [0, 1],
      [10, -1],
      [20, -1],
      [30, 1]
    ]);
    expect(idleMs(samples, waitUntil(100, 0), blockedUntil(25, 15))).toBe(0);
    expect(idleMs(samples, waitUntil(100, 0), waitUntil(25, 15))).toBe(5);
  });

  it('at the end of a turn in which it was not', () => {
    const samples = samplesAt([[0, 1]]);
    const [before, turn] = [waitUntil(25, 15), waitUntil(100, 0)];
    const { start, duration } = new IdleTimes(WINDOW, samples).of(turn, before);
    expect([start / NS_PER_MS, duration]).toEqual([100, 0]);
  });

  it('as libuv measured it without samples, and never for longer than since the wait before', () => {
    expect(idleMs(null, waitUntil(150, 95))).toBe(95);
    expect(idleMs(null, waitUntil(150, 95), waitUntil(100, 5))).toBe(50);
  });
});
