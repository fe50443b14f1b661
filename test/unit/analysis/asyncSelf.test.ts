import { expect, test } from 'vitest';
import { aggregate, runningTimes } from '../../../src/analysis';
import { RUNNING_ARG } from '../../../src/model/argKeys';
import type { Profile } from '../../../src/model/profile';
import { drawProfile } from '../../support/drawProfile';
import { createRange } from '../../../src/api/range';
import { Recorder } from '../../../src/record/recorder';
import type { SliceLimit } from '../../../src/record/sliceLimit';
import { FakeClock } from '../../support/fakeClock';
import { finishWindow } from '../../support/recording';

async function selfTimesOf(limit: SliceLimit): Promise<Record<string, number>> {
  const clock = new FakeClock();
  const recorder = new Recorder({ clock: clock.now });
  const range = createRange(recorder);
  const window = recorder.openWindow(limit);
  await range('step', async () => {
    clock.advance(1);
    for (let layer = 0; layer < 200; layer++) range('layer', () => clock.advance(4));
    await Promise.resolve();
    clock.advance(10);
  });
  const rows = aggregate(finishWindow(recorder, window)).flatMap(section => section.rows);
  return Object.fromEntries(rows.map(({ name, self }) => [name, self]));
}

test('self time of an async range is less what it ran before its first await', async () => {
  const all = await selfTimesOf({ mode: 'keepFirst', slices: 1000 });
  expect(all).toEqual({ step: 11, layer: 800 });
});

test.each(['keepFirst', 'keepLast'] as const)('also for slices that %s drops', async mode => {
  expect(await selfTimesOf({ mode, slices: 70 })).toEqual({ step: 11, layer: 800 });
});

/** A drawing's lane `async`, whose slices ran for so long, by name. */
function withRunning(drawing: string, running: Readonly<Record<string, number>>) {
  const profile = drawProfile(drawing);
  const strings = [...profile.strings, RUNNING_ARG];
  const rows = Array.from({ length: profile.slices.length }, (_, row) => row).filter(
    row => nameOf(profile, row) in running
  );
  const lanes = profile.tracks.map(track =>
    track.name === 'async' ? { ...track, kind: 'asyncLane' as const } : track
  );
  const parent = profile.slices.parent.map((_, row) => {
    const outer = Array.from({ length: row }, (__, each) => row - 1 - each);
    return outer.find(each => isInside(profile, row, each)) ?? -1;
  });
  return {
    ...profile,
    strings,
    tracks: lanes,
    slices: { ...profile.slices, parent },
    args: {
      length: rows.length,
      slice: Uint32Array.from(rows),
      key: new Uint32Array(rows.length).fill(strings.length - 1),
      kind: new Uint8Array(rows.length),
      value: Float64Array.from(rows, row => running[nameOf(profile, row)])
    }
  };
}

function nameOf({ slices, labels, strings }: Profile, row: number): string {
  return strings[labels.name[slices.label[row]]];
}

function isInside({ slices }: Profile, inner: number, outer: number): boolean {
  const endOf = (row: number) => slices.start[row] + slices.duration[row];
  return slices.start[outer] <= slices.start[inner] && endOf(inner) <= endOf(outer);
}

const selfByName = (profile: Profile, options = {}) =>
  Object.fromEntries(
    aggregate(profile, options)
      .flatMap(section => section.rows)
      .map(({ name, self }) => [name, self])
  );

const DRAWING = `
  async |[job                 ]
        |     [part      ]
  main  |  [op]     [late]
`;

test('waiting is no self time where it is known how long async code ran', () => {
  const profile = withRunning(DRAWING, { job: 15, part: 8 });
  expect(selfByName(profile)).toEqual({ job: 15 - 8 - 4, part: 8 - 6, op: 4, late: 6 });
});

test('self time is never negative, and nobody runs longer than it lasts', () => {
  const profile = withRunning(DRAWING, { job: 1000, part: 1 });
  expect(selfByName(profile)).toMatchObject({ job: 22 - 1 - 4, part: 0 });
  expect(runningTimes(profile)?.[0]).toBe(22);
});

test('what is known of some changes nothing for the others, nor for a stretch of time', () => {
  const plain = selfByName(withRunning(DRAWING, {}));
  expect(selfByName(withRunning(DRAWING, { part: 8 }))).toEqual({ ...plain, part: 2 });
  const window = { window: { fromNs: 0, toNs: 100 } };
  const clipped = selfByName(withRunning(DRAWING, { job: 15, part: 8 }), window);
  expect(clipped).toEqual(selfByName(withRunning(DRAWING, {}), window));
  expect(runningTimes(withRunning(DRAWING, {}))).toBeNull();
});
