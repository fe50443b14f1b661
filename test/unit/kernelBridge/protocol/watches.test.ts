import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchParent } from '../../../../kernel-bridge/src/protocol/watches';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const started = { JPY_PARENT_PID: '7' };

test('a kernel whose client is gone is told once', () => {
  let parent = 7;
  const onOrphaned = vi.fn();
  watchParent(onOrphaned, started, () => parent);
  vi.advanceTimersByTime(5000);
  expect(onOrphaned).not.toHaveBeenCalled();
  parent = 1;
  vi.advanceTimersByTime(5000);
  expect(onOrphaned).toHaveBeenCalledTimes(1);
});

test.each([
  ['started by hand', {}, 7],
  ['started by process 1', started, 1]
])('a kernel %s is left alone', (_what, environment, first) => {
  const onOrphaned = vi.fn();
  let parent = first;
  watchParent(onOrphaned, environment, () => parent);
  parent = 2;
  vi.advanceTimersByTime(5000);
  expect(onOrphaned).not.toHaveBeenCalled();
});

test('a watch that was ended says nothing', () => {
  const onOrphaned = vi.fn();
  let parent = 7;
  watchParent(onOrphaned, started, () => parent)();
  parent = 1;
  vi.advanceTimersByTime(5000);
  expect(onOrphaned).not.toHaveBeenCalled();
});
