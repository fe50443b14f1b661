import { expect, it } from 'vitest';
import { summarize } from '../../../../src/analysis';
import { Recorder } from '../../../../src/record/recorder';
import { IdleTimeSource } from '../../../../src/sources/process/idleTime';
import { finishWindow } from '../../../support/recording';

const MS = 1_000_000;

/** The profile of 100 ms in which the event loop was idle for `idleMs`. */
function record(idleMs: number, read?: () => number) {
  let [nowMs, idle] = [0, 5];
  const recorder = new Recorder({ clock: () => BigInt(nowMs * MS) });
  const source = new IdleTimeSource(read ?? (() => idle));
  source.start();
  const window = recorder.openWindow();
  nowMs = 100;
  idle += idleMs;
  recorder.endWindow(window);
  source.endWindow();
  idle += 1000;
  return finishWindow(recorder, window, [source]);
}

it('measures for how long the event loop was idle, and no longer than the window', () => {
  expect(summarize(record(30)).waitingNs).toBe(30 * MS);
  expect(summarize(record(300)).waitingNs).toBe(100 * MS);
  expect(record(30).sources).toMatchObject([{ source: 'eventLoop', status: 'ok' }]);
});

it('says so where it cannot', () => {
  const profile = record(0, () => {
    throw new Error('no loop');
  });
  expect(summarize(profile).waitingNs).toBeUndefined();
  expect(profile.sources).toMatchObject([{ source: 'eventLoop', status: 'failed' }]);
});
