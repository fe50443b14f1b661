import { constants, runInThisContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Recorder } from '../../../../src/record/recorder';
import type { RecordingWindow } from '../../../../src/record/slices/recordingWindow';
import {
  type Instrument,
  InstrumentError,
  createInstrument
} from '../../../../src/sources/operators/instrument';
import { testHookDeps } from '../../../support/hookDeps';

interface Call {
  readonly name: string;
  readonly category: string;
  readonly durationNs: number;
  readonly isClosed: boolean;
}

let recorder: Recorder;
let window: RecordingWindow;
let instrument: Instrument;

beforeEach(() => {
  const parts = testHookDeps();
  recorder = parts.recorder;
  instrument = createInstrument(parts);
  window = recorder.openWindow();
});

afterEach(() => recorder.closeWindow(window));

function calls(): Call[] {
  const result: Call[] = [];
  for (const { chunk, first, end } of recorder.slices.keptChunks(window.startToken)) {
    for (let slot = first; slot < end; slot++) {
      const label = chunk.label[slot] & 0x7fff_ffff;
      result.push({
        name: recorder.labels.nameOf(label),
        category: recorder.labels.categoryNameOf(label),
        durationNs: Number(chunk.t1[slot] - chunk.t0[slot]),
        isClosed: chunk.t1[slot] !== 0n
      });
    }
  }
  return result;
}

const names = () => calls().map(({ name }) => name);

class Animal {
  constructor(readonly sound: string) {}

  static create(sound: string): Animal {
    return new this(sound);
  }

  get loud(): string {
    return this.sound.toUpperCase();
  }

  speak(times = 1, _pause?: number): string {
    return this.sound.repeat(times);
  }

  *each(): Generator<string> {
    yield this.sound;
  }
}

describe('instrument', () => {
  test('refuses parts of the language, which recording needs itself', () => {
    for (const part of [Math, JSON, Map, Map.prototype, Array, Promise, Object, globalThis]) {
      expect(() => instrument(part)).toThrow(InstrumentError);
      expect(() => instrument(part)).toThrow(/part of the language.*Give a module, or a class/);
    }
    expect(calls()).toEqual([]);
  });

  test('records the calls of an object, with its own this and its values', () => {
    const counter = {
      count: 0,
      add(by: number) {
        return (this.count += by);
      }
    };
    const { methods } = instrument(counter, { name: 'counter' });
    expect(counter.add(2) + counter.add(3)).toBe(7);
    expect(methods).toEqual(['counter.add']);
    expect(calls()).toMatchObject([
      { name: 'counter.add', category: 'operator', isClosed: true },
      { name: 'counter.add', category: 'operator', isClosed: true }
    ]);
  });

  test('records static methods and those of all instances of a class, which stays a class', () => {
    class Dog extends Animal {
      override speak(times?: number): string {
        return `${super.speak(times)}!`;
      }
    }
    const old = new Dog('wau');
    const { restore } = instrument(Dog);
    const made = Dog.create('wuff');
    expect(made).toBeInstanceOf(Dog);
    expect(old.speak(2) + made.speak()).toBe('wauwau!wuff!');
    expect(names()).toEqual(['Dog.speak', 'Dog.speak']);
    restore();
    old.speak();
    expect(names()).toHaveLength(2);
  });

  test('takes inherited methods of one object, and of no other', () => {
    const [seen, other] = [new Animal('a'), new Animal('b')];
    instrument(seen);
    expect(seen.speak() + other.speak()).toBe('ab');
    expect(names()).toEqual(['Animal.speak']);
    expect(Object.keys(seen)).toEqual(['sound']);
  });

  test('leaves getters, generators, classes and symbols alone', () => {
    let reads = 0;
    const library = {
      Animal,
      get lazy() {
        reads++;
        return () => 1;
      },
      *steps() {
        yield 1;
      },
      [Symbol.iterator]: () => [][Symbol.iterator](),
      run: () => 2
    };
    const { methods } = instrument(library, { name: '' });
    expect(methods).toEqual(['run']);
    expect(reads).toBe(0);
    expect(library.Animal).toBe(Animal);
    expect([...library.steps()]).toEqual([1]);
  });

  test('keeps name, length and further properties of a function', () => {
    const double = (value: number) => value * 2;
    const twice = Object.assign(double, { version: 3 });
    const library = { twice };
    instrument(library);
    expect(library.twice).not.toBe(twice);
    expect(library.twice.name).toBe('double');
    expect(library.twice.length).toBe(1);
    expect(library.twice.version).toBe(3);
  });

  test('lets functions be used with new as before', () => {
    function Point(this: { x: number }, x: number) {
      this.x = x;
    }
    const library = { Point };
    instrument(library);
    const point: unknown = Reflect.construct(library.Point, [4]);
    expect(point).toMatchObject({ x: 4 });
    expect(point).toBeInstanceOf(Point);
    expect(point).toBeInstanceOf(library.Point);
    expect(names()).toEqual(['Point']);
  });

  test('ends the slice of an async call when its promise settles', async () => {
    const library = {
      async wait(ms: number) {
        await new Promise(resolve => setTimeout(resolve, ms));
        return ms;
      }
    };
    instrument(library);
    const promise = library.wait(20);
    expect(calls()[0].isClosed).toBe(false);
    expect(await promise).toBe(20);
    expect(calls()[0].durationNs).toBeGreaterThan(15e6);
  });

  test('keeps a rejection that nobody handles visible', async () => {
    const failure = new Error('lost');
    const library = { fail: () => Promise.reject(failure) };
    instrument(library);
    const unhandled: unknown[] = [];
    const others = process.listeners('unhandledRejection');
    process.removeAllListeners('unhandledRejection');
    process.on('unhandledRejection', reason => unhandled.push(reason));
    void library.fail();
    await new Promise(resolve => setTimeout(resolve, 20));
    process.removeAllListeners('unhandledRejection');
    for (const listener of others) process.on('unhandledRejection', listener);
    expect(unhandled).toEqual([failure]);
    expect(calls()[0].isClosed).toBe(true);
  });

  test('returns thenables with more to them untouched', () => {
    class Query extends Promise<number> {
      sql = 'select 1';
    }
    const handle = Object.assign(Promise.resolve(1), { kill: () => true });
    let started = false;
    const lazy = {
      then() {
        started = true;
      }
    };
    const query = new Query(resolve => resolve(1));
    const library = { query: () => query, spawn: () => handle, lazy: () => lazy };
    instrument(library);
    expect(library.query()).toBe(query);
    expect(library.spawn()).toBe(handle);
    expect(library.lazy()).toBe(lazy);
    expect(started).toBe(false);
    expect(calls().every(({ isClosed }) => isClosed)).toBe(true);
  });

  test('passes on what a method throws and ends its slice', () => {
    const failure = new TypeError('no');
    const library = {
      fail() {
        throw failure;
      }
    };
    instrument(library);
    expect(() => library.fail()).toThrow(failure);
    expect(calls()[0].isClosed).toBe(true);
  });

  test('nests the calls that methods make of each other', () => {
    const library = {
      outer(): number {
        return this.inner() + 1;
      },
      inner: () => 1
    };
    instrument(library);
    expect(library.outer()).toBe(2);
    expect(names()).toEqual(['outer', 'inner']);
  });

  test('never wraps twice', () => {
    const library = { run: () => 1 };
    instrument(library);
    const { run } = library;
    expect(instrument(library)).toMatchObject({ methods: [], skipped: [] });
    expect(library.run).toBe(run);
    library.run();
    expect(names()).toEqual(['run']);
  });

  test('takes the methods that a filter names', () => {
    const library = { getOne: () => 1, setOne: () => 2 };
    expect(instrument(library, { filter: /^get/g }).methods).toEqual(['getOne']);
    expect(instrument(library, { filter: name => name === 'setOne' }).methods).toEqual(['setOne']);
  });

  test('restores own and inherited methods exactly', () => {
    const animal = new Animal('a');
    const library = { run: () => 1 };
    const before = Object.getOwnPropertyDescriptors(library);
    const undo = [instrument(animal), instrument(library)];
    for (const { restore } of undo) restore();
    expect(Object.getOwnPropertyNames(animal)).toEqual(['sound']);
    expect(Object.getOwnPropertyDescriptors(library)).toEqual(before);
  });

  test('does not undo what somebody else replaced since', () => {
    const library = { run: () => 1 };
    const { restore } = instrument(library);
    const own = () => 3;
    library.run = own;
    restore();
    expect(library.run).toBe(own);
  });

  test('names the methods of a frozen object that it cannot replace', () => {
    const frozen = Object.freeze({ run: () => 1 });
    expect(instrument(frozen)).toMatchObject({ methods: [], skipped: ['run'] });
    expect(frozen.run()).toBe(1);
  });

  test('refuses module namespaces and values with what to do instead', async () => {
    const moduleNamespace = (await runInThisContext('import("node:path")', {
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER
    })) as object;
    expect(() => instrument(moduleNamespace)).toThrow(InstrumentError);
    expect(() => instrument(moduleNamespace)).toThrow('instrument its default export');
    expect(() => instrument(5 as unknown as object)).toThrow('Cannot instrument 5');
  });

  test('records nothing while the recorder is off', () => {
    const library = { run: () => 1 };
    instrument(library);
    recorder.pause();
    expect(library.run()).toBe(1);
    recorder.resume();
    expect(calls()).toEqual([]);
  });
});
