import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { copyFile } from 'node:fs/promises';
import { formatCount } from '../../../base/text';
import { makeFolder } from '../../../engine/results/atomicWrite';
import type { DuckdbValue } from '../../../sources/databases/duckdbModule';
import {
  type Batch,
  ROWS_FOLDER,
  completeBatch,
  completedBatches,
  newBatch,
  removeBatch
} from './rows/batches';
import { type TableColumns, EXTRACTED_COLUMNS, FAILED } from './rows/crossRankColumns';
import {
  type KnownCycle,
  type KnownCycles,
  readKnownCycles,
  unchangedCycle
} from './rows/knownCycles';
import {
  type QueryRow,
  type RowDatabase,
  type RowSource,
  type StepRange,
  SPARK_SQL
} from './rows/rowSql';
import type { SourceState } from './rows/sourceState';
import type { TableRows } from './rows/tableAppender';
import type { SparkDriver } from './sparkDriver';

interface SparkRowsOptions {
  /** The folder that is analysed. */
  readonly root: string;
  /** The steps that were asked for; null for all. */
  readonly steps: StepRange | null;
  /** The Node that executors start. */
  readonly node: string;
}

/** The result of reading directories, by cycle id. */
interface ReadCycles {
  readonly cycles: ReadonlyMap<string, KnownCycle>;
  /** Why a directory has no rows. */
  readonly failures: ReadonlyMap<string, string>;
}

/** The driver's answer. */
interface ReadReply {
  readonly repeatedTasks: number;
}

/** The rows of cycles in Parquet files that Spark reads, those of earlier calls and of this one. */
export class SparkRows implements RowSource {
  readonly problems: readonly string[] = [];
  #newCycles: ReadonlyMap<string, KnownCycle> = new Map();
  #batch: Batch | null = null;
  readonly #found: string[] = [];

  private constructor(
    private readonly driver: Pick<SparkDriver, 'call'>,
    readonly database: SparkDatabase,
    private readonly options: SparkRowsOptions,
    private readonly known: KnownCycles,
    private readonly temporary: string
  ) {}

  /** @throws SparkError */
  static async open(
    driver: Pick<SparkDriver, 'call'>,
    options: SparkRowsOptions
  ): Promise<SparkRows> {
    const rows = path.join(options.root, ROWS_FOLDER);
    const temporary = path.join(rows, `.tables-${randomBytes(6).toString('hex')}`);
    const database = new SparkDatabase(driver, temporary);
    const known = await readKnownCycles(database, completedBatches(rows), options.steps);
    return new SparkRows(driver, database, options, known, temporary);
  }

  /** Remarks about the reading, a sentence each. */
  get notes(): readonly string[] {
    return [...this.known.notes, ...this.#found];
  }

  /** The cycle whose rows are here and still those of its directory, or null. */
  find(cycleId: string, source: SourceState): KnownCycle | null {
    return unchangedCycle(this.known, cycleId, source);
  }

  /**
   * Reads directories as a batch, which counts once it is completed.
   *
   * @throws SparkError, OutputFileError
   */
  async read(
    directories: readonly string[],
    onProgress: (done: number) => void
  ): Promise<ReadCycles> {
    const { root, node, steps } = this.options;
    const batch = newBatch(path.join(root, ROWS_FOLDER), new Date());
    this.#batch = batch;
    makeFolder(path.dirname(batch.folder));
    const schema = sparkSchema(EXTRACTED_COLUMNS);
    const parameters = { paths: directories, root, node, schema, folder: batch.folder };
    const reply = await this.driver.call('read', parameters, done => onProgress(Number(done)));
    const { repeatedTasks } = reply as ReadReply;
    if (repeatedTasks > 0) this.#found.push(repeatedText(repeatedTasks));
    const { cycles, notes } = await readKnownCycles(this.database, [batch], steps);
    this.#found.push(...notes);
    this.#newCycles = cycles;
    return { cycles, failures: await this.#failuresOf(batch) };
  }

  complete(): Promise<void> {
    if (this.#batch) completeBatch(this.#batch);
    this.#batch = null;
    return Promise.resolve();
  }

  batchOf(cycleId: string): Batch | null {
    return (this.#newCycles.get(cycleId) ?? this.known.cycles.get(cycleId))?.batch ?? null;
  }

  /** Removes what does not count. Safe to call twice. */
  dispose(): void {
    if (this.#batch) removeBatch(this.#batch);
    this.#batch = null;
    rmSync(this.temporary, { recursive: true, force: true });
  }

  async #failuresOf(batch: Batch): Promise<ReadonlyMap<string, string>> {
    const rows = this.database.rowsOf(batch, FAILED);
    if (rows === null) return new Map();
    const failures = await this.database.select(`SELECT cycle_id, reason FROM ${rows}`);
    return new Map(failures.map(row => [String(row['cycle_id']), String(row['reason'])]));
  }
}

function repeatedText(tasks: number): string {
  const words = tasks === 1 ? 'a task' : `${formatCount(tasks)} tasks`;
  return `Spark did ${words} again that had failed or whose executor was lost.`;
}

/** Spark SQL over Parquet files. Its tables are files in `folder`, which all executors have to see. */
class SparkDatabase implements RowDatabase {
  readonly quoted = SPARK_SQL.quoted;
  readonly rowsOf = SPARK_SQL.rowsOf;

  constructor(
    private readonly driver: Pick<SparkDriver, 'call'>,
    private readonly folder: string
  ) {}

  async createView(name: string, sql: string): Promise<void> {
    await this.driver.call('view', { name, sql });
  }

  async createTable(name: string, sql: string): Promise<void> {
    await this.driver.call('table', { name, sql, folder: this.#tableFolder(name) });
  }

  async createTableOf(name: string, columns: TableColumns, rows: TableRows): Promise<void> {
    const values = Array.from({ length: rows.length }, (_, row) =>
      rows.columns.map(value => plain(value(row)))
    );
    const folder = this.#tableFolder(name);
    await this.driver.call('rows', { name, schema: sparkSchema(columns), rows: values, folder });
  }

  async writeTable(name: string, file: string): Promise<void> {
    const folder = this.#tableFolder(name);
    const [part] = readdirSync(folder).filter(one => one.endsWith('.parquet'));
    await copyFile(path.join(folder, part), file);
  }

  async select(sql: string): Promise<readonly QueryRow[]> {
    return (await this.driver.call('select', { sql })) as readonly QueryRow[];
  }

  async eachNumbers(
    sql: string,
    onRows: (columns: readonly Float64Array[]) => void
  ): Promise<void> {
    await this.driver.call('numbers', { sql }, part => {
      onRows((part as readonly string[]).map(column => numbersOf(column)));
    });
  }

  #tableFolder(name: string): string {
    mkdirSync(this.folder, { recursive: true });
    return path.join(this.folder, name);
  }
}

/** Columns as Spark takes them, in DDL. */
function sparkSchema(columns: TableColumns): string {
  const entries = Object.entries(columns);
  const types = { VARCHAR: 'STRING', INTEGER: 'INT' } as Readonly<Record<string, string>>;
  return entries.map(([name, type]) => `${name} ${types[type] ?? type}`).join(', ');
}

/** The numbers whose bytes a text has, in Base64; the driver runs on a machine of the same byte order, this one. */
function numbersOf(text: string): Float64Array {
  return new Float64Array(Uint8Array.from(Buffer.from(text, 'base64')).buffer);
}

function plain(value: DuckdbValue): Exclude<DuckdbValue, bigint> {
  return typeof value === 'bigint' ? Number(value) : value;
}
