import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { isDataWait, profileSteps } from '../../../../../src/analysis/statistics/profileSteps';
import type { Profile } from '../../../../../src/model/profile/profile';
import { schedule } from '../../../../../src/compat/torch/schedule';
import { useTestProfilers } from '../../../../support/testProfilers';

const test = useTestProfilers();

/** Milliseconds that a planted wait takes at least. */
const WAIT_MS = 60;

/** Durations of the slices that wait for data, milliseconds. */
function waitsOf({ labels, slices, strings }: Profile): number[] {
  return Array.from(slices.label, (label, slice) => ({ label, slice }))
    .filter(({ label }) => isDataWait(strings[labels.name[label]], strings[labels.category[label]]))
    .map(({ slice }) => slices.duration[slice] / 1e6);
}

/** Batches that are waited for; `planted` is given how long, milliseconds. */
async function* batches(count: number, planted: number[]) {
  for (let batch = 0; batch < count; batch++) {
    const begun = performance.now();
    await sleep(WAIT_MS);
    planted.push(performance.now() - begun);
    yield batch;
  }
}

describe('dataProcess', () => {
  it('records how long a loop waits for its data, equal to planted waits within 5 %', async () => {
    const { profiler } = test();
    const made = profiler({ dataProcess: true, schedule: schedule({ wait: 1, active: 3 }) });
    const planted: number[] = [];
    const taken: number[] = [];
    for await (const batch of made.instrumentIterator(batches(4, planted))) {
      taken.push(batch);
      await made.step();
    }
    await made.stop();
    expect(taken).toEqual([0, 1, 2, 3]);
    const waits = waitsOf(made.profile).slice(0, 3);
    expect(waits).toHaveLength(3);
    for (const [at, wait] of waits.entries()) {
      expect(Math.abs(wait / planted[at + 1] - 1)).toBeLessThan(0.05);
    }
    expect(profileSteps(made.profile).map(({ number }) => number)).toEqual([1, 2, 3]);
  });

  it('false gives the source itself', () => {
    const source = [1, 2];
    expect(test().profiler({ startProfile: false }).instrumentIterator(source)).toBe(source);
  });
});

describe('syncEnable', () => {
  it.each([
    [true, 'to its completion'],
    [false, 'by the call that starts it alone']
  ])('%s times an asynchronous operator %s', async syncEnable => {
    const { profiler, instrument, host } = test();
    const library = { query: () => sleep(WAIT_MS) };
    instrument(library);
    const made = profiler({ syncEnable });
    const answer = library.query();
    await answer;
    await made.stop();
    const operator = made.functionEvents.find(({ name }) => name === 'query');
    const ms = (operator?.cpuTimeTotal ?? NaN) / 1000;
    expect(ms > WAIT_MS / 2).toBe(syncEnable);
    expect(host.hooks.kinds.untilSettled).toBe(true);
  });
});

describe('the window of a cycle', () => {
  it('has only what began in it, asynchronous work too', async () => {
    const { profiler, range, names } = test();
    const made = profiler({ schedule: schedule({ wait: 0, warmup: 1, active: 1, repeat: 1 }) });
    const early = range('begun in the warm-up', () => sleep(20));
    await made.step();
    const inside = range('begun in the window', () => sleep(5));
    await Promise.all([early, inside]);
    await made.step();
    range('after the window', () => 1);
    await made.stop();
    expect(names()).toEqual([['ProfilerStep#1', 'begun in the window']]);
  });
});
