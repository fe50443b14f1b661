import { stat } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { NS_PER_MS } from '../../../../../src/base/time';
import { AwaitWatch } from '../../../../../src/sources/async/waits/awaitWatch';
import { Repeats } from '../../../../../src/sources/async/waits/operations';
import type * as nodeInternals from '../../../../../src/sources/process/nodeInternals';
import { awaitsOf } from '../../../../../src/sources/async/waits/waitLog';
import { FakeClock } from '../../../../support/fakeClock';

/** Whether hooks see what the profiler does, as they do from Node 24 on, and how often it asked not to be seen. */
const hiding = vi.hoisted(() => ({ isImpossible: false, asked: 0 }));

/** More than any pause asks for. */
const MOST_ASKED = 5;

vi.mock('../../../../../src/sources/process/nodeInternals', async importActual => {
  const actual = await importActual<typeof nodeInternals>();
  const inSight = (work: () => unknown): unknown =>
    hiding.asked++ < MOST_ASKED ? work() : undefined;
  return {
    ...actual,
    hiddenFromHooks: (work: () => unknown) =>
      hiding.isImpossible ? inSight(work) : actual.hiddenFromHooks(work)
  };
});

/** What a stack costs, nanoseconds. */
const COST_NS = 100_000;

/** The work between the awaits of a busy program: promises are watched all the time, stacks are not. */
const BUSY_NS = 600_000;

const DONE = Promise.resolve();

const clock = new FakeClock();
const stacks = {
  spentNs: 0,
  captured: 0,
  /** Each stack is another one, so that none can be foreseen. */
  capture: (): number => {
    clock.advance(COST_NS);
    stacks.spentNs += COST_NS;
    return stacks.captured++;
  },
  isOfUser: (stack: number): boolean => stack >= 0
};
/** Time in which other programs had the cores so far, nanoseconds, and how often it was read. */
const queue = { ns: 0, reads: 0 };
const user = {};
let watch: AwaitWatch | null = null;

function begin(): AwaitWatch {
  watch = new AwaitWatch({
    ...{ clock: clock.now, stacks },
    queuedNs: () => {
      queue.reads++;
      return queue.ns;
    },
    isAtOwnWork: () => false
  });
  watch.acquire(user);
  return watch;
}

afterEach(() => {
  watch?.release(user);
  watch = null;
});

/** Awaits so often, each time after some work of the program; returns how many of the stacks were captured. */
async function awaits(times: number, workNs: number): Promise<number> {
  const before = stacks.captured;
  for (let at = 0; at < times; at++) {
    clock.advance(workNs);
    await DONE;
  }
  return stacks.captured - before;
}

describe('a watch over awaits', () => {
  it('captures stacks for 2 % of the time besides the first 20 ms, whatever a program does', async () => {
    const part = fc.record({
      times: fc.integer({ min: 1, max: 2000 }),
      workNs: fc.oneof(fc.integer({ min: 0, max: 50_000 }), fc.integer({ max: 1e9, min: 0 }))
    });
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 6 }), async parts => {
        const own = begin();
        const start = clock.now();
        const spentBefore = stacks.spentNs;
        for (const { times, workNs } of parts) {
          await awaits(times, workNs);
          const elapsedNs = Number(clock.now() - start);
          const spentNs = stacks.spentNs - spentBefore;
          expect(spentNs).toBeLessThanOrEqual(20 * NS_PER_MS + 0.02 * elapsedNs + COST_NS);
        }
        own.release(user);
      }),
      { numRuns: 30 }
    );
  });

  /** Awaits every 75 µs, of which others have the cores for a share; what watching the promises took and might take. */
  async function besideOthers(share: number): Promise<{ spentNs: number; mostNs: number }> {
    const own = begin();
    const start = clock.now();
    const [stacksBefore, queuedBefore, readsBefore] = [stacks.spentNs, queue.ns, queue.reads];
    for (let at = 0; at < 40_000; at++) {
      clock.advance(75_000);
      queue.ns += 75_000 * share;
      await DONE;
    }
    const spentNs = own.spentNs - (stacks.spentNs - stacksBefore);
    const elapsedNs = Number(clock.now() - start);
    own.release(user);
    expect(queue.reads - readsBefore).toBeLessThanOrEqual(1 + elapsedNs / (5 * NS_PER_MS));
    const mostNs = 5 * NS_PER_MS + 0.01 * (elapsedNs - (queue.ns - queuedBefore));
    return { spentNs, mostNs: mostNs + 0.1 * NS_PER_MS };
  }

  it('allows promises no time in which other programs have the cores', async () => {
    const alone = await besideOthers(0);
    const beside = await besideOthers(0.9);
    for (const { spentNs, mostNs } of [alone, beside]) expect(spentNs).toBeLessThanOrEqual(mostNs);
    expect(alone.spentNs).toBeGreaterThan(2 * beside.spentNs);
  });

  it('captures those of awaits that are long waited for after a busy time as well', async () => {
    begin();
    await awaits(100_000, BUSY_NS);
    expect(await awaits(1000, BUSY_NS)).toBeLessThan(500);
    expect(await awaits(20, 100 * NS_PER_MS)).toBeGreaterThanOrEqual(20);
  });

  it('captures those of a program that begins when others have spent what stacks may cost', async () => {
    const own = begin();
    await awaits(5000, BUSY_NS);
    own.renew();
    expect(await awaits(50, BUSY_NS)).toBeGreaterThanOrEqual(50);
  });

  it('blames no await for a wait at whose end promises were not watched, also when that is the last one', async () => {
    const { nodeTiming } = performance;
    const own = begin();
    void (async () => await new Promise(() => {}))();
    // more than may be watched in no time
    for (let each = 0; each < 20_000; each++) await DONE;
    const before = nodeTiming.idleTime;
    while (nodeTiming.idleTime === before) await sleep(15);
    clock.advance(10 * NS_PER_MS);
    own.release(user);
    const { log } = own;
    expect(log?.waits.length).toBeGreaterThan(0);
    expect(awaitsOf(log!.waits, () => true, log!.pending)).toEqual(log!.waits.map(() => null));
  });

  it('knows which callbacks ended waits, and where what called them began', async () => {
    const own = begin();
    const poll = (left: number, resolve: () => void): void => {
      clock.advance(NS_PER_MS);
      if (left > 0) setTimeout(() => poll(left - 1, resolve), 3);
      else stat('.', () => resolve());
    };
    // a busy machine may find some of these due without having been idle
    await new Promise<void>(resolve => poll(20, resolve));
    clock.advance(NS_PER_MS);
    own.release(user);
    const { waits } = own.log!;
    const known = waits.flatMap(({ operation, cause }) => operation && [{ ...operation, cause }]);
    const timers = known.filter(each => each?.cause === 'timer');
    expect(timers.length).toBeGreaterThan(0);
    expect(new Set(timers.map(each => each?.number)).size).toBe(timers.length);
    expect(timers.every(each => stacks.isOfUser(each?.stack ?? -1))).toBe(true);
    expect(timers.every(each => each?.repeats === Repeats.never)).toBe(true);
  });

  it('takes no operation for one that began where another did because its stack is too expensive', async () => {
    const own = begin();
    await new Promise<void>(resolve => {
      const poll = (left: number): void => {
        clock.advance(NS_PER_MS);
        if (left > 0) setTimeout(() => poll(left - 1), 3);
        else resolve();
      };
      setTimeout(() => {
        for (let each = 0; each < 300; each++) void DONE.then();
        poll(20);
      }, 3);
    });
    own.release(user);
    const known = own.log!.waits.flatMap(({ operation }) =>
      operation && operation.stack >= 0 ? [operation.stack] : []
    );
    expect(new Set(known).size).toBe(known.length);
  });

  it('pauses once where operations are too many, also where Node tells it of the timer of the pause', async () => {
    const own = begin();
    Object.assign(hiding, { isImpossible: true, asked: 0 });
    for (let at = 0; at < 50_000; at++) clearTimeout(setTimeout(() => undefined, 1000));
    Object.assign(hiding, { isImpossible: false });
    expect(hiding.asked).toBe(1);
    const seen = own.spentNs;
    await vi.waitUntil(() => {
      clearTimeout(setTimeout(() => undefined, 1000));
      return own.spentNs > seen;
    });
    own.release(user);
  });
});
