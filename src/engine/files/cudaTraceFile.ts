import type { CudaTrace } from '../../formats/nvprof/cudaTrace';
import { readCudaTrace } from '../../formats/nvprof/readCudaTrace';
import { SqliteFile } from '../../sources/databases/sqliteFile';

/**
 * What a database of nvprof or an export of Nsight Systems holds.
 *
 * @throws SqliteFileError for what is no database or a damaged one.
 * @throws GpuTraceError for a database of something else, or one beyond the limits.
 */
export function readCudaTraceFile(file: string): CudaTrace {
  const database = SqliteFile.open(file);
  try {
    return readCudaTrace(database);
  } finally {
    database.dispose();
  }
}
