import path from 'node:path';
import { firstLineOf, messageOf } from '../../../../base/errors';
import { makeFolder } from '../../../../engine/results/atomicWrite';
import type { DuckdbModule } from '../../../../sources/databases/duckdbModule';
import type { StepRange, RowSource } from './rowSql';
import { type Batch, ROWS_FOLDER, completedBatches, newBatch } from './batches';
import { BatchWriter } from './batchWriter';
import { CrossRankDatabase } from './crossRankDatabase';
import { type KnownCycle, type KnownCycles, readKnownCycles, unchangedCycle } from './knownCycles';
import type { KeyedRows } from './rowColumns';
import type { SourceState } from './sourceState';

/** Where rows are kept, and which of them are wanted. */
export interface RowStoreOptions {
  /** The folder that is analysed; null to keep no rows. */
  readonly root: string | null;
  /** The steps that were asked for; null for all. */
  readonly steps: StepRange | null;
}

/**
 * The rows of cycles in Parquet files, those of earlier calls and of this one. If its folder cannot be
 * written, the rows of this call are in temporary files.
 */
export class RowStore implements RowSource {
  readonly #read = new Map<string, Batch>();
  #writer: BatchWriter | null = null;
  #failure: Error | null = null;
  readonly #found: string[] = [];

  private constructor(
    readonly database: CrossRankDatabase,
    private readonly root: string | null,
    private readonly known: KnownCycles
  ) {}

  /** @throws Error of DuckDB or the file system */
  static async open(duckdb: DuckdbModule, { root, steps }: RowStoreOptions): Promise<RowStore> {
    const database = await CrossRankDatabase.open(duckdb);
    const batches = root === null ? [] : completedBatches(path.join(root, ROWS_FOLDER));
    return new RowStore(database, root, await readKnownCycles(database, batches, steps));
  }

  /** Folders that could not be read, a sentence each. */
  get notes(): readonly string[] {
    return this.known.notes;
  }

  /** Folders that could not be written, a sentence each. */
  get problems(): readonly string[] {
    return this.#found;
  }

  /** The cycle whose rows are here and still those of its directory, or null. */
  find(cycleId: string, source: SourceState): KnownCycle | null {
    return unchangedCycle(this.known, cycleId, source);
  }

  /** Takes the rows of a cycle. What goes wrong is told by {@link complete}. */
  async add(keyed: KeyedRows): Promise<void> {
    if (this.#failure !== null) return;
    try {
      this.#writer ??= new BatchWriter(this.database, this.#startBatch());
      this.#read.set(keyed.cycleId, this.#writer.batch);
      await this.#writer.add(keyed);
    } catch (error) {
      this.#failure ??= error instanceof Error ? error : new Error(messageOf(error));
    }
  }

  /** Makes the rows of this call count. @throws Error of DuckDB or the file system, also of {@link add} */
  async complete(): Promise<void> {
    if (this.#failure !== null) throw this.#failure;
    const writer = this.#writer;
    await writer?.complete();
    this.#writer = null;
  }

  batchOf(cycleId: string): Batch | null {
    return this.#read.get(cycleId) ?? this.known.cycles.get(cycleId)?.batch ?? null;
  }

  /** Removes what does not count. Safe to call twice. */
  dispose(): void {
    this.#writer?.discard();
    this.#writer = null;
    this.database.dispose();
  }

  #startBatch(): Batch {
    const now = new Date();
    if (this.root === null) return newBatch(this.database.temporary, now);
    const rows = path.join(this.root, ROWS_FOLDER);
    try {
      const batch = newBatch(rows, now);
      makeFolder(batch.folder);
      return batch;
    } catch (error) {
      this.#found.push(`Cannot write ${rows}: ${firstLineOf(error)}`);
      return newBatch(this.database.temporary, now);
    }
  }
}
