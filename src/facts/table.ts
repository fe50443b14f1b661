import type { ValueOf } from '../schema/schema';
import { DEOPTS } from './deopts/fact';
import { HEAP_GROWTH } from './heapGrowth/fact';

/**
 * Everything that has a part of `meta` to itself, in the order in which it is shown. Recording, validation,
 * merging, options, outputs, reports, pages, views and the command line iterate this list.
 */
export const FACTS = [
  // of code
  DEOPTS,
  // of memory
  HEAP_GROWTH
] as const;

type AnyFact = (typeof FACTS)[number];

/** The name of one of {@link FACTS}. */
export type FactName = AnyFact['name'];

/** The name of the source of one of {@link FACTS}. */
export type FactSourceName = AnyFact['source']['name'];

/** The parts of {@link FACTS}, each absent where it was not recorded. */
export type FactParts = {
  readonly [Each in AnyFact as Each['name']]?: ValueOf<Each['schema']>;
};

/** The options of {@link FACTS}, by name. */
export type FactOptions = {
  readonly [Each in AnyFact as Each['option']['name']]: Each['option'];
};

type Finding = NonNullable<AnyFact['finding']>;

/** The facts that findings of {@link FACTS} state, by kind. */
export type FactFindings = { readonly [Each in Finding as Each['kind']]: Each['facts'] };

/** The rules by which {@link FACTS} make findings. */
export const FACT_FINDINGS: readonly Finding[] = FACTS.flatMap(({ finding }) => finding ?? []);
