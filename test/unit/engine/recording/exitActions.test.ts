import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ExitActions } from '../../../../src/engine/recording/exitActions';

let actions: ExitActions;
let done: string[];
let listenersBefore: readonly unknown[];

beforeEach(() => {
  actions = new ExitActions();
  done = [];
  listenersBefore = process.listeners('exit');
});

afterEach(() => {
  expect(process.listeners('exit')).toEqual(listenersBefore);
});

/** Calls what was added to the listeners of the end of this process. */
function endProcess(): void {
  for (const listener of process.listeners('exit')) {
    if (!listenersBefore.includes(listener)) listener(0);
  }
}

describe('actions at the exit of the process', () => {
  it('are called in the order in which they were added, each once', () => {
    const first = (): void => void done.push('first');
    const second = (): void => void done.push('second');
    actions.add(first);
    actions.add(second);
    actions.add(first);
    endProcess();
    expect(done).toEqual(['first', 'second']);
    actions.delete(first);
    actions.delete(second);
  });

  it('take one listener together, and none when they are gone', () => {
    const many = Array.from({ length: 20 }, () => () => undefined);
    for (const action of many) actions.add(action);
    expect(process.listenerCount('exit')).toBe(listenersBefore.length + 1);
    for (const action of many) actions.delete(action);
    expect(process.listenerCount('exit')).toBe(listenersBefore.length);
  });

  it('take no listener where a host hears of the exit for them', () => {
    let run = (): void => undefined;
    actions.hearBy(given => (run = given));
    const action = (): void => void done.push('action');
    actions.add(action);
    expect(process.listeners('exit')).toEqual(listenersBefore);
    run();
    actions.delete(action);
    run();
    expect(done).toEqual(['action']);
  });

  it('may delete themselves and each other while they run', () => {
    const later = (): void => void done.push('later');
    const first = (): void => {
      actions.delete(first);
      actions.delete(later);
    };
    actions.add(first);
    actions.add(later);
    endProcess();
    expect(done).toEqual(['later']);
    actions.add(later);
    actions.delete(later);
    actions.delete(later);
  });
});
