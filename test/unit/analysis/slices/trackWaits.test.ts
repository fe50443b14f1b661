import { expect, test } from 'vitest';
import { eventLoopBlocks, trackWaits } from '../../../../src/analysis';
import { drawProfile } from '../../../support/drawProfile';
import { waitingProfile } from '../../../support/waitingProfile';

const profile = waitingProfile();
const waitOf = (name: string) =>
  trackWaits(profile).get(profile.tracks.findIndex(track => track.name === name));

test('a thread waits for a part of the run', () => {
  const split = { wholeNs: 865e6, runningNs: 305e6, waitingNs: 560e6 };
  expect(waitOf('main thread')).toEqual(split);
  expect(waitOf('Waiting')).toEqual(split);
});

test('an async lane waits for a part of its own slices, whatever waits at the same time', () => {
  expect(waitOf('async 1')).toEqual({ wholeNs: 500e6, runningNs: 100e6, waitingNs: 400e6 });
  expect(waitOf('async 2')).toEqual({ wholeNs: 400e6, runningNs: 100e6, waitingNs: 300e6 });
});

test('nothing is known of tracks without waits', () => {
  expect(trackWaits(drawProfile('main |[a ]')).size).toBe(0);
});

test('late timers show when code kept the event loop of its thread from them', () => {
  expect(eventLoopBlocks(profile, 0)).toEqual([{ fromNs: 662e6, toNs: 862e6 }]);
  expect(eventLoopBlocks(profile, 1)).toEqual([]);
});
