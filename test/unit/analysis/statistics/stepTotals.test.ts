import { describe, expect, it } from 'vitest';
import { profileSteps, stepTotals } from '../../../../src/analysis';
import type { Profile } from '../../../../src/model/profile/profile';
import { ProfileBuilder } from '../../../../src/model/build/profileBuilder';
import { mergeProfiles } from '../../../../src/model/merge/mergeProfiles';
import { drawProfile, sampleMeta } from '../../../support/drawProfile';

/** `step name: calls total self max`, a line for each pair. */
function totalsOf(profile: Profile): string[] {
  const { labels, strings } = profile;
  const { length, step, label, count, total, self, max } = stepTotals(
    profile,
    profileSteps(profile)
  );
  return Array.from({ length }, (_, row) => {
    const name = strings[labels.name[label[row]]];
    return `${step[row]} ${name}: ${count[row]} ${total[row]} ${self[row]} ${max[row]}`;
  });
}

describe('totals by step', () => {
  it('count a slice to the step in which it began, on any track', () => {
    const profile = drawProfile(`
      main  |[load][ProfilerStep#4     ][ProfilerStep#5    ]
            |       [op/mul] [op/mul  ] [op/mul]
      lane  |           [op/wait           ]
    `);
    expect(totalsOf(profile).sort()).toEqual([
      '-1 load: 1 6 6 6',
      '0 ProfilerStep#4: 1 21 3 21',
      '0 mul: 2 18 18 10',
      '0 wait: 1 20 20 20',
      '1 ProfilerStep#5: 1 20 12 20',
      '1 mul: 1 8 8 8'
    ]);
  });

  it('are all of no step where a profile has none', () => {
    expect(totalsOf(drawProfile('main |[op/a][op/a]'))).toEqual(['-1 a: 2 12 12 6']);
  });

  it('are empty for a profile without slices', () => {
    expect(totalsOf(drawProfile('main |'))).toEqual([]);
  });
});

describe('steps of several processes at a time', () => {
  /** A process with a step of `step` that has operators in it and on a lane. */
  function rank(pid: number, at: number, step: number): Profile {
    const builder = new ProfileBuilder();
    const track = builder.addTrack({ name: 'main thread', kind: 'thread', pid, tid: pid });
    const lane = builder.addTrack({ name: 'lane', kind: 'asyncLane', pid });
    const slice = (name: string, category: string, start: number, duration: number, on = track) =>
      builder.addSlice({ name, category, start: at + start, duration, track: on });
    slice(`ProfilerStep#${step}`, 'range', 0, 100);
    slice(`op of ${pid}`, 'operator', 10, 20);
    slice(`op of ${pid}`, 'operator', 50, 20);
    slice(`lane of ${pid}`, 'operator', 90, 30, lane);
    return builder.build({ ...sampleMeta(1000), pid });
  }

  it('have what their own process did, whichever began later', () => {
    const others = [0, 5, 40].map(at => mergeProfiles([rank(1, 20, 7), rank(2, at, 8)]));
    for (const profile of others) {
      const steps = profileSteps(profile).map(({ number }) => number);
      const named = totalsOf(profile)
        .map(text => text.replace(/^\d/, index => `step ${steps[Number(index)]}`))
        .filter(text => text.includes(' of '));
      expect(named.sort()).toEqual([
        'step 7 lane of 1: 1 30 30 30',
        'step 7 op of 1: 2 40 40 20',
        'step 8 lane of 2: 1 30 30 30',
        'step 8 op of 2: 2 40 40 20'
      ]);
    }
  });

  it('do not have what a process without steps did, which a single one has', () => {
    const builder = new ProfileBuilder();
    const track = builder.addTrack({ name: 'main thread', kind: 'thread', pid: 3, tid: 3 });
    builder.addSlice({ name: 'load', category: 'range', start: 30, duration: 5, track });
    const loader = builder.build({ ...sampleMeta(1000), pid: 3 });
    const loads = (...ranks: Profile[]): string[] =>
      totalsOf(mergeProfiles([...ranks, loader])).filter(text => text.includes('load'));
    expect(loads(rank(1, 20, 7))).toEqual(['0 load: 1 5 5 5']);
    expect(loads(rank(1, 20, 7), rank(2, 25, 8))).toEqual(['-1 load: 1 5 5 5']);
  });
});
