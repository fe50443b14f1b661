import { availableParallelism } from 'node:os';
import type { DuckdbModule } from '../../../sources/databases/duckdbModule';
import { loadDuckdb } from '../../../sources/databases/duckdbModule';
import { sqlFolder } from './sqlFiles';

/** The dependencies of an offline analysis; tests pass other parts. */
export interface OfflineDeps {
  /** Script of the threads that analyse. */
  readonly workerFile: string;
  /** @throws DuckdbUnavailableError */
  readonly loadDuckdb: () => DuckdbModule;
  /** Folder with the SQL of the report. @throws SqlFilesError */
  readonly sqlFolder: () => string;
  /** Cores of the machine. */
  readonly cores: number;
}

/** {@link OfflineDeps} as they are here. */
export function offlineDeps(workerFile: string): OfflineDeps {
  return {
    workerFile,
    loadDuckdb: () => loadDuckdb(),
    sqlFolder: () => sqlFolder(),
    cores: availableParallelism()
  };
}
