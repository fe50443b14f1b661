import { beforeEach, describe, expect, it } from 'vitest';
import { NS_PER_MS } from '../../../../../src/base/time';
import {
  type Await,
  type Wait,
  WaitLog,
  awaitsOf,
  likelyAwaits
} from '../../../../../src/sources/async/waits/waitLog';
import { FakeClock } from '../../../../support/fakeClock';

let clock: FakeClock;
let idleMs: number;
let turns: number;
let log: WaitLog;

beforeEach(() => {
  clock = new FakeClock();
  idleMs = 0;
  turns = 0;
  log = new WaitLog({ clock: clock.now, idleMs: () => idleMs, turns: () => turns });
});

/** The event loop is idle for so long. */
function wait(ms = 1): void {
  idleMs += ms;
  clock.advance(ms * NS_PER_MS);
  log.look();
}

const stacksOf = (hasPlace = (_: Await) => true): (number | null)[] =>
  awaitsOf(log.waits, hasPlace, log.pending).map(each => each?.stack ?? null);

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

  it('has turns of the loop that was never idle as waits without time, where they were long apart', () => {
    const lookFor = (ms: number, turnsEach: number): void => {
      for (let each = 0; each < ms; each++) {
        clock.advance(NS_PER_MS);
        turns += turnsEach;
        for (let looks = 0; looks < 8; looks++) log.look();
      }
    };
    const begun = log.begin(1);
    wait();
    log.resume(begun);
    lookFor(400, 0);
    expect(log.waits.length).toBe(1);
    lookFor(200, 1);
    expect(log.waits.length).toBe(5);
    expect(log.waits.slice(1).map(({ idleNs }) => idleNs)).toEqual([0, 0, 0, 0]);
    const [, second, third] = log.waits;
    expect(Number(third.endNs - second.endNs)).toBe(50 * NS_PER_MS);
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

  describe('of hours', () => {
    const HOURS = 3;
    const MOST = 2000;

    /** Waits of `log` for hours, with `each` for a moment of them; the idle time in all, milliseconds. */
    function waitForHours(each: (at: number) => { readonly ms: number; readonly stack: number }): {
      readonly long: WaitLog;
      readonly idleInAllMs: number;
    } {
      const long = new WaitLog(
        { clock: clock.now, idleMs: () => idleMs, turns: () => turns },
        MOST
      );
      const end = HOURS * 3_600_000;
      const before = idleMs;
      let most = 0;
      for (let [at, nowMs] = [0, 0]; nowMs < end; at++) {
        const { ms, stack } = each(at);
        const begun = long.begin(stack);
        idleMs += ms;
        clock.advance((ms + 5) * NS_PER_MS);
        nowMs += ms + 5;
        long.look();
        long.resume(begun);
        most = Math.max(most, long.waits.length);
      }
      expect(most).toBeLessThanOrEqual(MOST);
      return { long, idleInAllMs: idleMs - before };
    }

    const idleOf = ({ waits }: WaitLog): number =>
      waits.reduce((sum, { idleNs }) => sum + idleNs, 0) / NS_PER_MS;

    const placeOf = ({ resumed }: Wait): number => resumed[0]?.stack ?? -1;

    it('has all of the time that the loop was idle, with its place where that is one', () => {
      const { long, idleInAllMs } = waitForHours(() => ({ ms: 95, stack: 7 }));
      expect(idleOf(long)).toBe(idleInAllMs);
      expect(new Set(long.waits.map(placeOf))).toEqual(new Set([7]));
      expect(long.waits.length).toBeGreaterThan(MOST / 4);
      expect(heldBy(long)).toBeLessThan(MOST * 30);
    });

    it('keeps the places of long waits between short ones, and names no wrong one for the others', () => {
      const { long, idleInAllMs } = waitForHours(at =>
        at % 50 === 0 ? { ms: 3000, stack: 1 } : { ms: 2 + (at % 3), stack: 2 + (at % 3) }
      );
      expect(idleOf(long)).toBe(idleInAllMs);
      const byPlace = new Map<number, number>();
      for (const wait of long.waits) {
        const ms = wait.idleNs / NS_PER_MS;
        byPlace.set(placeOf(wait), (byPlace.get(placeOf(wait)) ?? 0) + ms);
      }
      const longMs = Math.ceil(
        long.waits.length === 0 ? 0 : idleInAllMs * (3000 / (3000 + 49 * 3))
      );
      expect((byPlace.get(1) ?? 0) / longMs).toBeGreaterThan(0.95);
      expect((byPlace.get(1) ?? 0) / longMs).toBeLessThan(1.1);
    });

    it('has the newest waits as they were', { tags: 'night' }, () => {
      const { long } = waitForHours(at => ({ ms: 20 + (at % 7), stack: at % 7 }));
      const last = long.waits.slice(-20);
      for (const wait of last) expect(wait.idleNs / NS_PER_MS).toBe(20 + placeOf(wait));
    });
  });
});
