import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import type { DuckdbModule } from '../../sources/duckdbModule';
import { loadDuckdb } from '../../sources/duckdbModule';
import { sqlFolder } from './sqlFiles';

/** What an offline analysis works with; tests give other parts. */
export interface OfflineSurroundings {
  /** Script of the threads that analyse. */
  readonly workerFile: string;
  /** @throws DuckdbUnavailableError */
  readonly loadDuckdb: () => DuckdbModule;
  /** Folder with the SQL of the report. @throws SqlFilesError */
  readonly sqlFolder: () => string;
  /** Cores of the machine. */
  readonly cores: number;
}

/** The script of the threads: beside this file, or among the workers of a kernel's bundle. */
export function offlineWorkerFile(from: string = __dirname): string {
  const beside = path.join(from, 'offlineWorker.js');
  const bundled = path.join(from, 'workers', 'offlineWorker.cjs');
  return existsSync(bundled) ? bundled : beside;
}

/** {@link OfflineSurroundings} as they are here. */
export function offlineSurroundings(workerFile: string): OfflineSurroundings {
  return {
    workerFile,
    loadDuckdb: () => loadDuckdb(),
    sqlFolder: () => sqlFolder(),
    cores: availableParallelism()
  };
}
