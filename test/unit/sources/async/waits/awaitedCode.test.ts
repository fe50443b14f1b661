import { beforeEach, describe, expect, it } from 'vitest';
import { NS_PER_MS } from '../../../../../src/base/time';
import {
  areEndedAlike,
  decisiveAwaits,
  innermostAwaits,
  operationsOf
} from '../../../../../src/sources/async/waits/awaitedCode';
import { type Operation, Repeats } from '../../../../../src/sources/async/waits/operations';
import { type Await, WaitLog, awaitsOf } from '../../../../../src/sources/async/waits/waitLog';
import { FakeClock } from '../../../../support/fakeClock';

/** Stacks, which are their rows: the function that awaits, and what called it. */
const CODE = {
  main: { function: 0, caller: -1 },
  mainLater: { function: 0, caller: -1 },
  first: { function: 1, caller: 0 },
  second: { function: 2, caller: 1 },
  secondBelow: { function: 3, caller: 3 },
  server: { function: 4, caller: -1 },
  /** What V8 does in `Promise.all`, called by `main`. */
  partOfAll: { function: 5, caller: 0 }
};

const names = Object.keys(CODE) as (keyof typeof CODE)[];
const rows = Object.values(CODE);
const code = {
  rowOf: (stack: number): number => (names[stack] === 'partOfAll' ? 0 : stack),
  isAwaiting: (stack: number): boolean => names[stack] !== 'partOfAll',
  callerOf: (row: number): number => rows[row].caller,
  frameOf: (row: number): number => rows[row].function
};

let clock: FakeClock;
let idleMs: number;
let log: WaitLog;

beforeEach(() => {
  clock = new FakeClock();
  idleMs = 0;
  log = new WaitLog({ clock: clock.now, idleMs: () => idleMs, turns: () => 0 });
});

const begin = (name: keyof typeof CODE): Await => log.begin(names.indexOf(name));

/** The event loop is idle for a while; then these go on, undefined for one of which nothing is known. */
function waitFor(...all: readonly (Await | undefined)[]): void {
  idleMs++;
  clock.advance(NS_PER_MS);
  log.look();
  for (const each of all) log.resume(each);
}

const nameOf = (each: Await | null): string | null => (each === null ? null : names[each.stack]);

const innermost = (): (string | null)[] =>
  innermostAwaits(
    log.waits,
    awaitsOf(log.waits, () => true, log.pending),
    code
  ).map(nameOf);

const decisive = (): (string | null)[] =>
  decisiveAwaits(
    log.waits,
    awaitsOf(log.waits, () => true, log.pending),
    code
  ).map(nameOf);

describe('where an unknown await went on before a known one', () => {
  it('the one place is taken that was seen to wait below the known one', () => {
    const [first, main] = [begin('first'), begin('main')];
    waitFor(first, main);
    const again = begin('main');
    waitFor(undefined, again);
    expect(innermost()).toEqual(['first', 'first']);
  });

  it('none is where several places were', () => {
    const [first, below, main] = [begin('first'), begin('secondBelow'), begin('mainLater')];
    waitFor(first);
    waitFor(below, main);
    const [other, again] = [begin('second'), begin('mainLater')];
    waitFor(other);
    waitFor(undefined, again);
    expect(innermost()).toEqual(['first', 'secondBelow', 'second', null]);
  });

  it('the known one is where it was never seen to await other code, or went on first', () => {
    const [first, main] = [begin('first'), begin('main')];
    waitFor(first, undefined, main);
    const [second, again] = [begin('second'), begin('main')];
    waitFor(undefined, second);
    waitFor(again, undefined);
    expect(innermost()).toEqual(['first', 'second', 'main']);
  });
});

describe('of functions that are awaited together', () => {
  it('the last to end has the time of all, with those that led to it, on whatever line each is called', () => {
    const [first, second, main] = [begin('first'), begin('second'), begin('main')];
    waitFor(second);
    const then = begin('second');
    waitFor(first);
    waitFor(then, main);
    expect(decisive()).toEqual(['second', 'second', 'second']);
  });

  it('so it has where what puts them together goes on after each', () => {
    const parts = [begin('first'), begin('second'), begin('partOfAll'), begin('partOfAll')];
    const main = begin('main');
    waitFor(parts[0], parts[2]);
    waitFor(parts[1], parts[3], main);
    expect(decisive()).toEqual(['second', 'second']);
  });

  it('those keep their time that end before and lead to another that is waited for', () => {
    const [first, second, main] = [begin('first'), begin('second'), begin('main')];
    waitFor(first);
    const next = begin('server');
    waitFor(next);
    waitFor(second, main);
    expect(decisive()).toEqual(['first', 'server', 'second']);
  });

  it('those keep their time that nobody awaits, or each a caller of its own', () => {
    const [first, second] = [begin('first'), begin('second')];
    waitFor(first);
    waitFor(second);
    const [one, caller, two, other] = [
      begin('first'),
      begin('main'),
      begin('second'),
      begin('mainLater')
    ];
    waitFor(one, caller);
    waitFor(two, other);
    expect(decisive()).toEqual(['first', 'second', 'first', 'second']);
  });

  it('the first to end has its time where the others are not waited for, as in a race', () => {
    const [first, second, main] = [begin('first'), begin('second'), begin('main')];
    waitFor(first, main);
    waitFor(second);
    expect(decisive()).toEqual(['first', 'second']);
  });

  it('each has its time where it is not known what the first to end led to', () => {
    const [first, second, main] = [begin('first'), begin('second'), begin('main')];
    waitFor(first);
    log.lose();
    waitFor(second, main);
    const [third, fourth, again] = [begin('first'), begin('second'), begin('main')];
    waitFor(third, undefined);
    waitFor(fourth, again);
    expect(decisive()).toEqual(['first', 'second', 'first', 'second']);
  });
});

describe('operations that call back', () => {
  const hasPlace = ({ stack }: { readonly stack: number }): boolean => stack >= 0;

  function begun(repeats: Operation['repeats'] = Repeats.never, stack = 0): Operation {
    return { number: log.nextNumber(), stack, repeats, isForeseen: false };
  }

  function calls(operation: Operation | null, ...goOn: readonly Await[]): void {
    idleMs += 10;
    clock.advance(10 * NS_PER_MS);
    log.look();
    if (operation) log.calledBack(operation);
    for (const each of goOn) log.resume(each);
  }

  const found = (): readonly (Operation | null)[] => {
    const awaits = awaitsOf(log.waits, hasPlace, log.pending);
    return operationsOf(log.waits, awaits, hasPlace);
  };

  it('have the waits that no await has', () => {
    const [first, second] = [begun(), begun()];
    calls(first);
    calls(second);
    expect(found()).toEqual([first, second]);
  });

  it('have those of an await that went on only later, if they began within it or led to what ended it', () => {
    const socket = begun(Repeats.byEvents);
    const timer = begun();
    const outer = log.begin(1);
    const within = begun(Repeats.byEvents);
    calls(socket);
    calls(timer);
    const led = begun();
    calls(within);
    calls(led, outer);
    expect(found()).toEqual([null, timer, within, null]);
  });

  it.each([Repeats.never, Repeats.byEvents])(
    'leave a wait to its await where the callback that interrupts it leads to nothing: an end by %i',
    repeats => {
      const outer = log.begin(1);
      const [timer, another] = [begun(), begun()];
      const end = begun(repeats);
      calls(timer);
      // what nobody waits for
      begun();
      calls(another);
      calls(end, outer);
      expect(found()).toEqual([null, null, null]);
    }
  );

  it('have a wait whose callback led to an await or an operation, known or not', () => {
    const outer = log.begin(1);
    const [timer, another, last] = [begun(), begun(), begun()];
    const end = begun();
    calls(timer);
    const inner = log.begin(2);
    calls(another);
    const led = begun();
    calls(last);
    log.lose();
    calls(led, inner);
    calls(end, outer);
    expect(found()).toEqual([timer, another, last, null, null]);
  });

  it('do not have the wait that the recording ends', () => {
    log.begin(1);
    calls(begun());
    expect(found()).toEqual([null]);
  });

  it('leave waits that a clock interrupts to what is waited for', () => {
    const clockTimer = begun(Repeats.atIntervals);
    const process = begun(Repeats.byEvents);
    calls(clockTimer);
    calls(null);
    calls(process);
    calls(clockTimer);
    const awaited = log.begin(1);
    calls(clockTimer);
    calls(begun(), awaited);
    expect(found()).toEqual([process, process, process, clockTimer, null, null]);
  });

  it('have no place where nothing is known of them', () => {
    const unknown = begun(Repeats.never, -1);
    const later = begun();
    calls(unknown);
    calls(later);
    expect(found()).toEqual([null, later]);
  });
});

describe('waits at one line', () => {
  const by = (number: number, stack = 0): { readonly operation: Operation } => {
    return { operation: { number, stack, repeats: Repeats.byEvents, isForeseen: false } };
  };

  it('are ended alike by the operation that ended the one before there', () => {
    const waits = [by(1), by(2), by(1), by(2), by(3), { operation: null }, by(3)];
    expect(areEndedAlike(waits, [5, 6, 5, 6, 5, 5, 5])).toEqual([
      ...[false, false, true, true],
      ...[false, false, true]
    ]);
  });

  it('are not where the line is not known, nor the operation', () => {
    expect(areEndedAlike([by(1), by(1)], [-1, -1])).toEqual([false, false]);
    expect(areEndedAlike([by(0, -1), by(0, -1)], [5, 5])).toEqual([false, false]);
  });
});
