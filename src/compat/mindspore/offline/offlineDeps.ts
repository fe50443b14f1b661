import { availableParallelism } from 'node:os';
import type { DuckdbModule } from '../../../sources/databases/duckdbModule';
import { loadDuckdb } from '../../../sources/databases/duckdbModule';
import type { SparkDeps } from './analyseOnSpark';
import { packageFiles } from '../../../native/packageFiles';
import { sparkScript, sqlFolder } from './sqlFiles';

/** The dependencies of an offline analysis; tests pass other parts. */
export interface OfflineDeps extends SparkDeps {
  /** Script of the threads that analyse. */
  readonly workerFile: string;
  /** @throws DuckdbUnavailableError */
  readonly loadDuckdb: () => DuckdbModule;
  /** Cores of the machine. */
  readonly cores: number;
}

/** {@link OfflineDeps} as they are here. */
export function offlineDeps(workerFile: string): OfflineDeps {
  return {
    workerFile,
    loadDuckdb: () => loadDuckdb(),
    sqlFolder: () => sqlFolder(),
    sparkFiles: () => ({ script: sparkScript(), reader: packageFiles().rowExtractor }),
    cores: availableParallelism()
  };
}
