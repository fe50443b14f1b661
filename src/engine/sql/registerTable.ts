import type {
  DuckdbOutput,
  DuckdbQueryConnection,
  DuckdbQueryModule,
  DuckdbVector
} from '../../sources/databases/duckdbQueries';
import { PackageUnavailableError } from '../../native/optionalPackage';
import type { RowTable, RowValues } from './rowTable';

/** Rows that DuckDB takes at a time. */
const CHUNK_ROWS = 2048;

interface Scan {
  readonly columns: readonly RowValues[];
  next: number;
}

/**
 * Makes a table of JavaScript readable as `name()`. A query asks for the columns that it reads, and takes their
 * rows on this thread, {@link CHUNK_ROWS} at a time.
 */
export function registerTable(
  duckdb: DuckdbQueryModule,
  connection: DuckdbQueryConnection,
  name: string,
  { length, columns }: RowTable
): void {
  const { DuckDBTableFunction } = duckdb;
  if (DuckDBTableFunction === undefined) throw outdated();
  const all = Object.entries(columns);
  const tableFunction = DuckDBTableFunction.create({
    name,
    supportsProjectionPushdown: true,
    bindFunction(info) {
      for (const [column, { type }] of all) info.addResultColumn(column, duckdb[type]);
      info.setCardinality(length, true);
    },
    initFunction(info) {
      const read = info.getColumnIndexes().map(at => all[at]?.[1].read() ?? NOTHING);
      info.setInitData({ columns: read, next: 0 } satisfies Scan);
    },
    mainFunction: ({ initData }, output) => fill(output, initData as Scan, length)
  });
  connection.registerTableFunction(tableFunction);
}

/** The column of a query that only counts rows. */
const NOTHING: RowValues = () => 0;

// hot
function fill(output: DuckdbOutput, scan: Scan, length: number): void {
  const from = scan.next;
  const rows = Math.min(CHUNK_ROWS, length - from);
  output.rowCount = rows;
  scan.next += rows;
  if (rows === 0) return;
  for (let at = 0; at < scan.columns.length; at++) {
    fillColumn(output.getColumnVector(at), scan.columns[at], from, rows);
  }
}

// hot
function fillColumn(vector: DuckdbVector, values: RowValues, from: number, rows: number): void {
  if (typeof values === 'function') {
    for (let row = 0; row < rows; row++) vector.setItem(row, values(from + row));
  } else {
    for (let row = 0; row < rows; row++) vector.setItem(row, values[from + row]);
  }
  vector.flush();
}

function outdated(): PackageUnavailableError {
  return new PackageUnavailableError(
    'The package @duckdb/node-api is too old for queries: version 1.5 is needed. ' +
      `Run npm install @duckdb/node-api in ${process.cwd()}.`
  );
}
