import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SampleTable } from '../../../../../src/model/profile/profile';
import {
  evenlyQueued,
  runningSamples,
  spentBetween,
  withoutPolls
} from '../../../../../src/sources/v8/cpu/threadTime';

const ORIGIN_NS = 5_000_000_000n;
const US = 1000;
const MS = 1_000_000;

/** A clock by its values: microseconds from the origin, and milliseconds that the thread ran and waited for a core. */
function clock(...values: readonly (readonly [us: number, ranMs: number, queuedMs?: number])[]) {
  const queued = values.map(([, , queuedMs = NaN]) => queuedMs * MS);
  return {
    times: Float64Array.from(values, ([us]) => Number(ORIGIN_NS) / US + us),
    ranNs: Float64Array.from(values, ([, ranMs]) => ranMs * MS),
    ...(!queued.some(Number.isNaN) && { queuedNs: Float64Array.from(queued) })
  };
}

/** Moments in milliseconds from the origin. */
function spent(values: ReturnType<typeof clock>, ...moments: readonly number[]) {
  const times = Float64Array.from(moments, ms => ms * MS);
  const { ran, queued } = spentBetween(values, times, ORIGIN_NS)!;
  return { ran: [...ran], queued: queued && [...queued] };
}

describe('spentBetween', () => {
  test('has the values of the clock where a sample was taken with one', () => {
    const values = clock([0, 7, 1], [1000, 8, 1], [11_000, 8.5, 10.5], [12_000, 9.5, 10.5]);
    expect(spent(values, 0, 1, 11, 12)).toEqual({
      ran: [MS, 0.5 * MS, MS],
      queued: [0, 9.5 * MS, 0]
    });
  });

  test('between two values the thread ran first, and waited then', () => {
    const values = clock([0, 0, 0], [10_000, 2, 7]);
    expect(spent(values, 0, 1, 2.5, 4, 10)).toEqual({
      ran: [MS, MS, 0, 0],
      queued: [0, 0, MS, 6 * MS]
    });
  });

  test('beyond its values the thread ran', () => {
    const values = clock([2000, 0, 0], [3000, 0, 0.5]);
    expect(spent(values, 0, 1, 2, 3, 5)).toEqual({
      ran: [MS, MS, 0, 2 * MS],
      queued: [0, 0, 0.5 * MS, 0]
    });
  });

  test('waits for a core are unknown, not 0, where the system does not tell', () => {
    expect(spent(clock([0, 0], [4000, 1]), 0, 4)).toEqual({ ran: [MS], queued: null });
  });

  test('a clock that goes by steps of 10 ms tells nothing of samples of 1 ms', () => {
    const steps = Array.from(
      { length: 100 },
      (_, ms) => [ms * US, 10 * Math.floor(ms / 10)] as const
    );
    const moments = Float64Array.from(steps, (_, ms) => ms * MS);
    expect(spentBetween(clock(...steps), moments, ORIGIN_NS)).toBeNull();
  });

  test('nothing is lost or counted twice, wherever the moments lie', () => {
    const steps = fc.array(
      fc.record({ ran: fc.nat(5000), queued: fc.nat(5000), blocked: fc.nat(5000) }),
      { minLength: 1, maxLength: 20 }
    );
    fc.assert(
      fc.property(steps, fc.array(fc.nat(100), { maxLength: 20 }), (drawn, cuts) => {
        let [us, ranMs, queuedMs] = [0, 0, 0];
        const values: [number, number, number][] = [[0, 0, 0]];
        for (const { ran, queued, blocked } of drawn) {
          us += ran + queued + blocked;
          ranMs += ran / 1000;
          queuedMs += queued / 1000;
          values.push([us, ranMs, queuedMs]);
        }
        const within = cuts.map(percent => (us * percent) / 100_000).sort((a, b) => a - b);
        const times = spent(clock(...values), 0, ...within, us / 1000);
        const sum = (column: readonly number[] | null) => column!.reduce((all, ns) => all + ns, 0);
        expect(Math.abs(sum(times.ran) - ranMs * MS)).toBeLessThan(100);
        expect(Math.abs(sum(times.queued) - queuedMs * MS)).toBeLessThan(100);
        expect(Math.min(...times.ran, ...times.queued!)).toBeGreaterThanOrEqual(0);
      })
    );
  });
});

/** Samples that last from each to the next, `stack` over milliseconds. */
function samplesOf(...drawn: readonly (readonly [stack: number, ms: number])[]): SampleTable {
  let at = 0;
  const starts = drawn.map(([, ms]) => (at += ms * MS) - ms * MS);
  return {
    length: drawn.length,
    time: Float64Array.from(starts),
    weight: Float64Array.from(drawn, ([, ms]) => ms * MS),
    stack: Int32Array.from(drawn, ([stack]) => stack),
    track: new Uint16Array(drawn.length).fill(1)
  };
}

/** What is left of samples, each `time stack weight` in milliseconds, and the waits as `begin length`. */
function running(
  taken: SampleTable,
  ranMs: readonly number[],
  queuedMs: readonly number[] | null
): { samples: string[]; waits: string[] | null; counted: number[] } {
  const { samples, coreWaits, counted } = runningSamples(taken, {
    ran: Float64Array.from(ranMs, ms => ms * MS),
    queued: queuedMs && Float64Array.from(queuedMs, ms => ms * MS)
  });
  const { time, weight, stack, track } = samples;
  expect([...track]).toEqual([...track].fill(1));
  return {
    samples: Array.from(time, (at, row) => `${at / MS} ${stack[row]} ${weight[row] / MS}`),
    waits:
      coreWaits &&
      Array.from(coreWaits.time, (at, row) => `${at / MS} ${coreWaits.value[row] / MS}`),
    counted: [...counted].map(ns => ns / MS)
  };
}

describe('evenlyQueued', () => {
  test.each([
    ['the part for which the thread waited for a core', { ran: 12, queued: 20 }, 0.6],
    ['no more than the thread waited', { ran: 12, queued: 3 }, 0.1],
    ['nothing to errors of the clocks', { ran: 29.8, queued: 9 }, 0],
    ['nothing to waits while it was idle', { ran: 31, queued: 9 }, 0]
  ])('takes from each sample of code %s', (_what, { ran, queued }, part) => {
    const samples = [10, 0, 5, 15].map(ms => ms * MS);
    const use = { ranNs: ran * MS, queuedNs: queued * MS };
    expect(evenlyQueued(Float64Array.from(samples), use)).toEqual({
      ran: Float64Array.from(samples, ns => ns * (1 - part)),
      queued: Float64Array.from(samples, ns => ns * part)
    });
  });

  test('has nothing for a thread that was idle all the time', () => {
    const none = new Float64Array(2);
    expect(evenlyQueued(none, { ranNs: 5, queuedNs: 5 })).toEqual({ ran: none, queued: none });
  });
});

describe('withoutPolls', () => {
  const LOOP = 7;

  /** The stacks of samples of 1 ms, of which a row is the stack with the time on a core and in the queue for one. */
  const stacksOf = (
    rows: readonly (readonly [stack: number, ranMs: number, queuedMs: number])[]
  ) => {
    const table: SampleTable = {
      length: rows.length,
      time: Float64Array.from(rows, (_, at) => at * MS),
      weight: new Float64Array(rows.length).fill(MS),
      stack: Int32Array.from(rows, ([stack]) => stack),
      track: new Uint16Array(rows.length)
    };
    const ran = Float64Array.from(rows, ([, ms]) => ms * MS);
    const queued = Float64Array.from(rows, ([, , ms]) => ms * MS);
    return [...withoutPolls(table, { ran, queued }, LOOP).stack];
  };

  test.each([
    ['ran all the time, looking for events', [1, 0], LOOP],
    ['ran whenever it had a core', [0.3, 0.7], LOOP],
    ['ran for a part of it, after it was woken', [0.5, 0], -1],
    ['was woken to be sampled', [0.03, 0], -1],
    ['was woken, and waited for a core to be sampled', [0.03, 0.96], -1]
  ] as const)('an idle thread that %s', (_what, [ranMs, queuedMs], stack) => {
    const code = [2, 1, 0] as const;
    expect(stacksOf([code, [-1, ranMs, queuedMs], code])).toEqual([2, stack, 2]);
  });

  test('is idle where the clock has no value before, or none after', () => {
    expect(
      stacksOf([
        [-1, 1, 0],
        [3, 1, 0],
        [-1, 1, 0]
      ])
    ).toEqual([-1, 3, -1]);
  });
});

describe('runningSamples', () => {
  test('a sample stands for the time on a core; the wait for one has no sample', () => {
    expect(running(samplesOf([4, 1], [4, 10], [5, 1]), [1, 2, 1], [0, 8, 0])).toEqual({
      samples: ['0 4 1', '1 4 2', '11 5 1'],
      waits: ['3 8'],
      counted: [1, 2, 1]
    });
  });

  test('a thread that was blocked, and then waited for a core, is idle while it was blocked', () => {
    expect(running(samplesOf([4, 10]), [2], [5])).toEqual({
      samples: ['0 4 2', '2 -1 3'],
      waits: ['5 5'],
      counted: [2]
    });
  });

  test('code before a thread is idle stands for the interval, since that after it is not seen', () => {
    const taken = samplesOf([4, 2], [-1, 8], [4, 6], [-1, 2]);
    const spent = { ran: Float64Array.of(0.5 * MS, 0, 3 * MS, 0), queued: new Float64Array(4) };
    const { counted } = runningSamples(taken, spent, time => (time < 5 * MS ? 1 : 2) * MS);
    // where it ran for longer, that is known
    expect([...counted].map(ns => ns / MS)).toEqual([1, 8, 3, 2]);
  });

  test('an idle thread waits for something, not for a core', () => {
    expect(running(samplesOf([-1, 10], [4, 1]), [1, 1], [9, 0])).toEqual({
      samples: ['0 -1 10', '10 4 1'],
      waits: [],
      counted: [10, 1]
    });
  });

  test('what is too short for a wait is owed until there is more', () => {
    const taken = samplesOf([4, 1], [4, 1], [4, 1]);
    expect(running(taken, [0.94, 0.94, 1], [0.06, 0.06, 0])).toEqual({
      samples: ['0 4 1', '1 4 0.88', '2 4 1'],
      waits: ['1.88 0.12'],
      counted: [1, 0.88, 1]
    });
  });

  test('without waits for a core, a thread that does not run waits for something', () => {
    expect(running(samplesOf([4, 10]), [2], null)).toEqual({
      samples: ['0 4 2', '2 -1 8'],
      waits: null,
      counted: [2]
    });
  });
});
