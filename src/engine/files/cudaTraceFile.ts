import type { CudaTrace } from '../../formats/nvprof/cudaTrace';
import { readCudaTrace } from '../../formats/nvprof/readCudaTrace';
import { demangler } from '../../native/demangler';
import { SqliteFile } from '../../sources/databases/sqliteFile';

/**
 * The content of a database of nvprof or an export of Nsight Systems.
 *
 * @throws SqliteFileError for a file that is not a database, or a damaged one.
 * @throws GpuTraceError for a database of another kind, or one beyond the limits.
 */
export function readCudaTraceFile(file: string): CudaTrace {
  const database = SqliteFile.open(file);
  try {
    return readCudaTrace(database, demangler());
  } finally {
    database.dispose();
  }
}
