import type { ColumnFact } from './shared/fact';

/** Garbage collections. */
export const GC_CATEGORY = 'gc';

/** V8's name for full garbage collections. */
export const FULL_COLLECTION = 'mark-sweep-compact';

/** Garbage collections, as slices on a track of their thread. */
export const COLLECTIONS = {
  name: 'collections',
  records: [
    {
      source: { name: 'gc', title: 'Garbage collection', isLate: true },
      option: {
        name: 'gc',
        after: 'memoryPeriodMs',
        isUpstream: true,
        type: 'boolean',
        default: true,
        light: 'asSet',
        isCpuWork: true
      }
    }
  ],
  categories: [GC_CATEGORY],
  shown: null
} as const satisfies ColumnFact;
