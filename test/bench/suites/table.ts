import { type ColumnKey, sortRows } from '../../../extension/src/views/table/model';
import { aggregate } from '../../../src/analysis/statistics/aggregate';
import type { BundleRow } from '../../../src/model/output/bundle';
import { type MeasuredFigure, millisecondFigure } from '../figure';
import { floorCase, interleave, median } from '../harness';
import { largeProfile } from '../../support/largeProfile';

const ROWS = 10_000;
const COLUMNS: readonly ColumnKey[] = ['name', 'count', 'total', 'self', 'average', 'p50'];

/** Rows whose names and numbers are in no order. */
function shuffledRows(): BundleRow[] {
  return Array.from({ length: ROWS }, (_, index): BundleRow => {
    const number = (index * 7919) % 10_007;
    return [`operator ${number}`, number, 3 * number, number, 0, 0, number, 1, 1, 1];
  });
}

/** What the table does when a person clicks a heading, or zooms to a stretch of 10⁵ slices. */
export async function measure(): Promise<readonly MeasuredFigure[]> {
  const rows = shuffledRows();
  const profile = largeProfile(100_000);
  const window = { fromNs: 1, toNs: profile.meta.durationNs };
  const sortByAll = (): void => {
    for (const column of COLUMNS) sortRows(rows, { column, direction: 'descending' });
  };
  const cases = {
    floor: floorCase(),
    sort: { times: 1, run: sortByAll },
    window: { times: 1, run: () => aggregate(profile, { window }) }
  };
  const times = await interleave(cases, { rounds: 21, warmup: 5 });
  const floorNs = median(times.floor);
  return [
    millisecondFigure('table.sort', median(times.sort) / COLUMNS.length, floorNs),
    millisecondFigure('table.window', median(times.window), floorNs)
  ];
}
