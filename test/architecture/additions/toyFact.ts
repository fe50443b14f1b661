import type { Fact } from '../../../src/facts/shared/fact';
import { NUMBER } from '../../../src/facts/shared/finding';
import { record, type ValueOf, wholeNumber } from '../../../src/schema/schema';

const TOYS = record({ count: wholeNumber() });

/** How many toys there were. */
interface ToysPart {
  readonly toys?: ValueOf<typeof TOYS>;
}

/** A fact with an option, a table and a finding of its own. */
export const TOY = {
  name: 'toys',
  source: { name: 'toyBox', title: 'Toy box', isLate: true },
  option: {
    name: 'toys',
    after: 'gc',
    type: 'boolean',
    default: false,
    light: false,
    flag: { long: 'toys', help: 'count toys while recording' }
  },
  schema: TOYS,
  isAlwaysThere: false,
  addsMembers: false,
  merge: runs => {
    const counts = runs.flatMap(({ parts }) => parts.toys?.count ?? []);
    return counts.length === 0 ? {} : { toys: { count: counts.reduce((sum, each) => sum + each) } };
  },
  shown: {
    topic: 'code',
    categories: [],
    command: { letter: 't', noun: 'toys' },
    table: ({ toys }: ToysPart) =>
      toys
        ? {
            title: 'All toys',
            columns: [{ heading: 'Toys', align: 'left' }],
            rows: [[`${toys.count} toys`]],
            hidden: 0
          }
        : null
  },
  finding: {
    kind: 'manyToys',
    facts: { count: NUMBER },
    search: ({ toys }: ToysPart) =>
      toys
        ? [
            {
              finding: {
                ...{ kind: 'manyToys', share: null, low: null, high: null },
                facts: { count: toys.count },
                target: { view: 'source', selection: null, window: null }
              },
              weight: 1
            }
          ]
        : [],
    sentence: ({ facts }: { readonly facts: { readonly count: number } }) => [
      `There were ${facts.count} toys.`
    ],
    next: 'Count them again.'
  }
} as const satisfies Fact<ToysPart>;
