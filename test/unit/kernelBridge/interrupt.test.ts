import { describe, expect, test } from 'vitest';
import type { RunPhase } from '../../../kernel-bridge/src/interrupt';
import { interruptMain, InterruptState } from '../../../kernel-bridge/src/interrupt';

/** Interrupts a main thread in `phase` that acknowledges after `looks` looks; what was done to it. */
function interrupt(phase: RunPhase, looks: number, canBreak = true): string[] {
  const state = new InterruptState();
  state.enter(phase);
  const log: string[] = [];
  const signals = {
    breakScript: canBreak ? () => log.push('break') : undefined,
    terminate: () => void log.push('terminate')
  };
  const pending: (() => void)[] = [];
  interruptMain(state, signals, action => pending.push(action));
  for (let look = 0; look < 100 && pending.length > 0; look += 1) {
    if (look === looks) {
      state.acknowledge();
    }
    pending.shift()?.();
  }
  return log;
}

describe('interrupting', () => {
  test('breaks the synchronous part at once', () => {
    expect(interrupt('synchronous', 0)).toEqual(['break']);
  });

  test('terminates a synchronous part that the signal did not reach', () => {
    expect(interrupt('synchronous', 1)).toEqual(['break', 'terminate']);
    expect(interrupt('synchronous', 1, false)).toEqual(['terminate']);
  });

  test('lets a free event loop act by itself', () => {
    expect(interrupt('asynchronous', 0)).toEqual([]);
  });

  test('terminates a busy loop after an await, again and again until it ends', () => {
    expect(interrupt('asynchronous', 3)).toEqual(['terminate', 'terminate', 'terminate']);
  });

  test('never terminates while no cell runs', () => {
    expect(interrupt('idle', 99)).toEqual([]);
  });

  test('gives up after a while', () => {
    expect(interrupt('asynchronous', 99)).toHaveLength(20);
  });
});

describe('the shared state', () => {
  test('is the same on both ends of the memory', () => {
    const main = new InterruptState();
    const helper = new InterruptState(main.memory);
    main.enter('asynchronous');
    expect(helper.phase).toBe('asynchronous');
    helper.request();
    helper.request();
    expect(main.isPending).toBe(true);
    main.acknowledge();
    expect(helper.isPending).toBe(false);
  });
});
