import { expect, it } from 'vitest';
import { Recorder } from '../../../../src/record/recorder';
import type { SliceWatcher } from '../../../../src/record/slices/sliceWatcher';
import { FakeClock } from '../../../support/fakeClock';

it('tells several watchers of slices, each until it is released', () => {
  const recorder = new Recorder({ clock: new FakeClock().now });
  recorder.openWindow();
  const told: string[] = [];
  const watcher = (name: string): SliceWatcher => ({
    began: token => told.push(`${name} began ${token}`),
    ended: token => told.push(`${name} ended ${token}`),
    movedToLane: token => told.push(`${name} moved ${token}`),
    beganAsync: token => told.push(`${name} began async ${token}`),
    endedAsync: token => told.push(`${name} ended async ${token}`),
    entered: token => told.push(`${name} entered ${token}`),
    left: token => told.push(`${name} left ${token}`)
  });
  const releaseFirst = recorder.watchers.add(watcher('first'));
  const releaseSecond = recorder.watchers.add(watcher('second'));
  const label = recorder.label('slice', 'operator');
  recorder.end(recorder.begin(label));
  releaseFirst();
  releaseFirst();
  const moved = recorder.begin(label);
  recorder.moveToLane(moved);
  expect(() =>
    recorder.runOnThread(moved, () => {
      throw new Error(`run ${told.push('code')}`);
    })
  ).toThrow('run');
  recorder.endAsync(moved);
  releaseSecond();
  recorder.endAsync(recorder.beginAsync(label));
  expect(told).toEqual([
    'first began 0',
    'second began 0',
    'second ended 0',
    'first ended 0',
    'second began 1',
    'second moved 1',
    'second entered 1',
    'code',
    'second left 1',
    'second ended async 1'
  ]);
});
