import { describe, expect, it } from 'vitest';
import { profileSteps, stepTotals } from '../../../../src/analysis';
import type { Profile } from '../../../../src/model/profile/profile';
import { drawProfile } from '../../../support/drawProfile';

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
