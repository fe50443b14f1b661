/** The first words of statements that read; DuckDB turns some others, such as PRAGMA, into a SELECT. */
const FIRST_WORD = /(?:SELECT|WITH|FROM|VALUES|DESCRIBE|SHOW|SUMMARIZE|PIVOT|UNPIVOT)\b/iy;

/** White space, parentheses and comments to the end of the line. */
const BEFORE = /(?:[\s(]+|--[^\n]*)/y;

/** True if a statement begins as those do that only read. */
export function isReading(sql: string): boolean {
  FIRST_WORD.lastIndex = startOf(sql);
  return FIRST_WORD.test(sql);
}

/** The start of the first word, behind comments. */
function startOf(sql: string): number {
  let at = 0;
  for (;;) {
    BEFORE.lastIndex = at;
    if (BEFORE.test(sql)) at = BEFORE.lastIndex;
    else if (sql.startsWith('/*', at)) at = endOfComment(sql, at);
    else return at;
  }
}

/** Comments nest, as in PostgreSQL. */
function endOfComment(sql: string, start: number): number {
  const ends = /\/\*|\*\//g;
  ends.lastIndex = start;
  let depth = 0;
  for (let found = ends.exec(sql); found !== null; found = ends.exec(sql)) {
    depth += found[0] === '/*' ? 1 : -1;
    if (depth === 0) return ends.lastIndex;
  }
  return sql.length;
}
