import { SQL_VIEWS } from '../../model/output/sqlViews';
import { findMagic } from './findMagic';
import type { MagicCompletion } from './magicCompletion';
import { magicSpec } from './magicTable';

const KEYWORDS = (
  'SELECT FROM WHERE GROUP BY ORDER LIMIT HAVING JOIN LEFT USING ON AS AND OR NOT NULL DISTINCT DESC ' +
  'WITH CASE WHEN THEN ELSE END BETWEEN LIKE ILIKE IS IN DESCRIBE UNION ALL'
).split(' ');

/** Views, columns and words of SQL that fit at `cursor`; null outside of a cell of SQL. */
export function completeSql(source: string, cursor: number): MagicCompletion | null {
  const magic = findMagic(source);
  if (magic === null || cursor <= magic.end) return null;
  if (magicSpec(magic.kind, magic.name)?.language !== 'sql') return null;
  const [typed] = /\w*$/.exec(source.slice(magic.end, cursor)) ?? [''];
  const [rest] = /^\w*/.exec(source.slice(cursor)) ?? [''];
  const start = cursor - typed.length;
  const isMember = source[start - 1] === '.';
  const columns = SQL_VIEWS.flatMap(view => view.columns.map(({ name }) => name));
  const names = [...SQL_VIEWS.map(({ name }) => name), ...columns];
  const words = isMember ? names : [...names, ...KEYWORDS];
  const lower = typed.toLowerCase();
  const matches = [...new Set(words)].filter(word => word.toLowerCase().startsWith(lower));
  return { start, end: cursor + rest.length, matches };
}
