import { expect, test } from 'vitest';
import { compareSnapshots } from '../../../../src/sources/heapSnapshots/compareSnapshots';
import { type DrawnNode, drawSnapshot, readingText } from '../../../support/drawHeap';
import { naiveComparison } from '../../../support/naiveComparison';
import { seededRandom } from '../../../support/random';
import { sizeOf } from '../../../support/tiers';

const FOLDER = '/own/profiler';
const WITNESS = 'it was "there" \\ and \u{1f600}';

const KINDS = [
  ...[
    'object Entry',
    'object Entry',
    'object List',
    'object Page',
    'array',
    'object system / Context',
    'array',
    'hidden'
  ],
  ...['closure run', 'string some "text"', 'object Signal', 'code record', 'synthetic (roots)'],
  ...['synthetic (Stack roots)', 'code /own/profiler/later.js', 'code /program/main.js']
];

const REFERENCES = [
  ...[
    'property next',
    'property next',
    'element 3',
    'internal elements',
    'context kept',
    'hidden 7'
  ],
  ...['weak cache', 'shortcut global', 'internal shared', 'internal script', 'property onsignal'],
  ...['internal script_or_debug_info', 'property prototype', 'property __proto__'],
  ...['internal function', 'internal bound_function']
];

/** Two heaps of a program at random: some nodes are in both, with other references. */
function heaps(seed: number): [before: string, after: string] {
  const random = seededRandom(seed);
  const below = (end: number): number => Math.floor(random() * end);
  const count = 6 + below(34);
  const nodes = Array.from({ length: count }, () => ({
    is: KINDS[below(KINDS.length)],
    size: below(2) * 700 + below(50),
    since: below(3)
  }));
  const drawn = (time: number): string => {
    const isThere = nodes.map(({ since }) => since === 1 || since === (time === 0 ? 0 : 2));
    const to = (from: number): Record<string, string> => {
      const references: Record<string, string> = {};
      for (let edge = below(from < 0 ? 30 : 6); edge > 0; edge--) {
        const target = below(count);
        // the table of a WeakMap names itself in what a pair is called
        const pair = `internal ${target} / part of key -> value pair in WeakMap (table @${101 + 2 * Math.max(from, 0)})`;
        const reference = below(8) === 0 ? pair : REFERENCES[below(REFERENCES.length)];
        if (isThere[target]) references[`node${target}`] = reference;
        if (below(6) === 0) references.ownFunction = REFERENCES[below(REFERENCES.length)];
      }
      return references;
    };
    const rows: [string, DrawnNode][] = nodes.flatMap(({ is, size, since }, at) => {
      if (!isThere[at]) return [];
      // what comes later has greater numbers; even ones are of no object on the heap
      const id = (since === 2 ? 1001 : 101) + 2 * at + (below(20) === 0 ? 1 : 0);
      return [[`node${at}`, { is, size, id, to: to(at) }]];
    });
    return drawSnapshot({
      root: { is: 'synthetic', id: 1, to: { global: 'shortcut', ...to(-1) } },
      global: { is: 'object global', id: 3, to: { witness: 'property witness', ...to(-1) } },
      witness: { is: `string ${WITNESS}`, id: 5, size: 16 },
      ownFunction: { is: 'closure record', id: 7, to: { ownCode: 'internal shared', ...to(-1) } },
      ownCode: { is: 'code record', id: 9, to: { ownScript: 'internal script' } },
      ownScript: { is: 'code /own/profiler/main.js', id: 11 },
      // the last number of the first snapshot
      last: { is: 'hidden', id: 901 },
      ...Object.fromEntries(rows)
    });
  };
  return [drawn(0), drawn(1)];
}

/** Heaps of what few have: in 1074, facts for debuggers are between a function and its script. */
const RARE = [1074];

test('heaps at random have the rows that follow from the definitions', () => {
  const seeds = [...Array.from({ length: sizeOf(500, 5000) }, (_, at) => at + 1), ...RARE];
  let rows = 0;
  for (const seed of seeds) {
    const [before, after] = heaps(seed);
    const found = compareSnapshots({
      before: readingText(before, 1 + (seed % 50)),
      after: readingText(after, 1 + (seed % 50)),
      witness: WITNESS,
      ownFolders: [FOLDER]
    });
    const byName = found
      .map(({ paths: _, ...row }) => row)
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    expect(byName, `seed ${seed}`).toEqual(naiveComparison(before, after, FOLDER));
    rows += found.length;
  }
  expect(rows).toBeGreaterThan(seeds.length / 3);
});
