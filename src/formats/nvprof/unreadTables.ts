import { plural } from '../../base/text';
import type { TraceTables } from './traceTables';

/** Columns that only tables of events have. */
const TIME_COLUMNS: readonly string[] = ['start', 'timestamp', 'rawTimestamp'];

/** Tables about the recording itself. */
const OF_RECORDING =
  /^(TARGET_INFO|META_DATA|ENUM_|ANALYSIS|EXPORT_|DIAGNOSTIC_EVENT|PROFILER_OVERHEAD)/;

/** What the rows of tables are, where their names do not say it. */
const MEANINGS: ReadonlyMap<string, string> = new Map([
  ['OSRT_API', 'calls of the operating system'],
  ['SCHED_EVENTS', 'switches between threads'],
  ['COMPOSITE_EVENTS', 'CPU samples'],
  ['GPU_METRICS', 'metrics of the hardware'],
  ['CUPTI_ACTIVITY_KIND_SYNCHRONIZATION', 'waits for GPUs'],
  ['CUDA_GPU_MEMORY_USAGE_EVENTS', 'memory of GPUs'],
  ['CUDA_UM_CPU_PAGE_FAULT_EVENTS', 'page faults'],
  ['CUDA_UM_GPU_PAGE_FAULT_EVENTS', 'page faults of GPUs']
]);

/** Tables that are counted, and characters of a name, at most. */
const [MAX_TABLES, MAX_NAME] = [200, 60];

/**
 * The rows of a file that are not read, by their tables, in one sentence; empty for none.
 *
 * @param read tables whose rows are read
 */
export function unreadText(tables: TraceTables, read: readonly string[]): string {
  const others = [...tables.columns].filter(([table, columns]) => {
    const isTimed = TIME_COLUMNS.some(column => columns.has(column));
    return isTimed && !read.includes(table) && !OF_RECORDING.test(table);
  });
  for (const [table] of others.slice(0, MAX_TABLES)) {
    tables.countUnread(titleOf(table), tables.countRows(table));
  }
  const parts = [...tables.unread].map(([what, count]) => `${plural(count, 'row')} of ${what}`);
  return parts.length === 0 ? '' : `Not read: ${parts.join('; ')}.`;
}

function titleOf(table: string): string {
  const meaning = MEANINGS.get(table);
  const name = table.slice(0, MAX_NAME);
  return meaning === undefined ? name : `${name} (${meaning})`;
}
