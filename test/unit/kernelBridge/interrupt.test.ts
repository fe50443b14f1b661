import { describe, expect, test } from 'vitest';
import type { RunPhase } from '../../../kernel-bridge/src/interrupt';
import { Interrupter, InterruptState } from '../../../kernel-bridge/src/interrupt';

interface Bench {
  readonly phase: RunPhase;
  /** Looks after which the main thread acknowledges. */
  readonly looks: number;
  /** True while something follows promises. */
  readonly isTracked?: boolean;
  /** False while the kernel's own code is running. */
  readonly isInUserCode?: boolean;
  /** How often the user asks. */
  readonly requests?: number;
}

/** What is done to the main thread. */
function interrupt(bench: Bench): string[] {
  const { phase, looks, isTracked = false, isInUserCode = true, requests = 1 } = bench;
  const state = new InterruptState();
  state.enter(phase);
  state.markTracked(isTracked);
  const log: string[] = [];
  const pending: (() => void)[] = [];
  const signals = {
    whenInUserCode: (action: () => void) => isInUserCode && action(),
    breakScript: () => void log.push('break'),
    terminate: () => void log.push('terminate')
  };
  const interrupter = new Interrupter(state, signals, action => pending.push(action));
  for (let request = 0; request < requests; request += 1) {
    interrupter.interrupt();
  }
  for (let look = 0; look < 100 && pending.length > 0; look += 1) {
    if (look === looks) {
      state.acknowledge();
    }
    pending.shift()?.();
  }
  return log;
}

describe('interrupting', () => {
  test('terminates the synchronous part at once, and again if need be', () => {
    expect(interrupt({ phase: 'synchronous', looks: 0 })).toEqual(['terminate']);
    expect(interrupt({ phase: 'synchronous', looks: 1 })).toEqual(['terminate', 'terminate']);
  });

  test('where promises are followed, breaks the synchronous part and leaves the rest', () => {
    expect(interrupt({ phase: 'synchronous', looks: 0, isTracked: true })).toEqual(['break']);
    expect(interrupt({ phase: 'asynchronous', looks: 9, isTracked: true })).toEqual([]);
  });

  test('lets a free event loop act by itself', () => {
    expect(interrupt({ phase: 'asynchronous', looks: 0 })).toEqual([]);
  });

  test('terminates a busy loop after an await, again and again until it ends', () => {
    expect(interrupt({ phase: 'asynchronous', looks: 3 })).toEqual([
      'terminate',
      'terminate',
      'terminate'
    ]);
  });

  test('never stops the kernel itself', () => {
    expect(interrupt({ phase: 'idle', looks: 99 })).toEqual([]);
    const own = { looks: 99, isInUserCode: false };
    expect(interrupt({ phase: 'synchronous', ...own })).toEqual([]);
    expect(interrupt({ phase: 'asynchronous', ...own })).toEqual([]);
  });

  test('asked many times, stops once', () => {
    expect(interrupt({ phase: 'synchronous', looks: 0, requests: 5 })).toEqual(['terminate']);
  });

  test('gives up after ten seconds', () => {
    expect(interrupt({ phase: 'asynchronous', looks: 99 })).toHaveLength(40);
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
