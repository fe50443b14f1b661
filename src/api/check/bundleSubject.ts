import type { AggregateRow, AggregateSection } from '../../analysis/aggregateTypes';
import type { BudgetSubject } from '../../analysis/budgets/budgetSubject';
import type { DecodedBundle } from '../../formats/decodeBundle';
import type { BundleRow } from '../../model/bundle';

/** What a notebook output carries of a profile, to be held to budgets. */
export function bundleSubject({ bundle, profile }: DecodedBundle): BudgetSubject {
  const sections = bundle.sections.map(({ category, unit, rows }): AggregateSection => ({
    category,
    unit,
    rows: rows.map(rowOf)
  }));
  const isPartial = bundle.overview.partial;
  return { profile, sections, isPartial, hiddenRows: bundle.hiddenRows };
}

function rowOf(cells: BundleRow): AggregateRow {
  const [name, count, total, self, min, max, average, p50, p95, p99, ...perRun] = cells;
  const row = { name, count, total, self, min, max, average, p50, p95, p99 };
  const [mean, halfWidth = null] = perRun;
  return mean === undefined ? row : { ...row, perRun: { mean, halfWidth } };
}
