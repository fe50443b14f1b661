import { filterOperators } from '../../../analysis/operators/records/operatorFilter';
import { plural } from '../../../base/text';
import type { AnalyzedOperators, AnalyzeQuery, AnalyzeReport } from './analyzeReport';

/** Types that are named at most. */
const MAX_TYPES = 20;

/** A sentence on a query that leaves nothing of a file's operators; none where something is left. */
export function nothingFound(
  { operators }: AnalyzedOperators,
  query: AnalyzeQuery,
  { tables }: AnalyzeReport
): string[] {
  if (operators.length === 0) return [];
  if (filterOperators(operators, query.filter).length === 0) {
    const types = [...new Set(operators.map(({ type }) => type))].sort();
    const more = types.length > MAX_TYPES ? ` and ${types.length - MAX_TYPES} more` : '';
    return [
      `no operator matches; there are the types ${types.slice(0, MAX_TYPES).join(', ')}${more}`
    ];
  }
  const isEmpty = tables.length > 0 && tables.every(({ records }) => records.length === 0);
  const isLimited = query.minTime > 0 || query.maxTime < Infinity;
  if (!isEmpty || !isLimited) return [];
  return [`none of ${plural(operators.length, 'operator')} took a time within the limits`];
}
