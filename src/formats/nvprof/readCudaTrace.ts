import type { Demangle } from '../../base/text';
import type { SqlRows } from '../../base/sqlRows';
import { type CudaTrace, GpuTraceError } from './cudaTrace';
import { readNsight } from './nsightSchema';
import { readNvprof } from './nvprofSchema';

const NSIGHT_TABLES = ['StringIds', 'NVTX_EVENTS', 'TARGET_INFO_SESSION_START_TIME'];
const NVPROF_TABLES = /^(StringTable|CUPTI_ACTIVITY_KIND_\w+)$/;

/**
 * The content of a database of nvprof or an export of Nsight Systems.
 *
 * @throws GpuTraceError for a database of another kind, or one beyond the limits.
 */
export function readCudaTrace(rows: SqlRows, demangle: Demangle): CudaTrace {
  if (NSIGHT_TABLES.some(table => rows.tables.has(table))) return readNsight(rows, demangle);
  const names = [...rows.tables.keys()];
  if (names.some(name => NVPROF_TABLES.test(name))) return readNvprof(rows, demangle);
  throw new GpuTraceError(
    'it is a database, but neither of nvprof nor of Nsight Systems: it has none of their tables. ' +
      'Make one with nvprof -o FILE, or nsys export --type sqlite.'
  );
}
