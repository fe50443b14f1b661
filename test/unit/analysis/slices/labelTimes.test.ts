import { expect, it } from 'vitest';
import { aggregate } from '../../../../src/analysis';
import { sliceRows } from '../../../../src/engine/sql/profileRows';
import { foldedSlices } from '../../../../src/formats/folded/write';
import type { Profile } from '../../../../src/model/profile/profile';
import { drawProfile } from '../../../support/drawProfile';
import { dropping } from '../../../support/droppedSlices';
import { SHAPES } from '../../../support/profileOfAnyShape';
import { seededRandom } from '../../../support/random';

/** Self times by name and category, of names of which every slice was kept. */
function selfOfTable(profile: Profile): Map<string, number> {
  const { droppedTotals } = profile;
  const isLost = new Set(
    [...droppedTotals.label]
      .filter((_, row) => droppedTotals.count[row] > 0)
      .map(label => nameOf(profile, label))
  );
  const rows = aggregate(profile).flatMap(({ category, rows: all }) =>
    all.map(({ name, self }) => [`${name} ${category}`, self] as const)
  );
  return new Map(rows.filter(([name]) => !isLost.has(name)));
}

function nameOf({ labels, strings }: Profile, label: number): string {
  return `${strings[labels.name[label]]} ${strings[labels.category[label]]}`;
}

/** The `self_ns` of each slice in SQL. */
function selfInSql(profile: Profile): readonly number[] {
  const values = sliceRows(profile).columns['self_ns'].read();
  return typeof values === 'function' ? [] : Array.from(values);
}

it('is no self time of what was kept: SQL has that of the table, whichever slices were dropped', () => {
  const random = seededRandom(17);
  let changed = 0;
  for (let round = 0; round < 100; round++) {
    const profile = SHAPES.dropped(random);
    const sums = new Map<string, number>();
    selfInSql(profile).forEach((ns, row) => {
      expect(ns).toBeGreaterThanOrEqual(0);
      expect(ns).toBeLessThanOrEqual(profile.slices.duration[row]);
      const name = nameOf(profile, profile.slices.label[row]);
      sums.set(name, (sums.get(name) ?? 0) + ns);
    });
    for (const [name, self] of selfOfTable(profile)) {
      expect(sums.get(name), name).toBeCloseTo(self, 6);
    }
    changed += Number(profile.droppedTotals.count.includes(0));
  }
  expect(changed).toBeGreaterThan(10);
});

it('is that of the slices that were open when the recorder kept no more', () => {
  const whole = drawProfile(
    `main |[epoch         ][epoch         ][epoch         ]
          |[fit][fit][fit] [fit][fit][fit] [fit][fit][fit]`
  );
  for (const kept of [1, 2, 3, 4, 5, 6, 7, 8, 11]) {
    const selfNs = selfInSql(dropping(whole, row => row >= kept));
    selfInSql(whole)
      .slice(0, kept)
      .forEach((ns, row) => expect(selfNs[row]).toBeCloseTo(ns, 6));
  }
});

it('has a row of its own in folded stacks, below what it lay in', () => {
  const whole = drawProfile('main |[epoch         ]\n     |[fit][fit][fit] ');
  const { name, parent, selfNs } = foldedSlices(dropping(whole, row => row > 1));
  expect(name).toEqual(['epoch', '(not kept)', 'fit']);
  expect(parent).toEqual([-1, 0, 0]);
  expect(selfNs).toEqual([1, 10, 5]);
});
