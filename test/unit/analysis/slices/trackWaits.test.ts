import { expect, test } from 'vitest';
import { aggregate, eventLoopBlocks, lineCosts, trackWaits } from '../../../../src/analysis';
import { ProfileBuilder } from '../../../../src/model/build/profileBuilder';
import { EVENT_LOOP_WAIT, LOOP_TURN_CATEGORY } from '../../../../src/model/profile/categories';
import { drawProfile, sampleMeta } from '../../../support/drawProfile';
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

test('turns of the event loop without a wait part code, and are no waits in tables', () => {
  const builder = new ProfileBuilder();
  const main = builder.addTrack({ name: 'main thread', kind: 'thread' });
  const track = builder.addTrack({ name: 'Waiting', kind: 'waiting', parent: main });
  const turn = { name: EVENT_LOOP_WAIT, category: LOOP_TURN_CATEGORY, track, duration: 1 };
  // a block of 400 ms among turns of 50 ms
  const atMs = [50, 100, 150, 200, 600, 650, 700, 750, 800];
  for (const each of atMs) builder.addSlice({ ...turn, start: each * 1e6 });
  const turning = builder.build(sampleMeta(850e6));
  expect(eventLoopBlocks(turning, main)).toEqual([{ fromNs: 200e6 + 1, toNs: 600e6 }]);
  expect(aggregate(turning)).toEqual([]);
  expect(lineCosts(turning, 'waiting').lines).toEqual([]);
});
