import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  GRID_QUERIES,
  GRID_VIEWS,
  QUERIES,
  sqlFolder,
  SqlFilesError,
  VIEWS
} from '../../../../../src/compat/mindspore/offline/sqlFiles';
import { useFolder } from '../../../../support/folders';

const empty = useFolder();
const folder = sqlFolder(path.join(__dirname, '../../../../../src/compat/mindspore/offline'));

/** What DuckDB or Spark alone understands, or each in its own way. */
const FORBIDDEN: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['a quoted name', /"|`/],
  ['an upper-case name or a lower-case keyword', /\b(?:select|from|where|join|[A-Z]+[a-z]\w*)\b/],
  ['quantile_cont', /quantile_cont/i],
  ['arg_max', /\barg_?(?:max|min)/i],
  ['max_by', /\b(?:max|min)_by\b/i],
  ['integer division', /\/\//],
  ['PIVOT', /\bpivot\b/i],
  ['ASOF', /\basof\b/i],
  ['EXCLUDE', /\bexclude\b|\* *except/i],
  ['regexp_*', /regexp_/i],
  ['a star', /SELECT\s+(?:\w+\.)?\*/i],
  ['QUALIFY, which Spark 4.0 does not have', /\bqualify\b/i],
  ['a cast of its own', /::/],
  ['a SUM, AVG or COUNT that is not cast', /(?<!CAST\()(?<!COALESCE\()\b(?:SUM|AVG|COUNT)\(/],
  ['an order that leaves open where NULL goes', /ORDER BY[^\n]*\bpace DESC(?! NULLS LAST)/],
  ['a statement end', /;/]
];

function faults(sql: string): string[] {
  const code = sql.replace(/--.*$/gm, '');
  return FORBIDDEN.filter(([, pattern]) => pattern.test(code)).map(([what]) => what);
}

const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.sql'))
  .sort();

describe('the SQL of the cross-rank report', () => {
  it('has a file for each view and query, and no other', () => {
    const named = [
      ...[...VIEWS, ...GRID_VIEWS].map(name => path.join('views', `${name}.sql`)),
      ...[...QUERIES, ...Object.values(GRID_QUERIES)].map(name =>
        path.join('queries', `${name}.sql`)
      )
    ];
    expect(files).toEqual(named.sort());
  });

  it.each(files)('keeps to what DuckDB and Spark have in common: %s', name => {
    expect(faults(readFileSync(path.join(folder, name), 'utf8'))).toEqual([]);
  });

  it.each(files)('says in %s what it gives', name => {
    expect(readFileSync(path.join(folder, name), 'utf8')).toMatch(/^-- [A-Z][^]*?[.]\n[A-Z]/);
  });

  it('is refused by its rules where it does not', () => {
    const bad = 'select * EXCLUDE (x), SUM(a), "b", arg_max(a, b), a // b FROM t QUALIFY n = 1;';
    expect(faults(bad)).toHaveLength(9);
  });

  it('is missing in an installation that is not complete', () => {
    expect(() => sqlFolder(empty)).toThrow(SqlFilesError);
  });

  it('is found from compiled files, in the package and in a bundled kernel', () => {
    const root = path.join(__dirname, '../../../../..');
    expect(sqlFolder(path.join(root, 'src', 'lib', 'compat', 'mindspore', 'offline'))).toBe(folder);
    const { files: shipped } = JSON.parse(
      readFileSync(path.join(root, 'src', 'package.json'), 'utf8')
    ) as { files: string[] };
    expect(shipped).toContain('compat/mindspore/offline/sql/*/*.sql');
  });
});
