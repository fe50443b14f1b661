import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { NS_PER_MS } from '../../../../../src/base/time';
import { AwaitWatch } from '../../../../../src/sources/async/waits/awaitWatch';
import { awaitsOf } from '../../../../../src/sources/async/waits/waitLog';
import { FakeClock } from '../../../../support/fakeClock';

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
  }
};
const user = {};
let watch: AwaitWatch | null = null;

function begin(): AwaitWatch {
  watch = new AwaitWatch({ clock: clock.now, stacks });
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
});
