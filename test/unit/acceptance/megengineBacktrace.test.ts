import { runInThisContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { sliceStackTexts } from '../../support/stackTexts';
import { useTestProfilers } from '../../support/testProfilers';

const test = useTestProfilers();

/** Compiles text as a script of a cell. */
function cell<T>(text: string, filename: string): T {
  return runInThisContext(text, { filename }) as T;
}

/** The lines in a file that lead to each slice with a name, outermost first. */
function linesTo(name: string, filename: string): string[][] {
  const [{ profile }] = test().cycles;
  return sliceStackTexts(profile.data)
    .filter(([slice]) => slice === name)
    .map(([, stack]) => stack.filter(frame => frame.includes(filename)));
}

/** Cases of MegEngine's `test_backtrace`, as far as threads have no caches of frames here. */
describe('test_backtrace', () => {
  it('test_backtrace: lines of calls are right through a generator, at each of its values', () => {
    const { profiler, range } = test();
    const run = cell<(work: typeof range) => number>(
      `(range => {
  function* rows() {
    yield range('row', () => 1);

    yield range('row', () => 2);
  }
  let sum = 0;
  for (const row of rows()) sum += row;
  return sum;
})`,
      'Cell [7]'
    );
    const made = profiler({ withStack: true });
    expect(run(range)).toBe(3);
    made.dispose();
    expect(linesTo('row', 'Cell [7]')).toEqual([
      ['(top level) Cell [7]:8', 'rows Cell [7]:3'],
      ['(top level) Cell [7]:8', 'rows Cell [7]:5']
    ]);
  });

  it('test_backtrace: a hook of the program that formats stacks is kept, and not called', () => {
    const { profiler, range } = test();
    const before = Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace');
    let calls = 0;
    const hook = (error: Error): string => `${error.name} ${++calls}`;
    Error.prepareStackTrace = hook;
    try {
      const made = profiler({ withStack: true });
      range('work', () => 1);
      made.dispose();
      const { prepareStackTrace } = Error as { prepareStackTrace?: unknown };
      expect([prepareStackTrace, calls]).toEqual([hook, 0]);
      expect(new Error('own').stack).toBe('Error 1');
    } finally {
      if (before) Object.defineProperty(Error, 'prepareStackTrace', before);
      else Reflect.deleteProperty(Error, 'prepareStackTrace');
    }
  });
});
