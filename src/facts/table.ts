import type { ValueOf } from '../schema/schema';
import { COLLECTIONS } from './collections';
import { CPU_INTERVALS } from './cpuIntervals';
import { DEOPTS } from './deopts';
import { GPUS } from './gpus';
import { HEAP_GROWTH } from './heapGrowth';
import { HELD_MEMORY } from './heldMemory';
import { HELPER_CPU } from './helperCpuNs';
import { REQUESTS } from './requests';
import { SAMPLE_LABELS } from './sampleLabels';
import type { FactOption, FactSource } from './shared/fact';
import { START_UP } from './startUp';
import { USER_TIMINGS } from './userTimings';
import { WAITS } from './waits';

/**
 * Everything that has a part of `meta` to itself, in the order in which it is shown. Recording, validation,
 * merging, options, outputs, reports, pages, views and the command line iterate this list.
 */
export const FACTS = [
  // of code
  DEOPTS,
  START_UP,
  // of memory
  HEAP_GROWTH,
  HELD_MEMORY,
  // of the machine
  GPUS,
  // of recording itself
  HELPER_CPU,
  CPU_INTERVALS
] as const;

/** Everything that is recorded in columns, and has all about it in `facts`, in the order in which it is shown. */
export const COLUMN_FACTS = [
  // what others asked of the program
  REQUESTS,
  // what it says of its own time
  USER_TIMINGS,
  SAMPLE_LABELS,
  // when its threads ran none of its code
  WAITS,
  COLLECTIONS
] as const;

type AnyFact = (typeof FACTS)[number];
type AnyColumnFact = (typeof COLUMN_FACTS)[number];
type AnyRecord = AnyColumnFact['records'][number];

/** The name of one of {@link FACTS}. */
export type FactName = AnyFact['name'];

/** The name of a source of one of {@link FACTS} or {@link COLUMN_FACTS}. */
export type FactSourceName = (AnyFact | AnyRecord)['source']['name'];

type AlwaysThere = Extract<AnyFact, { readonly isAlwaysThere: true }>;

/** The parts of all facts; most are absent where they were not recorded. */
export type FactParts = {
  readonly [Each in AlwaysThere as Each['name']]: ValueOf<Each['schema']>;
} & {
  readonly [Each in Exclude<AnyFact, AlwaysThere> as Each['name']]?: ValueOf<Each['schema']>;
};

/** The parts where nothing of {@link FACTS} was recorded. */
export const NO_FACTS = FACTS.reduce<Partial<FactParts>>(
  (none, fact) => ({ ...none, ...fact.merge([]) }),
  {}
) as FactParts;

type AnyOption = NonNullable<(AnyFact | AnyRecord)['option']>;

/** The options of all, by name. */
export type FactOptions = { readonly [Each in AnyOption as Each['name']]: Each };

/** What records each of {@link FACTS} and {@link COLUMN_FACTS}. */
export const FACT_RECORDS: readonly {
  readonly source: FactSource & { readonly name: FactSourceName };
  /** Null if it is always recorded. */
  readonly option: (FactOption & Pick<AnyOption, 'name' | 'after'>) | null;
  readonly sharedCategories?: readonly string[];
}[] = [...COLUMN_FACTS.flatMap(({ records }): readonly AnyRecord[] => records), ...FACTS];

type Finding = NonNullable<AnyFact['finding']>;

/** The facts that findings of {@link FACTS} state, by kind. */
export type FactFindings = { readonly [Each in Finding as Each['kind']]: Each['facts'] };

/** The rules by which {@link FACTS} make findings. */
export const FACT_FINDINGS: readonly Finding[] = FACTS.flatMap(({ finding }) => finding ?? []);
