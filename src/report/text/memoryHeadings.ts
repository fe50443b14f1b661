import type { AggregateSection } from '../../analysis/statistics/aggregateTypes';
import { DEVICE_STORAGE_CATEGORY } from '../../model/profile/categories';
import { PROCESS_MEMORY } from '../../model/profile/memoryCounters';

/** The heading of the memory of processes. */
export const PROCESS_MEMORY_HEADING = 'Process memory';

/** The heading for a row of a category; `Device Storage` has no process memory in our own tables. */
export function headingOfRow(category: string, name: string): string {
  const isOfProcess = category === DEVICE_STORAGE_CATEGORY && name.startsWith(PROCESS_MEMORY);
  return isOfProcess ? PROCESS_MEMORY_HEADING : category;
}

/**
 * The sections as our own tables show them: the memory of the process, which is counted among that of
 * devices, has a heading of its own.
 */
export function withMemoryHeadings(sections: readonly AggregateSection[]): AggregateSection[] {
  return sections.flatMap(section => {
    if (section.category !== DEVICE_STORAGE_CATEGORY) return [section];
    const ofProcess = section.rows.filter(({ name }) => name.startsWith(PROCESS_MEMORY));
    const others = section.rows.filter(({ name }) => !name.startsWith(PROCESS_MEMORY));
    return [
      ...(ofProcess.length > 0
        ? [{ ...section, category: PROCESS_MEMORY_HEADING, rows: ofProcess }]
        : []),
      ...(others.length > 0 || section.rows.length === 0 ? [{ ...section, rows: others }] : [])
    ];
  });
}
