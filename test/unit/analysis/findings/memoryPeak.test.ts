import { describe, expect, it } from 'vitest';
import { profileFindings } from '../../../../src/analysis';
import { MEMORY_COUNTERS } from '../../../../src/model/profile/memoryCounters';
import { isRemark } from '../../../../src/model/output/findings';
import type { Profile } from '../../../../src/model/profile/profile';
import { findingText } from '../../../../src/report/findings/findingSentence';
import { drawThread } from '../../../support/drawThread';

const MB = 1e6;

/** A thread whose process had so much resident memory in each of its milliseconds, megabytes. */
function resident(code: string, sizes: readonly number[], held?: number): Profile {
  const profile = drawThread(code, { heap: [10 * MB, 10 * MB] });
  const [heap] = profile.counters;
  const rss = {
    ...{ ...heap, name: MEMORY_COUNTERS.rss },
    time: Float64Array.from(sizes, (_, at) => at * 1e6),
    value: Float64Array.from(sizes, size => size * MB)
  };
  const meta = held === undefined ? {} : { heldMemory: { heapBytes: held, arrayBufferBytes: 0 } };
  return { ...profile, counters: [heap, rss], meta: { ...profile.meta, ...meta } };
}

const peakOf = (profile: Profile) =>
  profileFindings(profile).findings.find(({ kind }) => kind === 'memoryPeak');

describe('the peak of memory', () => {
  it('is told with the moment, and the function that ran while most of it came', () => {
    const peak = peakOf(resident('uuvvvvvvvuuu', [80, 90, 90, 300, 500, 700, 700, 300, 100, 100]));
    expect(peak?.facts).toMatchObject({ peakBytes: 700 * MB, risenBytes: 620 * MB, atNs: 5e6 });
    expect(peak && findingText(peak)).toBe(
      'Memory reached 700 MB after 5.00 ms, 620 MB more than at the beginning, and was 100 MB at the end; ' +
        'most of it came while `other()` at Cell [1]:1 ran.'
    );
    expect(peak && isRemark(peak)).toBe(true);
  });

  it('is told without a function where several shared it, or none ran', () => {
    const shared = peakOf(resident('uvuvu', [80, 180, 280, 380, 480]));
    expect(shared?.facts).toMatchObject({ function: '', lastBytes: 480 * MB });
    expect(shared && findingText(shared)).toBe(
      'Memory reached 480 MB after 4.00 ms, 400 MB more than at the beginning.'
    );
    expect(peakOf(resident('u.....u', [80, 80, 200, 400, 500, 600, 600]))?.facts).toMatchObject({
      function: ''
    });
  });

  it('is not told where it is small, or was kept and is told as growth', () => {
    expect(peakOf(resident('uuuu', [80, 200, 300, 100]))).toBeUndefined();
    expect(peakOf(resident('uuuu', [80, 300, 600, 600], 600 * MB))).toBeUndefined();
    expect(peakOf(resident('uuuu', [80, 300, 600, 600], 100 * MB))).toBeDefined();
    expect(peakOf(resident('uuuu', []))).toBeUndefined();
  });
});
