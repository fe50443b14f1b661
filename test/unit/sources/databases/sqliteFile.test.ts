import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SqliteFile, SqliteFileError } from '../../../../src/sources/databases/sqliteFile';
import { writeSql } from '../../../support/gpuTraces';
import { useOwnTemporaryFolder } from '../../../support/ownTemporaryFolder';

let folder: string;
let file: string;

useOwnTemporaryFolder();

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kernelscope-sqlite-test-'));
  const rows = Array.from({ length: 2000 }, (_, at) => `(${at}, 'row ${at}')`);
  file = writeSql(join(folder, 'rows.sqlite'), [
    'CREATE TABLE rows (id INTEGER PRIMARY KEY, name TEXT)',
    `INSERT INTO rows VALUES ${rows.join(', ')}`
  ]);
});
afterEach(() => rmSync(folder, { recursive: true }));

const COUNT = 'SELECT COUNT(*) AS count FROM rows';

function countRows(path: string): unknown {
  const database = SqliteFile.open(path);
  try {
    return [...database.select(COUNT)][0].count;
  } finally {
    database.dispose();
  }
}

const copies = (): string[] =>
  readdirSync(tmpdir()).filter(name => /^kernelscope-sqlite-\w{6}$/.test(name));

describe('SqliteFile', () => {
  test('writes nothing beside the file where it is told so', () => {
    const database = SqliteFile.open(file, 'elsewhere');
    const rows = database.select('SELECT id FROM rows')[Symbol.iterator]();
    expect(rows.next().value).toEqual({ id: 0 });
    expect(readdirSync(folder)).toEqual(['rows.sqlite']);
    database.dispose();
    expect(copies()).toEqual([]);

    const beside = SqliteFile.open(file);
    beside.select('SELECT id FROM rows')[Symbol.iterator]().next();
    expect(readdirSync(folder)).toEqual(['rows.sqlite', 'rows.sqlite.lock']);
    beside.dispose();
  });

  test('reads rows one after the other, with integers beyond 2⁵³ as such', () => {
    const database = SqliteFile.open(file);
    const rows = database.select('SELECT id, name, 9007199254740993 AS big FROM rows');
    expect(rows[Symbol.iterator]().next().value).toEqual({
      id: 0,
      name: 'row 0',
      big: 9007199254740993n
    });
    expect(database.tables).toEqual(new Map([['rows', new Set(['id', 'name'])]]));
    database.dispose();
    database.dispose();
    expect(readdirSync(folder)).toEqual(['rows.sqlite']);
  });

  test('neither reads views, nor virtual tables, nor columns that are computed', () => {
    const other = writeSql(join(folder, 'traps.sqlite'), [
      "CREATE TABLE plain (a, b AS (printf('%.*c', 1000000000, 'x')))",
      'CREATE VIEW endless AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n) ' +
        'SELECT i FROM n',
      'CREATE VIRTUAL TABLE words USING fts5(text)'
    ]);
    const database = SqliteFile.open(other);
    expect(database.tables.get('plain')).toEqual(new Set(['a']));
    expect(database.tables.has('endless')).toBe(false);
    expect(database.tables.has('words')).toBe(false);
    database.dispose();
  });

  test('reads a copy where a lock cannot be made, as in a read-only folder', () => {
    const longest = join(folder, `${'n'.repeat(244)}.sqlite`);
    copyFileSync(file, longest);
    const before = copies();
    expect(countRows(longest)).toBe(2000);
    expect(copies()).toEqual(before);
  });

  test('reads a copy beside the lock of a program that was killed', () => {
    mkdirSync(`${file}.lock`);
    expect(countRows(file)).toBe(2000);
    expect(existsSync(`${file}.lock`)).toBe(true);
  });

  describe('with a write-ahead log', () => {
    beforeEach(() => {
      const bytes = readFileSync(file);
      bytes[18] = bytes[19] = 2;
      writeFileSync(file, bytes);
    });

    test('is read when the log is empty or gone', () => {
      expect(countRows(file)).toBe(2000);
      writeFileSync(`${file}-wal`, '');
      expect(countRows(file)).toBe(2000);
    });

    test('is refused while the log has a part of it', () => {
      writeFileSync(`${file}-wal`, 'frames');
      expect(() => SqliteFile.open(file)).toThrow(SqliteFileError);
      expect(() => SqliteFile.open(file)).toThrow(/a part of the database is in .*-wal/);
    });
  });

  test('refuses a file whose last change was not finished', () => {
    writeFileSync(`${file}-journal`, 'pages');
    expect(() => SqliteFile.open(file)).toThrow(/before an unfinished change/);
  });

  test.each([0, 10, 50, 100, 3000, 8192, 20_000])('refuses one cut off after %i bytes', length => {
    writeFileSync(file, readFileSync(file).subarray(0, length));
    expect(() => countRows(file)).toThrow(SqliteFileError);
    expect(() => countRows(file)).toThrow(/not an SQLite database|malformed|not a database/);
  });

  test('never hangs on pages that are nonsense', () => {
    const whole = readFileSync(file);
    for (let seed = 1; seed <= 60; seed++) {
      const bytes = Buffer.from(whole);
      for (let change = 0; change < 40; change++) {
        const at = 100 + ((seed * 7919 + change * 104_729) % (bytes.length - 100));
        bytes[at] = (seed * 31 + change) & 0xff;
      }
      writeFileSync(file, bytes);
      try {
        expect(countRows(file)).toBeTypeOf('number');
      } catch (error) {
        expect(error).toBeInstanceOf(SqliteFileError);
      }
    }
  });
});
