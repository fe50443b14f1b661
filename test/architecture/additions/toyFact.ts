import {
  type Fact,
  type FindingRule,
  type FindingWith,
  NUMBER,
  type Ranked
} from '../../../src/facts/shared/fact';
import { record, type ValueOf, wholeNumber } from '../../../src/schema/schema';

const TOYS = record({ count: wholeNumber() });

/** How many toys there were. */
interface ToysPart {
  readonly toys?: ValueOf<typeof TOYS>;
}

const COUNTED = { count: NUMBER };

const MANY_TOYS = {
  kind: 'manyToys',
  facts: COUNTED,
  search: manyToys,
  sentence: ({ facts }) => [`There were ${facts.count} toys.`],
  next: 'Count them again.'
} as const satisfies FindingRule<'manyToys', typeof COUNTED, ToysPart>;

function manyToys({ toys }: ToysPart): readonly Ranked<FindingWith<'manyToys', typeof COUNTED>>[] {
  if (toys === undefined) return [];
  const finding = {
    kind: 'manyToys',
    ...{ share: null, low: null, high: null },
    facts: { count: toys.count },
    target: { view: 'source', selection: null, window: null }
  } as const;
  return [{ finding, weight: 1 }];
}

/** A fact with an option, a table and a finding of its own. */
export const TOY = {
  name: 'toys',
  source: { name: 'toyBox', title: 'Toy box', isLate: true },
  option: {
    name: 'countToys',
    after: 'gc',
    isUpstream: false,
    type: 'boolean',
    default: false,
    light: false,
    flag: { long: 'count-toys', help: 'count toys while recording' }
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
  finding: MANY_TOYS
} as const satisfies Fact<ToysPart>;
