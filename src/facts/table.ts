import type { ValueOf } from '../schema/schema';
import { DEOPTS } from './deopts/fact';
import { GPUS } from './gpus';
import { HEAP_GROWTH } from './heapGrowth/fact';
import { HELD_MEMORY } from './heldMemory';
import { HELPER_CPU } from './helperCpuNs';
import { START_UP } from './startUp';

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
  HELPER_CPU
] as const;

type AnyFact = (typeof FACTS)[number];

/** The name of one of {@link FACTS}. */
export type FactName = AnyFact['name'];

/** The name of the source of one of {@link FACTS}. */
export type FactSourceName = AnyFact['source']['name'];

type AlwaysThere = Extract<AnyFact, { readonly isAlwaysThere: true }>;

/** The parts of {@link FACTS}; most are absent where they were not recorded. */
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

/** The options of {@link FACTS}, by name. */
export type FactOptions = {
  readonly [Each in NonNullable<AnyFact['option']> as Each['name']]: Each;
};

type Finding = NonNullable<AnyFact['finding']>;

/** The facts that findings of {@link FACTS} state, by kind. */
export type FactFindings = { readonly [Each in Finding as Each['kind']]: Each['facts'] };

/** The rules by which {@link FACTS} make findings. */
export const FACT_FINDINGS: readonly Finding[] = FACTS.flatMap(({ finding }) => finding ?? []);
