import { array, assert, integer, property, record } from 'fast-check';
import { FrameKind, type Profile } from 'kernelscope/model';
import { describe, expect, test } from 'vitest';
import { readChromeTrace } from '../../../../../src/formats/chrome/read';
import { isNested, sliceTotals } from '../../../../support/traceTotals';

const OPTIONS = { id: 'trace', name: 'trace', writtenAtMs: 0 };
const SCRIPTS = { kindOf: () => FrameKind.user };

function read(events: readonly object[]): Profile {
  const bytes = new TextEncoder().encode(JSON.stringify(events));
  return readChromeTrace(bytes, OPTIONS, SCRIPTS);
}

const place = { pid: 1, tid: 1, name: 'request', cat: 'net' };

/** Requests with an identifier each, all of them at a time. */
const requests = (count: number, ts: number, dur: number): object[] =>
  Array.from({ length: count }, (_, id) => [
    { ...place, ph: 'b', id, ts: ts + id },
    { ...place, ph: 'e', id, ts: ts + id + dur }
  ]).flat();

describe('lanes for slices of others', () => {
  test.each([31, 33, 127, 129, 300, 5000])(
    'leave %i requests that overlap their whole durations',
    count => {
      const profile = read(requests(count, 0, 2_000_000));
      expect(sliceTotals(profile)).toEqual([
        ['net: request', { count, total: count * 2_000_000_000 }]
      ]);
      expect(isNested(profile)).toBe(true);
      expect(profile.sources[0].message).toBe('');
    }
  );

  test('leave slices of a thread theirs, and nest, however they overlap', () => {
    const slice = record({ ts: integer({ min: 0, max: 50 }), dur: integer({ min: 0, max: 50 }) });
    assert(
      property(array(slice, { maxLength: 150 }), slices => {
        const profile = read(slices.map(times => ({ ...place, ph: 'X', ...times })));
        const total = slices.reduce((sum, { dur }) => sum + dur * 1000, 0);
        expect(profile.slices.duration.reduce((sum, dur) => sum + dur, 0)).toBe(total);
        expect(isNested(profile)).toBe(true);
      })
    );
  });

  test('are no more than profiles have tracks; then slices overlap in one, with their durations', () => {
    const count = 34_000;
    const profile = read(requests(count, 0, 1_000_000));
    expect(sliceTotals(profile)).toEqual([['net: request', { count, total: count * 1e9 }]]);
    expect(profile.tracks.length).toBeLessThan(65_536);
    expect(profile.sources[0].message).toContain('slices overlap so many others');
  });
});
