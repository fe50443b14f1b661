import { expect, test } from 'vitest';
import { createRange } from '../../../../src/engine/annotate/range';
import { Recorder } from '../../../../src/record/recorder';
import { argsOf, finishWindow } from '../../../support/recording';

/** Records `work` on a clock that it drives; the slices are their names and durations. */
async function recorded(
  work: (range: ReturnType<typeof createRange>, pass: (ns: number) => void) => unknown
): Promise<string[]> {
  let time = 0n;
  const recorder = new Recorder({ clock: () => time });
  const window = recorder.openWindow();
  await work(createRange(recorder), ns => (time += BigInt(ns)));
  const profile = finishWindow(recorder, window);
  const { slices, labels, strings } = profile;
  return Array.from({ length: slices.length }, (_, row) => {
    const unfinished = Object.keys(argsOf(profile, row)).length > 0 ? ' unfinished' : '';
    return `${strings[labels.name[slices.label[row]]]} ${slices.duration[row]}${unfinished}`;
  });
}

/** Work that begins when it is awaited, as queries of databases do. */
class Query {
  readonly #rows: readonly number[];
  starts = 0;

  constructor(
    rows: readonly number[],
    private readonly pass: (ns: number) => void
  ) {
    this.#rows = rows;
  }

  async #run(): Promise<readonly number[]> {
    this.starts++;
    this.pass(50);
    await Promise.resolve();
    this.pass(50);
    if (this.#rows.length === 0) throw new Error('no rows');
    return this.#rows;
  }

  then<A, B>(
    onFulfilled?: ((rows: readonly number[]) => A) | null,
    onRejected?: ((error: unknown) => B) | null
  ): Promise<A | B> {
    return this.#run().then<A, B>(onFulfilled, onRejected);
  }
}

test('a generator lasts until it is exhausted, whoever runs it', async () => {
  const seen: number[] = [];
  const slices = await recorded((range, pass) => {
    const numbers = range('numbers', function* () {
      pass(10);
      yield 1;
      pass(10);
      yield 2;
    });
    pass(5);
    for (const number of numbers) {
      seen.push(number);
      pass(100);
    }
    expect(Reflect.ownKeys(numbers)).toEqual([]);
    expect([...numbers]).toEqual([]);
    pass(1000);
  });
  expect(seen).toEqual([1, 2]);
  expect(slices).toEqual(['numbers 225']);
});

test('a generator that is given up, fails or never ends lasts so long', async () => {
  const slices = await recorded((range, pass) => {
    for (const each of range('given up', endless)) {
      pass(10 * each);
      break;
    }
    expect(() => [...range('fails', failing)]).toThrow('failed');
    range('never ends', endless).next();
    pass(7);
    function* endless() {
      for (;;) yield 1;
    }
    function* failing() {
      pass(20);
      throw new Error('failed');
    }
  });
  expect(slices).toEqual(['given up 10', 'fails 20', 'never ends 7 unfinished']);
});

test('an asynchronous generator lasts to its end, and slices in it are recorded', async () => {
  const slices = await recorded(async (range, pass) => {
    const pages = range('pages', async function* () {
      for (let page = 0; page < 3; page++) {
        await Promise.resolve();
        range('parse', () => pass(10));
        yield page;
      }
    });
    let sum = 0;
    for await (const page of pages) sum += page;
    expect(sum).toBe(3);
    pass(500);
  });
  expect(slices).toEqual(['pages 30', 'parse 10', 'parse 10', 'parse 10']);
});

test('a thenable is not begun, and lasts until it settles, once awaited', async () => {
  const slices = await recorded(async (range, pass) => {
    const query = new Query([1, 2], pass);
    const same = range('query', () => query);
    expect(same).toBe(query);
    expect(query.starts).toBe(0);
    expect(Object.keys(query).sort()).toEqual(['pass', 'starts']);
    pass(20);
    expect(await same).toEqual([1, 2]);
    expect(await same).toEqual([1, 2]);
    await expect(Promise.resolve(range('fails', () => new Query([], pass)))).rejects.toThrow(
      'no rows'
    );
    const never = range('never awaited', () => new Query([1], pass));
    expect(never.starts).toBe(0);
    pass(3);
  });
  expect(slices).toEqual(['query 120', 'fails 100', 'never awaited 3 unfinished']);
});

test('a promise of a class of its own lasts until it settles', async () => {
  class Job<T> extends Promise<T> {
    cancel(): string {
      return 'cancelled';
    }
  }
  const slices = await recorded(async (range, pass) => {
    let finish: (value: number) => void = () => undefined;
    const job = range('job', () => new Job<number>(resolve => (finish = resolve)));
    expect(job.cancel()).toBe('cancelled');
    pass(10);
    finish(5);
    expect(await job).toBe(5);
    pass(100);
  });
  expect(slices).toEqual(['job 10']);
});

test('results whose look would be noticed are left alone', async () => {
  const looks: string[] = [];
  const watched = new Proxy(
    {},
    { get: (_, key) => looks.push(String(key)), has: () => looks.push('has') > 0 }
  );
  const getter = Object.defineProperty({}, 'then', {
    get: () => {
      looks.push('then');
      return undefined;
    }
  });
  const frozen = Object.freeze(Object.create({ then: () => looks.push('call') }) as object);
  const slices = await recorded((range, pass) => {
    for (const result of [watched, getter, frozen, null, [1], new Map()]) {
      expect(range('plain', () => (pass(1), result))).toBe(result);
    }
  });
  expect(looks.filter(look => look !== 'constructor')).toEqual([]);
  expect(slices).toEqual(Array(6).fill('plain 1'));
});
