import { describe, expect, test } from 'vitest';
import {
  InterruptState,
  Interrupter,
  type RunPhase
} from '../../../../kernel-bridge/src/cells/interrupt';

interface Bench {
  readonly phase: RunPhase;
  /** Looks after which the main thread acknowledges. */
  readonly looks: number;
  /** False while the main thread is in a native call. */
  readonly isSeen?: boolean;
  /** How often the user asks. */
  readonly requests?: number;
}

/** What is done to the main thread. */
function interrupt(bench: Bench): string[] {
  const { phase, looks, isSeen = true, requests = 1 } = bench;
  const state = new InterruptState();
  state.enter(phase);
  const log: string[] = [];
  const pending: (() => void)[] = [];
  const signals = {
    stop: (seen: () => void) => {
      log.push('stop');
      if (isSeen) seen();
    },
    stuck: (unseenMs: number) => void log.push(`stuck ${unseenMs}`)
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
  test('stops the synchronous part at once, and again if need be', () => {
    expect(interrupt({ phase: 'synchronous', looks: 0 })).toEqual(['stop']);
    expect(interrupt({ phase: 'synchronous', looks: 1 })).toEqual(['stop', 'stop']);
  });

  test('lets a free event loop act by itself', () => {
    expect(interrupt({ phase: 'asynchronous', looks: 0 })).toEqual([]);
    expect(interrupt({ phase: 'idle', looks: 0 })).toEqual([]);
  });

  test('stops what goes on after an await, or after its cell, again and again until it ends', () => {
    expect(interrupt({ phase: 'asynchronous', looks: 2 })).toEqual(['stop', 'stop']);
    expect(interrupt({ phase: 'idle', looks: 2 })).toEqual(['stop', 'stop']);
  });

  test('goes on until an acknowledged cell has been answered', () => {
    const state = new InterruptState();
    const pending: (() => void)[] = [];
    let stops = 0;
    const signals = { stop: (seen: () => void) => (stops++, seen()), stuck: () => undefined };
    const interrupter = new Interrupter(state, signals, action => pending.push(action));
    state.open();
    interrupter.interrupt();
    state.acknowledge();
    expect(state.isUnanswered).toBe(true);
    for (let look = 0; look < 3; look += 1) pending.shift()?.();
    expect(stops).toBe(3);
    state.close();
    pending.shift()?.();
    expect(state.isUnanswered).toBe(false);
    expect(stops).toBe(3);
    expect(pending).toEqual([]);
  });

  test('an interrupt between cells does not concern the next one', () => {
    const state = new InterruptState();
    state.request();
    state.acknowledge();
    expect(state.isUnanswered).toBe(false);
    state.open();
    expect(state.isUnanswered).toBe(false);
  });

  test('asked many times, stops once', () => {
    expect(interrupt({ phase: 'synchronous', looks: 0, requests: 5 })).toEqual(['stop']);
  });

  test('asks a main thread in a native call once, and says how long it has not answered', () => {
    expect(interrupt({ phase: 'synchronous', looks: 3, isSeen: false })).toEqual([
      'stop',
      'stuck 50',
      'stuck 100',
      'stuck 150'
    ]);
  });
});

test('a look whose answer does not come is asked for again after a second', () => {
  const log = interrupt({ phase: 'synchronous', looks: 45, isSeen: false });
  const asked = log.flatMap((entry, at) => (entry === 'stop' ? [log[at - 1] ?? 'at once'] : []));
  expect(asked).toEqual(['at once', 'stuck 1000', 'stuck 2000']);
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
