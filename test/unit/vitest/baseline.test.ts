import { describe, expect, it } from 'vitest';
import { FinishedProfile } from '../../../src/compat/torch/finishedProfile';
import { ProfileBuilder } from '../../../src/model/build/profileBuilder';
import { baselineOf } from '../../../src/vitest/baseline';
import { ProfiledRuns } from '../../../src/vitest/profiledRuns';
import { sampleMeta } from '../../support/drawProfile';

const MS = 1e6;

/** Runs of 10 ms, and so many more for which they waited, with 6 ms of `parse` and 0.5 ms of `check`. */
function runsThatWaited(waitsMs: readonly number[]): ProfiledRuns {
  const builder = new ProfileBuilder();
  const track = builder.addTrack({ name: 'main', kind: 'thread' });
  for (const [run, waitMs] of waitsMs.entries()) {
    const start = run * 1000 * MS;
    const args = { ranNs: 10 * MS, queuedNs: waitMs * MS };
    const outer = { name: 'repetition', category: 'repetition', args };
    const inner = { category: 'range', track };
    builder.addSlice({ ...outer, track, start, duration: (10 + waitMs) * MS });
    builder.addSlice({ ...inner, name: 'parse', start, duration: (6 + waitMs) * MS });
    const later = start + (7 + waitMs) * MS;
    builder.addSlice({ ...inner, name: 'check', start: later, duration: 0.5 * MS });
  }
  const profile = new FinishedProfile(builder.build(sampleMeta(waitsMs.length * 1000 * MS)));
  return new ProfiledRuns(profile, { repeat: null, warmup: null, allocations: false }, null);
}

const of = (count: number, waitMs: number): readonly number[] => Array<number>(count).fill(waitMs);

describe('a baseline', () => {
  it('has whole runs without their waits for a processor', () => {
    const { wholeNs } = baselineOf(runsThatWaited([...of(10, 0), ...of(10, 20)]));
    expect(wholeNs).toEqual(of(20, 10 * MS));
  });

  it('has the names that take a tenth and more, in runs that did not wait', () => {
    const { names } = baselineOf(runsThatWaited([...of(12, 0), ...of(10, 20)]));
    expect(names).toEqual([{ name: 'parse', timesNs: of(12, 6 * MS) }]);
  });

  it('has no names where too few runs did not wait', () => {
    expect(baselineOf(runsThatWaited([...of(9, 0), ...of(10, 20)])).names).toEqual([]);
  });
});
