import { availableParallelism } from 'node:os';
import { type DuckdbModule, loadDuckdb } from '../../../sources/databases/duckdbModule';
import { type S3Module, loadS3 } from './bucket/s3Module';
import { packageFiles } from '../../../native/packageFiles';
import { sparkScript, sqlFolder } from './sqlFiles';
import type { SparkFiles } from './sparkDriver';

/** The dependencies of an analysis on Spark. */
export interface SparkDeps {
  /** Folder with the SQL of the report. @throws SqlFilesError */
  readonly sqlFolder: () => string;
  /** The files that are submitted. @throws SqlFilesError */
  readonly sparkFiles: () => SparkFiles;
}

/** The dependencies of an offline analysis; tests pass other parts. */
export interface OfflineDeps extends SparkDeps {
  /** Script of the threads that analyse. */
  readonly workerFile: string;
  /** @throws PackageUnavailableError */
  readonly loadDuckdb: () => DuckdbModule;
  /** The client of object stores. @throws PackageUnavailableError */
  readonly loadS3: () => S3Module;
  /** Cores of the machine. */
  readonly cores: number;
}

/** {@link OfflineDeps} as they are here. */
export function offlineDeps(workerFile: string): OfflineDeps {
  return {
    workerFile,
    loadDuckdb: () => loadDuckdb(),
    loadS3: () => loadS3(),
    sqlFolder: () => sqlFolder(),
    sparkFiles: () => ({ script: sparkScript(), reader: packageFiles().rowExtractor }),
    cores: availableParallelism()
  };
}
