import { expect, it } from 'vitest';
import { afterPause, isWithinPause, Pauses } from '../../../../src/record/logs/pauses';
import { Recorder } from '../../../../src/record/recorder';
import { FakeClock } from '../../../support/fakeClock';

it('knows which times lie in a pause, also in one that is not over', () => {
  const pauses = new Pauses();
  pauses.begin(110n);
  pauses.begin(115n);
  pauses.end(120n);
  pauses.end(125n);
  pauses.begin(150n);
  const since = pauses.since(100n);
  const times = [0, 9, 10, 19, 20, 49, 50, 1000];
  expect(times.map(time => isWithinPause(since, time))).toEqual([
    false,
    false,
    true,
    true,
    false,
    false,
    true,
    true
  ]);
  expect(pauses.isPaused).toBe(true);
});

it('notes when a recorder is held, until recording goes on or ends', () => {
  const clock = new FakeClock();
  const recorder = new Recorder({ clock: clock.now });
  const start = clock.now();
  const window = recorder.openWindow();
  for (const pause of [() => recorder.pause(), () => recorder.resume(), () => recorder.pause()]) {
    clock.advance(10);
    pause();
  }
  expect(recorder.enabled).toBe(false);
  clock.advance(10);
  recorder.endWindow(window);
  expect([...recorder.pauses.since(start)]).toEqual([10, 20, 30, 40]);
  recorder.closeWindow(window);
  expect(recorder.pauses.since(start)).toHaveLength(0);
});

it('moves times within pauses to their end', () => {
  const pauses = Float64Array.of(10, 20, 30);
  expect([5, 10, 15, 20, 25, 35].map(time => afterPause(pauses, time))).toEqual([
    5,
    20,
    20,
    20,
    25,
    Infinity
  ]);
});
