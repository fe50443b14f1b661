import { describe, expect, it } from 'vitest';
import { labelledPart, sampleLabelTimes } from '../../../../src/analysis/stacks/labelledPart';
import { SAMPLE_LABEL_CATEGORY } from '../../../../src/facts/sampleLabels';
import { ProfileBuilder } from '../../../../src/model/build/profileBuilder';
import type { Profile, SampleTable } from '../../../../src/model/profile/profile';
import { profileNotes } from '../../../../src/report/text/profileNotes';
import { validateProfile } from '../../../../src/model/validate/validate';
import { exampleMeta } from '../../../support/richProfile';

/** Stretches of labels of two threads, in milliseconds, and a sample in each millisecond of 20. */
function labelledProfile(): Profile {
  const builder = new ProfileBuilder();
  const threads = ['main', 'worker'].map(name => builder.addTrack({ name, kind: 'thread' }));
  const rows = threads.map(parent =>
    builder.addTrack({ name: 'Labels', kind: 'asyncLane', parent })
  );
  const add = (thread: number, from: number, to: number, args: Record<string, string>): void => {
    const times = { start: from * 1e6, duration: (to - from) * 1e6 };
    const category = SAMPLE_LABEL_CATEGORY;
    builder.addSlice({ name: 'labels', category, track: rows[thread], ...times, args });
  };
  add(0, 2, 5.5, { route: '/a', tenant: '1' });
  add(0, 6, 8, { route: '/b' });
  add(1, 4, 7, { route: '/a' });
  add(0, 12, 13, { route: '/a' });
  const moments = Array.from({ length: 40 }, (_, at) => at);
  const samples: SampleTable = {
    length: 40,
    time: Float64Array.from(moments, at => (at >> 1) * 1e6),
    weight: new Float64Array(40).fill(1e6),
    stack: new Int32Array(40).fill(-1),
    track: Uint16Array.from(moments, at => threads[at & 1])
  };
  return { ...builder.build(exampleMeta(20e6)), samples };
}

describe('labelledPart', () => {
  it('has what was sampled of each thread while it had the label, as if nothing else had run', () => {
    const profile = labelledProfile();
    const part = labelledPart(profile, ['route', '/a'])!;
    expect(() => validateProfile(part)).not.toThrow();
    const byThread = [0, 1].map(
      thread => Array.from(part.samples.track).filter(track => track === thread).length
    );
    // the main thread at 2, 3, 4, 5 and 12, the worker at 4, 5 and 6
    expect(byThread).toEqual([5, 3]);
    expect([...part.samples.weight]).toEqual(new Array(8).fill(1e6));
    expect(part.meta.durationNs).toBe(6e6);
    expect(profileNotes(part)).toContain(
      'Labels: only what ran with route=/a is here, 6.00 ms of 20.0 ms; shares are of that.'
    );
    expect(labelledPart(profile, ['tenant', '1'])?.samples.length).toBe(4);
    expect(labelledPart(profile, ['tenant', '2'])).toBeNull();
    expect(labelledPart(profile, ['route', '/a'])?.lineTicks.length).toBe(0);
  });

  it('knows all labels by the time that code had them', () => {
    expect(sampleLabelTimes(labelledProfile())).toEqual([
      { label: ['route', '/a'], totalNs: 7.5e6 },
      { label: ['tenant', '1'], totalNs: 3.5e6 },
      { label: ['route', '/b'], totalNs: 2e6 }
    ]);
  });
});
