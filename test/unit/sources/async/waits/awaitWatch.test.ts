import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { AwaitWatch } from '../../../../../src/sources/async/waits/awaitWatch';
import { awaitsOf } from '../../../../../src/sources/async/waits/waitLog';
import { FakeClock } from '../../../../support/fakeClock';

const { nodeTiming } = performance;

/** More than may be watched in no time. */
const MANY = 20_000;

it('blames no await for a wait at whose end promises were not watched, also when that is the last one', async () => {
  const clock = new FakeClock();
  let captured = 0;
  const stacks = { capture: () => captured++, spentNs: 0 };
  const watch = new AwaitWatch({ clock: clock.now, stacks });
  watch.acquire(watch);
  void (async () => await new Promise(() => {}))();
  for (let each = 0; each < MANY; each++) await Promise.resolve();
  const before = nodeTiming.idleTime;
  while (nodeTiming.idleTime === before) await sleep(15);
  clock.advance(10_000_000);
  watch.release(watch);
  const { log } = watch;
  expect(log?.waits.length).toBeGreaterThan(0);
  expect(awaitsOf(log!.waits, () => true, log!)).toEqual(log!.waits.map(() => null));
});
