import type { Batch } from './rows/batches';
import { type StepRange, inSteps } from './rows/stepRange';
import { PLACES_TABLE, ROW_TABLES, type TableName } from './rows/crossRankColumns';
import type { RowDatabase } from './rows/rowDatabase';
import type { CyclePlace } from './rankNumbers';
import { selectRows } from './rows/rowSql';

/** The place of a cycle whose rows are in a batch. */
export interface BatchPlace {
  /** Id of the batch. */
  readonly batch: string;
  readonly cycleId: string;
  readonly place: CyclePlace;
}

/** Tables whose rows belong to steps. */
const STEP_TABLES: readonly TableName[] = ['steps', 'operators'];

/** Makes the table `places`. @throws Error of the database */
export async function createPlaces(
  database: RowDatabase,
  places: readonly BatchPlace[]
): Promise<void> {
  await database.createTableOf('places', PLACES_TABLE, {
    length: places.length,
    columns: [
      row => places[row].batch,
      row => places[row].cycleId,
      row => places[row].place.run,
      row => places[row].place.rank,
      row => places[row].place.cycle
    ]
  });
}

/**
 * Makes the tables that queries read, as views of the rows that have a place; of the steps in a range
 * alone, if one is given.
 *
 * @throws Error of the database or the file system
 */
export async function createTables(
  database: RowDatabase,
  batches: readonly Batch[],
  range: StepRange | null
): Promise<void> {
  for (const table of Object.keys(ROW_TABLES) as TableName[]) {
    const columns = Object.keys(ROW_TABLES[table]).map(column => `r.${column}`);
    const inRange =
      range && STEP_TABLES.includes(table) ? ` WHERE ${inSteps('r.step', range)}` : '';
    await database.createView(
      table,
      `SELECT p.run, p.rank, p.cycle, ${columns.join(', ')} ` +
        `FROM (${selectRows(database, batches, table)}) AS r ` +
        `INNER JOIN places AS p ON p.batch = r.batch AND p.cycle_id = r.cycle_id${inRange}`
    );
  }
}
