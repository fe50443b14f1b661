import { expect, test } from 'vitest';
import { aggregate, nestedSlices, operatorLines, runningTimes } from '../../../src/analysis';
import { encodeFolded } from '../../../src/formats/folded/write';
import type { Profile } from '../../../src/model/profile/profile';
import type { ProfileBuilder } from '../../../src/model/build/profileBuilder';
import { createRange } from '../../../src/engine/annotate/range';
import { Recorder } from '../../../src/record/recorder';
import type { SliceLimit } from '../../../src/record/logs/sliceLimit';
import { FakeClock } from '../../support/fakeClock';
import { finishWindow } from '../../support/recording';
import { stackParts } from '../../support/stackParts';
import { withRunning } from '../../support/withRunning';

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

test('what is known of some changes nothing for the others', () => {
  const plain = selfByName(withRunning(DRAWING, {}));
  expect(selfByName(withRunning(DRAWING, { part: 8 }))).toEqual({ ...plain, part: 2 });
  expect(runningTimes(withRunning(DRAWING, {}))).toBeNull();
});

test('a stretch of time has the self times of the whole, or of the part within it', () => {
  const profile = withRunning(DRAWING, { job: 11, part: 5 });
  const all = { window: { fromNs: 0, toNs: 100 } };
  expect(selfByName(profile, all)).toEqual(selfByName(profile));
  const alone = withRunning('async |[job     ]', { job: 4 });
  expect(selfByName(alone, { window: { fromNs: 0, toNs: 5 } })).toEqual({ job: 2 });
});

test('lines of operators and folded slices have the same self times', () => {
  const drawing = DRAWING.replace('[op]', '[o]');
  const options = {
    nsPerColumn: 1000,
    extra: (builder: ProfileBuilder) =>
      stackParts(builder, { slices: [0, 1, 2, 3].map(slice => ({ slice, stack: 'train:3' })) })
  };
  const profile = withRunning(drawing, { job: 15_000, part: 8000 }, options);
  const { lines, whole } = operatorLines(profile);
  expect([whole, lines[0].self]).toEqual([4000 + 2000 + 3000 + 6000, whole]);
  const text = new TextDecoder().decode(encodeFolded(profile));
  expect(text.split('\n')).toEqual([
    'async;job 4',
    'async;job;part 2',
    'main;late 6',
    'main;o 3',
    ''
  ]);
  expect(nestedSlices(profile, { track: 0 }).weight.reduce((sum, ns) => sum + ns)).toBe(6000);
});
