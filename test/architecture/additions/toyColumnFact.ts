import type { ColumnFact } from '../../../src/facts/shared/fact';

/** A fact that is seen in slices, with an option, a source and a table of its own. */
export const PLAYS = {
  name: 'plays',
  records: [
    {
      source: { name: 'playground', title: 'Plays', isLate: false },
      option: {
        name: 'plays',
        after: 'gc',
        isUpstream: false,
        type: 'boolean',
        default: true,
        light: false,
        flag: { long: 'plays', help: 'count plays while recording' }
      }
    }
  ],
  categories: ['play'],
  shown: {
    topic: 'work',
    table: ({ slices }) => ({
      title: 'All plays',
      columns: [{ heading: 'Plays', align: 'left' }],
      rows: slices.length === 0 ? [] : [[`${slices.length} plays`]],
      hidden: 0
    })
  }
} as const satisfies ColumnFact;
