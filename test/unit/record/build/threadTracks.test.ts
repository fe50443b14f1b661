import { describe, expect, it } from 'vitest';
import { mergeProfiles } from '../../../../src/model/merge/mergeProfiles';
import type { Profile } from '../../../../src/model/profile/profile';
import { buildProfile } from '../../../../src/record/build/buildProfile';
import { Recorder } from '../../../../src/record/recorder';
import { FakeClock } from '../../../support/fakeClock';
import { runInfo, sliceLines } from '../../../support/recording';

/** A profile of one slice that Node's thread `threadId` recorded. */
function profileOf(threadId: number): Profile {
  const clock = new FakeClock();
  const recorder = new Recorder({ clock: clock.now });
  const window = recorder.openWindow();
  const token = recorder.begin(recorder.label(`of ${threadId}`, 'range'));
  clock.advance(1000);
  recorder.end(token);
  recorder.endWindow(window);
  const end = { token: recorder.slices.nextToken, time: clock.now() };
  const found = { recorder, window, end, sources: [], sliceCostNs: () => 0 };
  return buildProfile({ ...found, info: runInfo, threadId });
}

describe('the track of the recorded thread', () => {
  it('is that of the main thread, whose number is that of the process', () => {
    const [, track] = profileOf(0).tracks;
    expect(track).toMatchObject({ name: 'main thread', kind: 'thread', tid: runInfo.pid });
  });

  it('has the name and the number of the worker that it is', () => {
    const [, track] = profileOf(3).tracks;
    expect(track).toMatchObject({ name: 'worker 3', kind: 'worker', pid: runInfo.pid });
    expect(track.tid).toBe(2 ** 22 + 3);
  });

  it('stays apart from those of other threads of the process', () => {
    const merged = mergeProfiles([0, 1, 2].map(profileOf));
    expect(sliceLines(merged).sort()).toEqual([
      'of 0 0+1000 - @main thread',
      'of 1 0+1000 - @worker 1',
      'of 2 0+1000 - @worker 2'
    ]);
  });
});
