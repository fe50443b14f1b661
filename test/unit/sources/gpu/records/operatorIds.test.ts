import { describe, expect, it } from 'vitest';
import type { Token } from '../../../../../src/record/slices/sliceStore';
import { Recorder } from '../../../../../src/record/recorder';
import { OperatorIds } from '../../../../../src/sources/gpu/records/operatorIds';
import {
  operatorNumber,
  tokenOfNumber
} from '../../../../../src/sources/gpu/records/operatorScopes';
import { FakeClock } from '../../../../support/fakeClock';

/** A recorder whose slices go to a stack as CUPTI has one; `scope` is the profiler scope in force. */
function watched() {
  const stack: number[] = [];
  const parts = {
    gpu: {
      pushId: (id: number) => void stack.push(id),
      popId: () => {
        if (stack.pop() === undefined) throw new Error('popped from an empty stack');
      }
    },
    threadId: 0,
    currentScope: (): string | null => state.scope
  };
  const state: { scope: string | null } = { scope: null };
  const ids = new OperatorIds(parts);
  const recorder = new Recorder({ clock: new FakeClock().now });
  recorder.openWindow();
  const label = recorder.label('slice', 'operator');
  return { stack, ids, recorder, label, state };
}

describe('the numbers of operators', () => {
  it('are a stack of the slices that are open', () => {
    const { stack, ids, recorder, label } = watched();
    const before = recorder.begin(label);
    recorder.watchers.add(ids);
    const outer = recorder.begin(label);
    const inner = recorder.begin(label);
    expect(stack).toEqual([outer, inner]);
    recorder.end(inner);
    recorder.end(outer);
    recorder.end(before);
    expect(stack).toEqual([]);
  });

  it('stay right where slices end out of turn or leave for a lane', () => {
    const { stack, ids, recorder, label } = watched();
    recorder.watchers.add(ids);
    const [first, second, third, fourth] = [1, 2, 3, 4].map(() => recorder.begin(label));
    recorder.end(second);
    recorder.moveToLane(third);
    expect(stack.at(-1)).toBe(fourth);
    recorder.end(fourth);
    expect(stack).toEqual([first]);
    recorder.endAsync(third);
    recorder.end(second);
    recorder.endAsync(recorder.beginAsync(label));
    expect(stack).toEqual([first]);
    recorder.end(first);
    expect(stack).toEqual([]);
  });

  it('are all taken back when recording ends, and begin anew with the next', () => {
    const { stack, ids, recorder, label } = watched();
    const release = recorder.watchers.add(ids);
    const open = recorder.begin(label);
    recorder.begin(label);
    release();
    ids.clear();
    expect(stack).toEqual([]);
    recorder.watchers.add(ids);
    const next = recorder.begin(label);
    recorder.end(open);
    expect(stack).toEqual([next]);
  });

  it('are no more than a stack may hold', () => {
    const { stack, ids } = watched();
    for (let token = 0; token < 5000; token++) ids.began(token as Token, 0 as never);
    expect(stack).toHaveLength(4096);
    for (let token = 4999; token >= 0; token--) ids.ended(token as Token);
    expect(stack).toEqual([]);
  });

  it('of threads are apart, and exact for the largest', () => {
    const token = 2 ** 31 - 2 ** 17 - 1;
    const number = operatorNumber(token, 2 ** 22 - 1);
    expect(Number.isSafeInteger(number)).toBe(true);
    expect(tokenOfNumber(number, 2 ** 22 - 1)).toBe(token);
    expect(tokenOfNumber(number, 0)).toBe(-1);
    expect(tokenOfNumber(operatorNumber(5, 0), 0)).toBe(5);
  });
});

it('knows the profiler scope in which a slice began, until recording ends', () => {
  const { ids, recorder, label, state } = watched();
  recorder.watchers.add(ids);
  state.scope = 'encoder:';
  const inScope = recorder.begin(label);
  state.scope = null;
  const outside = recorder.begin(label);
  expect([ids.scopes.scopeOf(inScope), ids.scopes.scopeOf(outside)]).toEqual(['encoder:', null]);
});

describe('a call in a scope', () => {
  it('has a number with its scope, of the slice around, while it runs', () => {
    const { stack, ids, recorder, label } = watched();
    recorder.watchers.add(ids);
    const alone = ids.around('outer:', () => stack.at(-1)!);
    const slice = recorder.begin(label);
    const within = ids.around('inner:', () => stack.at(-1)!);
    expect(() =>
      ids.around('inner:', () => {
        throw new Error('out of memory');
      })
    ).toThrow('out of memory');
    expect(stack).toEqual([slice]);
    recorder.end(slice);
    expect(new Set([alone, within, slice]).size).toBe(3);
    const { scopes } = ids;
    expect([alone, within].map(token => scopes.scopeOf(token))).toEqual(['outer:', 'inner:']);
    expect([alone, within, slice].map(token => scopes.sliceOf(token))).toEqual([-1, slice, slice]);
  });

  it('is that of the slice which began in the same scope', () => {
    const { stack, ids, recorder, label, state } = watched();
    recorder.watchers.add(ids);
    state.scope = 'encoder:';
    const slice = recorder.begin(label);
    expect(ids.around('encoder:', () => [...stack])).toEqual([slice]);
  });
});
