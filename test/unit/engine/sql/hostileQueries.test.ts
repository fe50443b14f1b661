import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { QueryDatabase, readResult } from '../../../../src/engine/sql/queryDatabase';
import { QueryError } from '../../../../src/engine/sql/queryLimits';
import { queryProfiles } from '../../../../src/engine/sql/queryProfiles';
import type { QueryRows } from '../../../../src/engine/sql/queryRows';
import { validateQueryBundle } from '../../../../src/formats/bundle/queryBundle';
import { type ResultDisplay, displayKey } from '../../../../src/model/output/resultDisplay';
import { ProfileBuilder } from '../../../../src/model';
import type { DuckdbQueryModule } from '../../../../src/sources/databases/duckdbQueries';
import { loadDuckdb } from '../../../../src/sources/databases/duckdbModule';
import { drawProfile, sampleMeta } from '../../../support/drawProfile';
import { ODD_NAMES } from '../../../support/richProfile';
import { useFolder } from '../../../support/folders';

const folder = useFolder();
const secret = path.join(folder, 'secret.csv');
writeFileSync(secret, 'word\nsesame\n');
const target = path.join(folder, 'out.csv');

const PROFILE = drawProfile('main |[a][b][c][d][e]');

const ask = (sql: string, timeMs = 5000): Promise<QueryRows> =>
  queryProfiles([PROFILE], sql, { timeMs });

/** The message of the error that a query ends with. */
async function refusal(sql: string, timeMs?: number): Promise<string> {
  const error: unknown = await ask(sql, timeMs).then(
    () => null,
    (cause: unknown) => cause
  );
  expect(error, sql).toBeInstanceOf(QueryError);
  return (error as QueryError).message;
}

describe('a query that does more than read', () => {
  it.each([
    ['COPY to a file', `COPY (SELECT 1) TO '${target}'`],
    ['COPY from a file', `COPY slices FROM '${secret}'`],
    ['ATTACH', `ATTACH '${path.join(folder, 'other.db')}' AS other`],
    ['EXPORT', `EXPORT DATABASE '${path.join(folder, 'export')}'`],
    ['INSTALL', 'INSTALL httpfs'],
    ['LOAD', 'LOAD httpfs'],
    ['a pragma', 'PRAGMA database_list'],
    ['a pragma that imports', `PRAGMA import_database('${folder}')`],
    ['SET', "SET memory_limit = '100GB'"],
    ['RESET', 'RESET lock_configuration'],
    ['CREATE', 'CREATE TABLE t AS SELECT 1'],
    ['INSERT', 'INSERT INTO slices VALUES (1)'],
    ['DROP', 'DROP VIEW slices'],
    ['CALL', "CALL enable_logging('QueryLog')"],
    ['an EXPLAIN that runs', `EXPLAIN ANALYZE COPY (SELECT 1) TO '${target}'`],
    ['two statements', 'SELECT 1; SELECT 2'],
    ['a second statement behind a comment', `SELECT 1; -- x\nCOPY (SELECT 1) TO '${target}'`],
    ['nothing', ' -- nothing'],
    ['an unknown view', 'SELECT * FROM nothing'],
    ['no SQL', 'SELEKT 1']
  ])('is refused: %s', async (_what, sql) => {
    expect(await refusal(sql)).not.toBe('');
    expect(readdirSync(folder)).toEqual(['secret.csv']);
  });

  it.each([
    ['read_csv', `SELECT * FROM read_csv('${secret}')`],
    ['read_text', `SELECT * FROM read_text('${secret}')`],
    ['read_blob', "SELECT * FROM read_blob('/etc/passwd')"],
    ['read_json', `SELECT * FROM read_json('${secret}')`],
    ['read_parquet', `SELECT * FROM read_parquet('${secret}')`],
    ['a path as a table', `SELECT * FROM '${secret}'`],
    ['a list of files', `SELECT * FROM glob('${folder}/*')`],
    ['a path that is computed', `SELECT * FROM query_table('${secret}')`],
    ['a query in a query', `SELECT * FROM query('SELECT * FROM read_text(''${secret}'')')`],
    ['the network', "SELECT * FROM read_csv('https://localhost:1/a.csv')"]
  ])('reads no file: %s', async (_what, sql) => {
    expect(await refusal(sql)).not.toContain('sesame');
  });

  it('finds no way to change settings or to log to files from within a SELECT', async () => {
    const log = `SELECT * FROM enable_logging('QueryLog', storage = 'file', storage_path = '${folder}')`;
    await ask(log).catch((error: unknown) => expect(error).toBeInstanceOf(QueryError));
    expect(readdirSync(folder)).toEqual(['secret.csv']);
    expect(existsSync(target)).toBe(false);
    const [{ value }] = await ask(
      "SELECT value FROM duckdb_settings() WHERE name = 'enable_external_access'"
    );
    expect(value).toBe('false');
  });
});

describe('a query that would never end', () => {
  it.each([
    [
      'a recursion',
      'WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT max(n) FROM t'
    ],
    [
      'a cross join',
      'SELECT count(*) FROM range(10000000) a, range(10000000) b WHERE a.range * b.range % 7 = 3'
    ],
    [
      'rows that are asked for one by one',
      'SELECT * FROM range(100000000000) WHERE range % 1000000007 = -1'
    ]
  ])('is stopped, and the message says so: %s', async (_what, sql) => {
    const start = performance.now();
    const message = await refusal(sql, 300);
    expect(performance.now() - start).toBeLessThan(5000);
    expect(message).toMatch(/longer than 0\.3 s|[Mm]emory/);
  });

  it('is given up where DuckDB goes on in spite of interrupts, and closed once that ends', async () => {
    const heard: string[] = [];
    let end = (): void => undefined;
    const ended = new Promise<never>((_, reject) => (end = () => reject(new Error('INTERRUPT'))));
    const statement = { statementType: 1, stream: () => ended, destroySync: () => undefined };
    const connection = {
      run: () => Promise.resolve(),
      extractStatements: () =>
        Promise.resolve({ count: 1, prepare: () => Promise.resolve(statement) }),
      interrupt: () => heard.push('interrupt'),
      closeSync: () => heard.push('close')
    };
    const instance = { connect: () => Promise.resolve(connection), closeSync: () => undefined };
    const database = await QueryDatabase.open({
      DuckDBInstance: { create: () => Promise.resolve(instance) },
      StatementType: { SELECT: 1 }
    } as unknown as DuckdbQueryModule);
    const query = database.query('SELECT 1', { rows: 1, timeMs: 20 });
    await expect(query).rejects.toThrow('longer than 0.02 s');
    database.dispose();
    expect(heard.length).toBeGreaterThan(5);
    expect(heard).not.toContain('close');
    end();
    await expect.poll(() => heard.at(-1)).toBe('close');
  });

  it('leaves the process able to answer the next one', async () => {
    await refusal('SELECT count(*) FROM range(10000000) a, range(10000000) b', 100);
    expect([...(await ask('SELECT count(*) AS n FROM slices'))]).toEqual([{ n: 5 }]);
  });

  it('fails where it needs more memory than there is for it, and writes nothing', async () => {
    const message = await refusal('SELECT list(range) FROM range(400000000)', 20_000);
    expect(message).toMatch(/Out of Memory/);
  });
});

describe('a result', () => {
  it('has at most as many rows as the limit, and says that there are more', async () => {
    const rows = await queryProfiles([PROFILE], 'SELECT * FROM range(10)', { rows: 3 });
    expect([rows.length, rows.isCut]).toEqual([3, true]);
    const all = await queryProfiles([PROFILE], 'SELECT * FROM range(10)', { rows: 10 });
    expect([all.length, all.isCut]).toEqual([10, false]);
  });

  it('has fewer rows where their texts are very long', async () => {
    const rows = await ask("SELECT repeat('x', 10000000) AS text FROM range(10)");
    expect([rows.length, rows.isCut]).toEqual([3, true]);
  });

  it('has no values made of rows that it leaves out', async () => {
    let made = 0;
    const column = {
      getItem() {
        made++;
        return 'x'.repeat(8_000_000);
      }
    };
    const chunks = [{ rowCount: 2048, getColumnVector: () => column }];
    const { rows, isCut } = await readResult(
      {
        columnNames: () => ['text'],
        columnTypes: () => ['VARCHAR'],
        fetchChunk: async () => Promise.resolve(chunks.shift() ?? null)
      },
      100
    );
    expect([rows.length, isCut, made]).toEqual([4, true, 5]);
  });

  it('has fewer rows where they have very many columns', { tags: 'night' }, async () => {
    const columns = Array.from({ length: 1000 }, (_, at) => `range + ${at}`).join(', ');
    const rows = await ask(`SELECT ${columns} FROM range(10001)`, 60_000);
    expect([rows.length, rows.isCut]).toEqual([10_000, true]);
  });

  it('comes at once, whatever comments there are before the first word', async () => {
    const comments = '/* a */ -- b\n('.repeat(2000);
    const begun = process.cpuUsage();
    expect(await refusal(`${comments} DROP VIEW slices`)).toContain('that reads');
    expect(await refusal('/* never closed')).toContain('that reads');
    expect(await refusal('/* /* */ SELECT */ PRAGMA version')).toContain('that reads');
    expect(process.cpuUsage(begun).user).toBeLessThan(2_000_000);
    expect([...(await ask('/* a /* b */ */ -- c\n ( -- d\nSELECT 1 AS n)'))]).toEqual([{ n: 1 }]);
  });

  it('takes no endless query text', async () => {
    expect(await refusal(`SELECT 1 -- ${'x'.repeat(100_000)}`)).toContain('100,000 characters');
  });

  it('has names of profiles as they are, and never as markup', async () => {
    const builder = new ProfileBuilder();
    const track = builder.addTrack({ name: 'main', kind: 'thread' });
    for (const name of ODD_NAMES) {
      builder.addSlice({ name, category: 'range', start: 0, duration: 1, track });
    }
    const rows = await queryProfiles(
      [builder.build(sampleMeta(10))],
      `SELECT DISTINCT name, '"><img src=x onerror=alert(1)>' AS "<b>heading</b>" FROM slices`
    );
    expect(rows.map(({ name }) => name)).toContain('<script>alert(1)</script> & co');
    const display = Reflect.get(rows, displayKey()) as () => ResultDisplay;
    const { html, text, query } = Reflect.apply(display, rows, []);
    expect(html).toContain('&lt;script&gt;');
    expect(html).not.toMatch(/<(script|img|b)\b/);
    expect(text).not.toMatch(/[\u0001\u001f\u007f]/);
    expect(validateQueryBundle(query).rows).toHaveLength(ODD_NAMES.length);
  });

  it('is not confused by a column of the name of an object’s prototype', async () => {
    const [row] = await ask('SELECT 1 AS "__proto__", 2 AS "constructor"');
    expect(Object.entries(row)).toEqual([
      ['__proto__', 1],
      ['constructor', 2]
    ]);
  });
});

describe('DuckDB', () => {
  it('that is too old is named, with the cure', async () => {
    const duckdb = { ...(loadDuckdb() as DuckdbQueryModule), DuckDBTableFunction: undefined };
    await expect(queryProfiles([PROFILE], 'SELECT 1', { duckdb })).rejects.toThrow(
      /too old for queries.*npm install @duckdb\/node-api/
    );
  });
});
