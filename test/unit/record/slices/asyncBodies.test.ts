import { describe, expect, it } from 'vitest';
import { RUNNING_ARG } from '../../../../src/model/profile/argKeys';
import type {
  AsyncBody,
  AsyncBodyStore,
  ContinuationListener
} from '../../../../src/record/slices/asyncBody';
import { endRangeWhenSettled } from '../../../../src/record/promiseSlice';
import { Recorder } from '../../../../src/record/recorder';
import { NO_TOKEN, type Token } from '../../../../src/record/slices/sliceStore';
import { argsOf, finishWindow, sliceLines } from '../../../support/recording';

/** A store whose current body the test sets, as if its code went on. */
class ManualStore implements AsyncBodyStore {
  body: AsyncBody | undefined;
  listener: ContinuationListener | null = null;

  run<T>(body: AsyncBody, fn: () => T): T {
    const before = this.body;
    this.body = body;
    try {
      return fn();
    } finally {
      this.body = before;
    }
  }

  current(): AsyncBody | undefined {
    return this.body;
  }

  watch(listener: ContinuationListener): void {
    this.listener = listener;
  }

  unwatch(): void {
    this.listener = null;
  }

  abandon(): void {
    this.body = undefined;
  }
}

/** A recorder whose clock goes on by itself, or by the test alone where running is measured. */
function setUp({ running = false } = {}) {
  const time = { now: 1n };
  const recorder = new Recorder({ clock: () => (running ? time.now : time.now++) });
  const store = new ManualStore();
  recorder.bodies.follow(store, { everything: true, running });
  const window = recorder.openWindow();
  const begin = (name: string) => recorder.begin(recorder.label(name, 'range'));
  /** Runs an async body: `first` on the thread, then it goes on on a lane. */
  const beginAsync = (name: string, first: () => void = () => undefined) => {
    const token = begin(name);
    let body: AsyncBody | undefined;
    recorder.bodies.run(token, () => {
      body = store.body;
      first();
    });
    recorder.moveToLane(token);
    return { token, body };
  };
  const goOn = (body: AsyncBody | undefined, work: () => void) => {
    store.body = body;
    store.listener?.began();
    work();
    store.listener?.ended();
    store.body = undefined;
  };
  const finish = () => {
    const profile = finishWindow(recorder, window);
    return { profile, lines: sliceLines(profile) };
  };
  return { time, recorder, store, begin, beginAsync, goOn, finish };
}

describe('AsyncBodies', () => {
  it('gives what begins after an await the slice whose code goes on as its parent', () => {
    const { recorder, begin, beginAsync, goOn, finish } = setUp();
    const a = beginAsync('a');
    const b = beginAsync('b');
    goOn(a.body, () => recorder.end(begin('in a')));
    goOn(b.body, () => {
      const outer = begin('in b');
      recorder.end(begin('deeper in b'));
      recorder.end(outer);
    });
    recorder.end(begin('in none'));
    recorder.endAsync(a.token);
    recorder.endAsync(b.token);
    expect(finish().lines.map(line => line.replace(/ \d+\+\d+/, ''))).toEqual([
      'a - @async',
      'b - @async 2',
      'in a a @main thread',
      'in b b @main thread',
      'deeper in b in b @main thread',
      'in none - @main thread'
    ]);
  });

  it('prefers a body on a lane to what was open before it, and finds that again below', () => {
    const { recorder, begin, beginAsync, goOn, finish } = setUp();
    const whole = begin('whole');
    const a = beginAsync('a');
    goOn(a.body, () => recorder.end(begin('in a')));
    recorder.end(begin('beside'));
    recorder.endAsync(a.token);
    recorder.end(whole);
    recorder.end(begin('after'));
    expect(finish().lines.map(line => line.replace(/ \d+\+\d+/, ''))).toEqual([
      'whole - @main thread',
      'a whole @async',
      'in a a @main thread',
      'beside whole @main thread',
      'after - @main thread'
    ]);
  });

  it('keeps its stack when slices with parents on lanes end out of order or move themselves', () => {
    const { recorder, begin, beginAsync, goOn, finish } = setUp();
    const a = beginAsync('a');
    goOn(a.body, () => {
      const first = begin('first');
      const second = begin('second');
      recorder.end(first);
      recorder.end(second);
      const inner = beginAsync('inner');
      recorder.endAsync(inner.token);
      recorder.end(begin('third'));
    });
    expect(recorder.slices.innermost).toBe(NO_TOKEN);
    recorder.endAsync(a.token);
    expect(finish().lines.map(line => line.replace(/ \d+\+\d+| @.*/g, ''))).toEqual([
      'a -',
      'first a',
      'second first',
      'inner a',
      'third a'
    ]);
  });

  it('leads code that outlives its body to the body around, and to none of an ended following', () => {
    const { recorder, store, begin, beginAsync, goOn, finish } = setUp();
    const a = beginAsync('a');
    let inner: ReturnType<typeof beginAsync> | undefined;
    goOn(a.body, () => {
      inner = beginAsync('inner');
    });
    recorder.endAsync(inner?.token ?? NO_TOKEN);
    goOn(inner?.body, () => recorder.end(begin('late')));
    recorder.bodies.unfollow();
    recorder.bodies.follow(store, { everything: true, running: false });
    goOn(a.body, () => recorder.end(begin('lost')));
    const rows = finish().lines.map(line => line.replace(/ \d+\+\d+/, ''));
    expect(rows.slice(2)).toEqual(['late a @main thread', 'lost - @main thread']);
  });

  it('takes the moves of other slices as they come, also of none', () => {
    const { recorder, begin, finish } = setUp();
    const token = begin('other');
    recorder.moveToLane(token);
    recorder.bodies.moveToLane(NO_TOKEN);
    recorder.bodies.moveToLane(undefined as unknown as Token);
    recorder.endAsync(token);
    expect(recorder.bodies.followed).toBe(0);
    expect(finish().lines).toHaveLength(1);
  });

  it('asks nobody while no body has gone on', () => {
    const { recorder, store, begin } = setUp();
    let asked = 0;
    store.current = () => {
      asked++;
      return undefined;
    };
    recorder.end(begin('plain'));
    expect(asked).toBe(0);
  });

  it('runs only functions that are written async where that is all that is wanted', () => {
    const { recorder, store } = setUp();
    recorder.bodies.follow(store, { everything: false, running: false });
    expect(recorder.bodies.wants(async () => Promise.resolve())).toBe(true);
    expect(recorder.bodies.wants(() => Promise.resolve())).toBe(false);
    recorder.bodies.unfollow();
    expect(recorder.bodies.wants(async () => Promise.resolve())).toBe(false);
  });
});

describe('the running time of asynchronous slices', () => {
  /** The argument of each slice that has it, by name. */
  const runningOf = ({ profile, lines }: ReturnType<ReturnType<typeof setUp>['finish']>) =>
    Object.fromEntries(
      lines.map((line, row) => [line.split(' ')[0], argsOf(profile, row)[RUNNING_ARG]])
    );

  it('is measured from the recording on that wants it, beside bodies of one that does not', () => {
    const { time, recorder, store, beginAsync, goOn, finish } = setUp({ running: true });
    recorder.bodies.follow(store, { everything: true, running: false });
    const before = beginAsync('before');
    recorder.bodies.follow(store, { everything: true, running: true });
    const a = beginAsync('a', () => (time.now += 5n));
    goOn(a.body, () => (time.now += 7n));
    recorder.endAsync(a.token);
    recorder.endAsync(before.token);
    expect(runningOf(finish())).toEqual({ a: 12 });
  });

  it('is that of its first part and its continuations, without what it waits for', () => {
    const { time, recorder, beginAsync, goOn, finish } = setUp({ running: true });
    const a = beginAsync('a', () => (time.now += 5n));
    time.now += 100n;
    goOn(a.body, () => (time.now += 7n));
    time.now += 100n;
    goOn(undefined, () => (time.now += 50n));
    recorder.endAsync(a.token);
    expect(runningOf(finish())).toEqual({ a: 12 });
  });

  it('counts what ran inside for all around, once, and no more after their end', () => {
    const { time, recorder, beginAsync, goOn, finish } = setUp({ running: true });
    const outer = beginAsync('outer');
    let inner: ReturnType<typeof beginAsync> | undefined;
    goOn(outer.body, () => {
      time.now += 3n;
      inner = beginAsync('inner', () => (time.now += 10n));
    });
    goOn(inner?.body, () => (time.now += 20n));
    goOn(outer.body, () => {
      time.now += 1n;
      recorder.endAsync(outer.token);
      time.now += 1000n;
    });
    goOn(inner?.body, () => (time.now += 40n));
    recorder.endAsync(inner?.token ?? NO_TOKEN);
    expect(runningOf(finish())).toEqual({ outer: 34, inner: 70 });
  });

  it('counts a first part for a body around that is on its own first part only once', () => {
    const { time, recorder, beginAsync, finish } = setUp({ running: true });
    let inner: Token = NO_TOKEN;
    const outer = beginAsync('outer', () => {
      inner = beginAsync('inner', () => (time.now += 10n)).token;
      time.now += 1n;
    });
    recorder.endAsync(inner);
    recorder.endAsync(outer.token);
    expect(runningOf(finish())).toEqual({ outer: 11, inner: 10 });
  });

  it('watches promises from before the first body until it is wanted no more', () => {
    const { recorder, store, beginAsync, finish } = setUp({ running: true });
    expect(store.listener).toBeNull();
    const a = beginAsync('a', () => expect(store.listener).not.toBeNull());
    recorder.endAsync(a.token);
    expect(store.listener).not.toBeNull();
    recorder.bodies.unfollow();
    expect(store.listener).toBeNull();
    expect(runningOf(finish())).toEqual({ a: 0 });
  });

  it('leaves out callbacks of others that run within a continuation, and goes on after them', () => {
    const { time, recorder, beginAsync, goOn, finish } = setUp({ running: true });
    const a = beginAsync('a');
    const b = beginAsync('b');
    goOn(a.body, () => {
      time.now += 5n;
      goOn(b.body, () => (time.now += 7n));
      time.now += 1n;
      goOn(undefined, () => (time.now += 20n));
      time.now += 2n;
    });
    goOn(undefined, () => goOn(b.body, () => (time.now += 3n)));
    recorder.endAsync(a.token);
    recorder.endAsync(b.token);
    expect(runningOf(finish())).toEqual({ a: 8, b: 10 });
  });

  it('ends within a callback of another one', () => {
    const { time, recorder, beginAsync, goOn, finish } = setUp({ running: true });
    const a = beginAsync('a');
    goOn(a.body, () => {
      time.now += 5n;
      goOn(undefined, () => {
        time.now += 9n;
        recorder.endAsync(a.token);
      });
      time.now += 30n;
    });
    expect(runningOf(finish())).toEqual({ a: 5 });
  });

  it('is told of a slice that is open at the end, when nobody wants it any more', () => {
    const { time, recorder, beginAsync, goOn, finish } = setUp({ running: true });
    const a = beginAsync('a');
    goOn(a.body, () => {
      time.now += 4n;
      recorder.bodies.unfollow();
    });
    expect(runningOf(finish())).toEqual({ a: 4 });
  });

  it('ends with the promise of the body', async () => {
    const { recorder, begin, finish } = setUp({ running: true });
    const token = begin('a');
    const result = recorder.bodies.run(token, async () => Promise.resolve(3));
    expect(await endRangeWhenSettled(recorder, token, result)).toBe(3);
    expect(runningOf(finish())).toEqual({ a: 0 });
  });
});
