import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AggregateRow, aggregate, markProfile, profileSince } from '../../../../src/analysis';
import type { Profile } from '../../../../src/model/profile/profile';
import { buildSnapshot } from '../../../../src/record/build/buildProfile';
import { Recorder } from '../../../../src/record/recorder';
import type { RecordingWindow } from '../../../../src/record/slices/recordingWindow';
import { FakeClock } from '../../../support/fakeClock';
import { finishWindow, runInfo } from '../../../support/recording';

function snapshot(recorder: Recorder, window: RecordingWindow): Profile {
  const end = { token: recorder.slices.nextToken, time: recorder.now() };
  return buildSnapshot({ recorder, window, end, sources: [], sliceCostNs: () => 0, info: runInfo });
}

function rows(profile: Profile): Record<string, AggregateRow> {
  const all = aggregate(profile).flatMap(section => section.rows);
  return Object.fromEntries(all.map(row => [row.name, row]));
}

/** Counts and total of slices, which are exact however few are kept. */
function sums(profile: Profile): Record<string, readonly [count: number, total: number]> {
  const entries = Object.entries(rows(profile));
  return Object.fromEntries(entries.map(([name, { count, total }]) => [name, [count, total]]));
}

describe('profileSince', () => {
  it.each(['keepFirst', 'keepLast'] as const)(
    'counts exactly what ended after the mark, however many slices %s drops',
    mode => {
      fc.assert(
        fc.property(
          fc.array(fc.nat(2), { maxLength: 400 }),
          fc.array(fc.nat(2), { maxLength: 400 }),
          fc.integer({ min: 1, max: 300 }),
          (before, after, slices) => {
            const clock = new FakeClock();
            const recorder = new Recorder({ clock: clock.now });
            const window = recorder.openWindow({ mode, slices });
            const expected = new Map<string, [number, number]>();
            const record = (names: readonly number[], counts: boolean): void => {
              for (const [index, name] of names.entries()) {
                const ns = 1 + (index % 7);
                const token = recorder.begin(recorder.label(`op${name}`, 'range'));
                clock.advance(ns);
                recorder.end(token);
                const [count, total] = expected.get(`op${name}`) ?? [0, 0];
                if (counts) expected.set(`op${name}`, [count + 1, total + ns]);
              }
            };
            const across = recorder.begin(recorder.label('across', 'range'));
            record(before, false);
            const mark = markProfile(snapshot(recorder, window));
            const startNs = mark.atNs;
            record(after, true);
            clock.advance(1);
            recorder.end(across);
            const since = profileSince(finishWindow(recorder, window), mark);
            const total = after.reduce((sum, _, index) => sum + 1 + (index % 7), 1) + startNs;
            expect(sums(since)).toEqual({ ...Object.fromEntries(expected), across: [1, total] });
          }
        ),
        { numRuns: 60 }
      );
    }
  );

  it('has the extremes of the slices after the mark alone, as long as all are kept', () => {
    const clock = new FakeClock();
    const recorder = new Recorder({ clock: clock.now });
    const window = recorder.openWindow();
    const slice = (ns: number): void => {
      const token = recorder.begin(recorder.label('op', 'range'));
      clock.advance(ns);
      recorder.end(token);
    };
    [1, 100].forEach(slice);
    const mark = markProfile(snapshot(recorder, window));
    [20, 30].forEach(slice);
    const since = profileSince(finishWindow(recorder, window), mark);
    expect(rows(since).op).toMatchObject({ count: 2, min: 20, max: 30, average: 25 });
  });

  it('has the later values of counters, sampled ones by their time', () => {
    const clock = new FakeClock();
    const recorder = new Recorder({ clock: clock.now });
    const window = recorder.openWindow();
    const set = recorder.counter('set', 'counters', 'count');
    const sampled = recorder.counter('sampled', 'counters', 'bytes', 'sampled');
    const update = (value: number): void => {
      set.set(value);
      sampled.set(value);
      clock.advance(1);
    };
    [5, 9].forEach(update);
    const mark = markProfile(snapshot(recorder, window));
    clock.advance(1);
    [2, 4].forEach(update);
    const since = profileSince(finishWindow(recorder, window), mark);
    expect(rows(since)).toMatchObject({
      set: { count: 2, min: 2, max: 4 },
      sampled: { count: 2, min: 2, max: 4 }
    });
  });
});
