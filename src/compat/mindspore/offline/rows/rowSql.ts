import type { Batch } from './batches';
import { type ColumnType, ROW_TABLES, type TableName } from './crossRankColumns';

/** The parts of SQL in which databases differ. */
export interface RowSql {
  readonly quoted: (text: string) => string;
  /**
   * The rows of a table in a batch, for a FROM clause; null if it has none.
   *
   * @throws Error of the file system
   */
  readonly rowsOf: (batch: Batch, table: TableName) => string | null;
}

/** A query of all rows of a table in batches, with the id of each. @throws Error of the file system */
export function selectRows(database: RowSql, batches: readonly Batch[], table: TableName): string {
  const columns = Object.keys(ROW_TABLES[table]).join(', ');
  const selects = batches.flatMap(batch => {
    const rows = database.rowsOf(batch, table);
    return rows ? [`SELECT ${database.quoted(batch.id)} AS batch, ${columns} FROM ${rows}`] : [];
  });
  return selects.length > 0 ? selects.join(' UNION ALL ') : selectNothing(table);
}

/** A query with the columns of a table, and without rows. */
function selectNothing(table: TableName): string {
  const columns = Object.entries({ batch: 'VARCHAR', ...ROW_TABLES[table] } as const);
  const values = columns.map(([name, type]) => `CAST(NULL AS ${castType(type)}) AS ${name}`);
  return `SELECT ${values.join(', ')} WHERE 1 = 0`;
}

/** The name of a type in the casts of both DuckDB and Spark. */
function castType(type: ColumnType): string {
  return type === 'VARCHAR' ? 'STRING' : type;
}
