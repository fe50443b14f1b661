import { describe, expect, test } from 'vitest';
import { stuckThread } from '../../../../kernel-bridge/src/protocol/watches';

/** The actions on a main thread that waits for a child from `waitsFromMs` on, by the time of each. */
function actionsUntil(lastMs: number, waitsFromMs: number): string[] {
  const log: string[] = [];
  let nowMs = 0;
  const stuck = stuckThread({
    interruptChild: () => {
      if (nowMs < waitsFromMs) return false;
      log.push(`interrupt at ${nowMs}`);
      return true;
    },
    say: text => void log.push(`say at ${nowMs}: ${text.slice(0, 8)}`)
  });
  for (nowMs = 50; nowMs <= lastMs; nowMs += 50) stuck(nowMs);
  for (nowMs = 50; nowMs <= 500; nowMs += 50) stuck(nowMs);
  return log;
}

describe('a main thread that does not see an interrupt', () => {
  test('has its child interrupted once, after half a second', () => {
    expect(actionsUntil(1000, 0)).toEqual(['interrupt at 500', 'interrupt at 500']);
  });

  test('has a child interrupted that it waits for only later', () => {
    expect(actionsUntil(1900, 1200)).toEqual(['interrupt at 1200']);
  });

  test('is reported after two seconds', () => {
    expect(actionsUntil(4000, Infinity)).toEqual(['say at 2000: The cell']);
  });
});
