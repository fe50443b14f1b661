import { describe, expect, it } from 'vitest';
import { RecordedProfile } from '../../../../src/engine/results/recordedProfile';
import { ProfilerTrace, TraceFile } from '../../../../src/compat/mxnet/profilerTrace';
import type { Profile } from '../../../../src/model/profile/profile';
import { DEFAULT_SLICE_LIMIT } from '../../../../src/record/logs/sliceLimit';
import { drawProfile } from '../../../support/drawProfile';
import { sliceLines } from '../../../support/recording';

function at(originNs: number, drawing: string): RecordedProfile {
  return new RecordedProfile(drawProfile(drawing, { meta: { originNs: String(originNs) } }));
}

function ofLength(length: number): RecordedProfile {
  const { data } = at(1000, 'main |[a]');
  const crowded: Profile = { ...data, slices: { ...data.slices, length } };
  return new RecordedProfile(crowded);
}

describe('ProfilerTrace', () => {
  it('puts its runs on one timeline and keeps that until another is added', () => {
    const trace = new ProfilerTrace(new TraceFile(0));
    trace.add(at(1000, 'main |[a]'));
    trace.add(at(2000, 'main |[b]'));
    const whole = trace.whole(null);
    expect(sliceLines(whole.data)).toEqual(['a 0+3 - @main', 'b 1000+3 - @main']);
    expect(trace.whole(null)).toBe(whole);
    trace.add(at(3000, 'main |[c]'));
    expect(trace.whole(null).data.slices.length).toBe(3);
  });

  it('leaves to the next run what its limit still allows, and one slice at least', () => {
    const trace = new ProfilerTrace(new TraceFile(0));
    expect(trace.limit).toEqual(DEFAULT_SLICE_LIMIT);
    trace.add(ofLength(1_500_000));
    expect(trace.limit).toEqual({ mode: 'keepFirst', slices: 2_500_000 });
    trace.add(ofLength(2_500_000));
    expect(trace.limit).toEqual({ mode: 'keepFirst', slices: 1 });
  });
});
