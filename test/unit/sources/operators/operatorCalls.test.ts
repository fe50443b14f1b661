import { beforeEach, describe, expect, test } from 'vitest';
import type { RecordingWindow } from '../../../../src/record/slices/recordingWindow';
import { type Instrument, createInstrument } from '../../../../src/sources/operators/instrument';
import { NO_SCOPE } from '../../../../src/sources/operators/operatorContext';
import { FakeClock } from '../../../support/fakeClock';
import { type TestHookDeps, testHookDeps } from '../../../support/hookDeps';
import { categoryLines, finishWindow } from '../../../support/recording';

let clock: FakeClock;
let parts: TestHookDeps;
let window: RecordingWindow;
let instrument: Instrument;

beforeEach(() => {
  clock = new FakeClock();
  parts = testHookDeps({ api: true }, clock.now);
  window = parts.recorder.openWindow();
  instrument = createInstrument(parts);
});

const lines = () => categoryLines(finishWindow(parts.recorder, window));

function library() {
  const settle: (() => void)[] = [];
  const made = {
    multiply() {
      clock.advance(5);
      return 6;
    },
    query(ms: number) {
      clock.advance(ms);
      return new Promise<number>(resolve => settle.push(() => resolve(ms)));
    },
    fail() {
      clock.advance(3);
      throw new Error('no');
    },
    countdown(from: number): number {
      clock.advance(1);
      return from === 0 ? 0 : made.countdown(from - 1);
    }
  };
  instrument(made);
  return { made, settle };
}

describe('calls and operators', () => {
  test('a synchronous operator lies within its call', () => {
    library().made.multiply();
    expect(lines()).toEqual([
      'API/multiply 0+5 @main thread',
      'operator/multiply 0+5 @main thread'
    ]);
  });

  test('calls that return promises end before their operators, which overlap on lanes', async () => {
    const { made, settle } = library();
    const both = [made.query(2), made.query(3)];
    clock.advance(10);
    settle[1]();
    await both[1];
    clock.advance(10);
    settle[0]();
    expect(await Promise.all(both)).toEqual([2, 3]);
    const profile = finishWindow(parts.recorder, window);
    expect(categoryLines(profile)).toEqual([
      'API/query 0+2 @main thread',
      'operator/query 0+25 @operators',
      'API/query 2+3 @main thread',
      'operator/query 2+13 @operators 2'
    ]);
    expect([...profile.flows.from]).toEqual([0, 2]);
    expect([...profile.flows.to]).toEqual([1, 3]);
  });

  test('without calls an operator that returns a promise stands on its lane alone', async () => {
    parts.kinds.api = false;
    const { made, settle } = library();
    const done = made.query(2);
    settle[0]();
    await done;
    expect(lines()).toEqual(['operator/query 0+2 @operators']);
    expect(parts.recorder.counters).toEqual([]);
  });

  test('without operators there are calls alone, and nothing without both', async () => {
    parts.kinds.operators = false;
    const { made, settle } = library();
    made.multiply();
    const done = made.query(2);
    parts.kinds.api = false;
    made.multiply();
    settle[0]();
    expect(await done).toBe(2);
    expect(lines()).toEqual(['API/multiply 0+5 @main thread', 'API/query 5+2 @main thread']);
  });

  test('what throws closes both, also deep in a recursion', () => {
    const { made } = library();
    expect(() => made.fail()).toThrow('no');
    made.countdown(1);
    expect(lines()).toEqual([
      'API/fail 0+3 @main thread',
      'operator/fail 0+3 @main thread',
      'API/countdown 3+2 @main thread',
      'operator/countdown 3+2 @main thread',
      'API/countdown 4+1 @main thread',
      'operator/countdown 4+1 @main thread'
    ]);
  });

  test('inside a custom operator they bear its name, while others that run beside do not', () => {
    const { made } = library();
    const place = { scope: NO_SCOPE, customOperator: 'Softmax' };
    parts.kinds.api = false;
    parts.operatorContext.runSync(place, () => made.multiply());
    made.multiply();
    expect(lines()).toEqual([
      'Custom Operator/Softmax::multiply 0+5 @main thread',
      'operator/multiply 5+5 @main thread'
    ]);
  });

  test('a pause in the middle of an operator leaves what it cut across whole', () => {
    const { made } = library();
    const { recorder } = parts;
    const outer = { run: () => [recorder.pause(), made.multiply(), recorder.resume()] };
    instrument(outer, { name: 'outer' });
    outer.run();
    made.multiply();
    expect(lines()).toEqual([
      'API/outer.run 0+5 @main thread',
      'operator/outer.run 0+5 @main thread',
      'API/multiply 5+5 @main thread',
      'operator/multiply 5+5 @main thread'
    ]);
  });

  test('a recording that starts in the middle of an operator has what begins in it', () => {
    const { made } = library();
    const outer = {
      run: () => {
        const inner = parts.recorder.openWindow();
        made.multiply();
        return inner;
      }
    };
    instrument(outer, { name: 'outer' });
    const inner = finishWindow(parts.recorder, outer.run());
    expect(categoryLines(inner)).toEqual([
      'API/multiply 0+5 @main thread',
      'operator/multiply 0+5 @main thread'
    ]);
    expect(lines()).toHaveLength(4);
  });

  test('a promise that settles after the recording has ended changes no later one', async () => {
    const { made, settle } = library();
    const done = made.query(2);
    parts.recorder.closeWindow(window);
    window = parts.recorder.openWindow();
    made.multiply();
    settle[0]();
    await done;
    expect(lines()).toEqual([
      'API/multiply 0+5 @main thread',
      'operator/multiply 0+5 @main thread'
    ]);
  });
});

test('an asynchronous operator is its call where that is wanted, and is in flight until it settles', async () => {
  parts.kinds.untilSettled = false;
  const { made, settle } = library();
  const query = made.query(2);
  clock.advance(7);
  expect(parts.recorder.inFlight.count).toBe(1);
  settle[0]();
  expect(await query).toBe(2);
  expect(parts.recorder.inFlight.count).toBe(0);
  expect(lines()).toEqual(['API/query 0+2 @main thread', 'operator/query 0+2 @main thread']);
});
