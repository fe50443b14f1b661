import { beforeEach, describe, expect, it } from 'vitest';
import {
  type InstrumentIterator,
  IteratorError,
  createInstrumentIterator
} from '../../../../src/engine/annotate/instrumentIterator';
import { createRange } from '../../../../src/engine/annotate/range';
import { Recorder } from '../../../../src/record/recorder';
import type { RecordingWindow } from '../../../../src/record/slices/recordingWindow';
import { FakeClock } from '../../../support/fakeClock';
import { finishWindow, sliceLines } from '../../../support/recording';

let clock: FakeClock;
let recorder: Recorder;
let instrumentIterator: InstrumentIterator;
let window: RecordingWindow;

beforeEach(() => {
  clock = new FakeClock();
  recorder = new Recorder({ clock: clock.now });
  instrumentIterator = createInstrumentIterator(createRange(recorder));
  window = recorder.openWindow();
});

const lines = () => sliceLines(finishWindow(recorder, window));

/** Rows that take a nanosecond each to load, with a method over private state. */
class Rows {
  #loaded = 0;
  label = 'rows';

  *[Symbol.iterator](): Generator<number> {
    for (let row = 0; row < 2; row++) {
      clock.advance(1);
      this.#loaded++;
      yield row;
    }
  }

  get loaded(): number {
    return this.#loaded;
  }

  reset(): this {
    this.#loaded = 0;
    return this;
  }
}

describe('instrumentIterator', () => {
  it('records the time that a loop waits for each value', () => {
    const seen: number[] = [];
    for (const row of instrumentIterator(new Rows())) {
      clock.advance(10);
      seen.push(row);
    }
    expect(seen).toEqual([0, 1]);
    expect(lines()).toEqual([
      'Rows.next 0+1 - @main thread',
      'Rows.next 11+1 - @main thread',
      'Rows.next 22+0 - @main thread'
    ]);
  });

  it('leaves methods, properties and the class as they are, private state too', () => {
    const rows = new Rows();
    const wrapped = instrumentIterator(rows);
    expect([...wrapped]).toEqual([0, 1]);
    expect(wrapped.loaded).toBe(2);
    expect(wrapped.reset()).toBe(rows);
    expect(wrapped.loaded).toBe(0);
    wrapped.label = 'others';
    expect(rows.label).toBe('others');
    expect(wrapped).toBeInstanceOf(Rows);
    expect(Reflect.get(wrapped, 'reset')).toBe(Reflect.get(wrapped, 'reset'));
  });

  it('records what asynchronous iterators are waited for, on lanes', async () => {
    async function* load() {
      await Promise.resolve();
      clock.advance(5);
      yield 'a';
    }
    const seen: string[] = [];
    for await (const text of instrumentIterator(load(), { name: 'load' })) seen.push(text);
    expect(seen).toEqual(['a']);
    expect(lines()).toEqual(['load.next 0+5 - @async', 'load.next 5+0 - @async']);
  });

  it('ends a loop that breaks by the return of the iterator', () => {
    let isClosed = false;
    function* endless() {
      try {
        for (;;) yield 1;
      } finally {
        isClosed = true;
      }
    }
    for (const value of instrumentIterator(endless())) if (value === 1) break;
    expect(isClosed).toBe(true);
  });

  it('follows iterators that a method gives, as datasets of TensorFlow.js do', async () => {
    class Dataset {
      async iterator() {
        return { next: async () => ({ value: 1, done: false }), summary: () => 'one' };
      }
    }
    const iterator = await instrumentIterator(new Dataset()).iterator();
    await iterator.next();
    expect(iterator.summary()).toBe('one');
    expect(lines()).toEqual(['Dataset.next 0+0 - @async']);
  });

  it('wraps nothing twice', () => {
    const once = instrumentIterator(new Rows());
    expect(instrumentIterator(once)).toBe(once);
    expect([...once]).toHaveLength(2);
    expect(lines()).toHaveLength(3);
  });

  it('keeps what frozen objects demand', () => {
    const next = () => ({ value: undefined, done: true }) as const;
    expect(instrumentIterator(Object.freeze({ next })).next).toBe(next);
  });

  it.each([[5], ['text'], [{}], [null], [() => 1]])('refuses %o', source => {
    expect(() => instrumentIterator(source as object)).toThrow(IteratorError);
  });
});
