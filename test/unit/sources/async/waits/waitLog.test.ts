import { beforeEach, describe, expect, it } from 'vitest';
import { NS_PER_MS } from '../../../../../src/base/time';
import type { Await } from '../../../../../src/sources/async/waits/waitLog';
import { awaitsOf, likelyAwaits, WaitLog } from '../../../../../src/sources/async/waits/waitLog';
import { FakeClock } from '../../../../support/fakeClock';

let clock: FakeClock;
let idleMs: number;
let log: WaitLog;

beforeEach(() => {
  clock = new FakeClock();
  idleMs = 0;
  log = new WaitLog({ clock: clock.now, idleMs: () => idleMs });
});

/** The event loop is idle for so long. */
function wait(ms = 1): void {
  idleMs += ms;
  clock.advance(ms * NS_PER_MS);
  log.look();
}

const stacksOf = (hasPlace = (_: Await) => true): (number | null)[] =>
  awaitsOf(log.waits, hasPlace, log).map(each => each?.stack ?? null);

/** How many objects and numbers an object holds in lists, maps and fields of its own. */
function heldBy(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  const inside = value instanceof Map ? [...value.values()] : Object.values(value);
  return inside.reduce<number>((sum, each) => sum + heldBy(each), 1);
}

describe('a log of waits', () => {
  it('knows the await that each wait was spent in, by the stack that it began with', () => {
    const [first, second] = [log.begin(7), log.begin(8)];
    wait();
    log.resume(second);
    log.resume(first);
    wait();
    expect(stacksOf()).toEqual([8, null]);
    expect(stacksOf(({ stack }) => stack === 7)).toEqual([7, null]);
  });

  it('names none where only an await of which nothing is known went on', () => {
    log.begin(1);
    const later = log.begin(2);
    wait();
    log.resume(undefined);
    wait();
    log.resume(later);
    expect(stacksOf()).toEqual([null, 2]);
  });

  it('names the one that is known where another one went on as well', () => {
    const known = log.begin(1);
    wait();
    log.resume(undefined);
    log.resume(known);
    expect(stacksOf()).toEqual([1]);
  });

  it('takes no place for that of a wait that is much longer than others there, where it is only foreseen', () => {
    const captured = log.begin(1);
    const foreseen = log.begin(1, { ordinal: 0, isForeseen: true });
    const unseen = log.begin(2, { ordinal: 0, isForeseen: true });
    const ns = [10, 20, 60, 60, 3, 60].map(ms => ms * NS_PER_MS);
    const awaits = [captured, foreseen, foreseen, null, unseen, unseen];
    expect(likelyAwaits(awaits, ns)).toEqual([captured, foreseen, null, null, unseen, null]);
    expect(likelyAwaits([captured, captured], [NS_PER_MS, 1e12])).toEqual([captured, captured]);
  });

  it('blames no await that goes on after a time in which none was noted', () => {
    const [first, second] = [log.begin(1), log.begin(2)];
    idleMs += 5;
    clock.advance(5 * NS_PER_MS);
    log.lookAgain();
    log.resume(first);
    wait();
    log.resume(second);
    expect(stacksOf()).toEqual([null, 2]);
  });

  it('takes the first await that is still pending where nothing went on until the end', () => {
    const done = log.begin(1);
    wait();
    log.resume(done);
    const over = log.begin(2);
    log.begin(3);
    log.begin(4);
    log.resume(over);
    wait();
    expect(stacksOf()).toEqual([1, 3]);
  });

  it('holds no more after a day of awaits than after a minute', () => {
    const awaitsFor = (seconds: number): void => {
      for (let second = 0; second < seconds; second++) {
        for (let each = 0; each < 10; each++) log.resume(log.begin(each));
        clock.advance(1e9);
      }
    };
    awaitsFor(60);
    const after = heldBy(log);
    awaitsFor(86_400);
    expect(heldBy(log)).toBe(after);
  });

  it('is bounded where awaits never go on, and keeps the earliest', () => {
    for (let each = 0; each < 1_000_000; each++) log.begin(each);
    expect(heldBy(log)).toBeLessThan(100_000);
    wait();
    expect(stacksOf()).toEqual([0]);
  });

  it('counts the waits that do not fit', () => {
    const small = new WaitLog({ clock: clock.now, idleMs: () => idleMs }, 3);
    for (let each = 0; each < 10; each++) {
      idleMs++;
      clock.advance(NS_PER_MS);
      small.look();
    }
    expect([small.waits.length, small.dropped]).toEqual([3, 7]);
  });
});
