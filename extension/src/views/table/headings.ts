import type { TranslationBundle } from '../../shared/content/application';
import type { ColumnKey, SharedColumn, TableKind } from './model';

/** The heading of a column, and the sentence that explains it. */
export interface ColumnHeading {
  readonly label: string;
  readonly explanation: string;
}

/** The heading of a column in a kind of table; shares are of `shared`. Time columns are in milliseconds. */
export function headingOf(
  kind: TableKind,
  column: ColumnKey,
  trans: TranslationBundle,
  shared: SharedColumn
): ColumnHeading {
  if (column === 'share') return shareHeading(shared, trans);
  return (kind === 'time' ? timeHeading : counterHeading)(column, trans);
}

function timeHeading(column: Exclude<ColumnKey, 'share'>, trans: TranslationBundle): ColumnHeading {
  switch (column) {
    case 'name':
      return { label: trans.__('Name'), explanation: trans.__('What was measured') };
    case 'count':
      return { label: trans.__('Total Count'), explanation: trans.__('How often it ran') };
    case 'total':
      return { label: trans.__('Time (ms)'), explanation: trans.__('Time of all its runs') };
    case 'self':
      return {
        label: trans.__('Self (ms)'),
        explanation: trans.__('Time excluding what was measured within it')
      };
    case 'min':
      return { label: trans.__('Min (ms)'), explanation: trans.__('Its shortest run') };
    case 'max':
      return { label: trans.__('Max (ms)'), explanation: trans.__('Its longest run') };
    case 'average':
      return { label: trans.__('Avg (ms)'), explanation: trans.__('Time divided by count') };
    case 'p50':
      return { label: trans.__('p50 (ms)'), explanation: trans.__('Half of its runs took less') };
    case 'p95':
      return { label: trans.__('p95 (ms)'), explanation: trans.__('95 % of its runs took less') };
    case 'p99':
      return { label: trans.__('p99 (ms)'), explanation: trans.__('99 % of its runs took less') };
    default:
      return addedHeading(column, trans);
  }
}

function shareHeading(shared: SharedColumn, trans: TranslationBundle): ColumnHeading {
  const explanation = trans.__(
    'Of the column of times that orders the rows, as a share of the wall time shown: a moment counts once, on however many threads. Among functions, of the time of all threads if that is more'
  );
  switch (shared) {
    case 'total':
      return { label: trans.__('Total share'), explanation };
    case 'self':
      return { label: trans.__('Self share'), explanation };
    case 'gpu':
      return { label: trans.__('GPU share'), explanation };
    case 'waiting':
      return { label: trans.__('Wait share'), explanation };
  }
}

/** The heading of a column that only some tables have. */
function addedHeading(
  column: 'gpu' | 'waiting' | 'meanPerRun' | 'halfWidth',
  trans: TranslationBundle
): ColumnHeading {
  switch (column) {
    case 'gpu':
      return {
        label: trans.__('GPU (ms)'),
        explanation: trans.__('GPU time of the work that it launched')
      };
    case 'waiting':
      return {
        label: trans.__('Waiting (ms)'),
        explanation: trans.__('Time in which its code waited, as in await')
      };
    case 'meanPerRun':
      return {
        label: trans.__('Mean/Run (ms)'),
        explanation: trans.__('Its mean time per run of the cell, over all repetitions')
      };
    case 'halfWidth':
      return {
        label: trans.__('± 95 % (ms)'),
        explanation: trans.__('Half the width of the 95 % confidence interval of that mean')
      };
  }
}

function counterHeading(
  column: Exclude<ColumnKey, 'share'>,
  trans: TranslationBundle
): ColumnHeading {
  switch (column) {
    case 'name':
      return { label: trans.__('Name'), explanation: trans.__('What was counted') };
    case 'count':
      return { label: trans.__('Total Count'), explanation: trans.__('How many values it has') };
    case 'min':
      return { label: trans.__('Min'), explanation: trans.__('Its smallest value') };
    case 'max':
      return { label: trans.__('Max'), explanation: trans.__('Its greatest value') };
    case 'average':
      return { label: trans.__('Avg'), explanation: trans.__('The mean of its values') };
    case 'p50':
      return { label: trans.__('p50'), explanation: trans.__('Half of its values are less') };
    case 'p95':
      return { label: trans.__('p95'), explanation: trans.__('95 % of its values are less') };
    case 'p99':
      return { label: trans.__('p99'), explanation: trans.__('99 % of its values are less') };
    default:
      return { label: trans.__('Last'), explanation: trans.__('Its value at the end') };
  }
}
