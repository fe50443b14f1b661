import { number, record, type ValueOf } from '../schema/schema';
import { type Fact, NOT_SHOWN } from './shared/fact';
import { COLUMN_SOURCES } from './shared/columnSources';

const SCHEMA = record({ heapBytes: number(), arrayBufferBytes: number() });

/** Memory that is in use, as Node counts it, bytes. */
export type HeldMemory = ValueOf<typeof SCHEMA>;

/** The part of a profile. */
export interface HeldMemoryPart {
  /** Memory in use after a full garbage collection right after the run; absent if none was made. */
  readonly heldMemory?: HeldMemory;
}

/** How much of the memory that came is no garbage, which a full collection at the end finds out. */
export const HELD_MEMORY = {
  ...NOT_SHOWN,
  name: 'heldMemory',
  source: { name: 'memory', title: COLUMN_SOURCES.memory, isLate: false },
  option: {
    name: 'heldMemory',
    after: 'memoryPeriodMs',
    isUpstream: true,
    type: 'boolean',
    default: true,
    light: false,
    isCpuWork: true
  },
  schema: SCHEMA,
  addsMembers: false,
  /** What the first process held after its last run, if that was found out then. */
  merge: runs => {
    const held = runs.filter(({ pid }) => pid === runs[0].pid).at(-1)?.parts.heldMemory;
    return held === undefined ? {} : { heldMemory: held };
  }
} as const satisfies Fact<HeldMemoryPart>;
