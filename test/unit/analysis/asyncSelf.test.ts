import { expect, test } from 'vitest';
import { aggregate } from '../../../src/analysis';
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
