import { CORE_WAIT } from '../../src/model/profile/categories';
import { aggregate } from '../../src/analysis/statistics/aggregate';
import type { ComparedSide } from '../../src/analysis/comparison/comparedSide';
import { compareProfiles } from '../../src/analysis/comparison/compareProfiles';
import type { BundleComparison } from '../../src/model/output/comparison';
import type { Profile } from '../../src/model/profile/profile';
import { ProfileBuilder } from '../../src/model/build/profileBuilder';
import { sampleMeta } from './drawProfile';
import { stackParts } from './stackParts';

const MS = 1e6;

/** What {@link comparedProfile} makes a profile of. Times are milliseconds. */
export interface ComparedDrawing {
  readonly name: string;
  /** The time of each repetition; one is a cell that is not repeated. */
  readonly runs: readonly number[];
  /** The part of each run in which the thread had no processor; unknown unless given. */
  readonly queued?: readonly number[];
  /** Ranges, with their share of each run. */
  readonly ranges?: Readonly<Record<string, number>>;
  /** The category of the ranges; `range` unless given. */
  readonly category?: string;
  /** Stacks as in `stackParts`, with their time in all runs. */
  readonly stacks?: readonly (readonly [stack: string, ms: number])[];
  /** Files of functions; `Cell [1]` unless stated. */
  readonly files?: Readonly<Record<string, string>>;
  readonly source?: string;
  /** Time in all runs of lines of the cell and of what they called. */
  readonly lines?: Readonly<Record<number, number>>;
  /** Values of the counter `rss`, MB. */
  readonly rss?: readonly number[];
}

/** A profile of a cell, from a few numbers. */
export function comparedProfile(drawing: ComparedDrawing): Profile {
  const {
    name,
    runs,
    queued,
    ranges = {},
    category = 'range',
    stacks = [],
    files = {},
    source,
    lines = {},
    rss
  } = drawing;
  const builder = new ProfileBuilder();
  const track = builder.addTrack({ name: 'main thread', kind: 'thread' });
  let start = 0;
  for (const [number, run] of runs.entries()) {
    const whole = { start, duration: run * MS, track };
    const args = queued && { ranNs: 1, queuedNs: queued[number] * MS };
    const repetition = { name: 'repetition', category: 'repetition', args, ...whole };
    if (runs.length > 1) builder.addSlice(repetition);
    for (const [range, share] of Object.entries(ranges)) {
      builder.addSlice({ name: range, category, ...whole, duration: share * run * MS });
    }
    start += run * MS;
  }
  if (queued !== undefined && runs.length === 1) {
    const [value, time] = [queued.map(ms => ms * MS), [0]].map(each => Float64Array.from(each));
    builder.addCounter({ ...CORE_WAIT, unit: 'nanoseconds', kind: 'sampled', track, time, value });
  }
  if (rss !== undefined) {
    builder.addCounter({
      name: 'rss',
      category: 'process',
      unit: 'bytes',
      kind: 'sampled',
      track,
      time: Float64Array.from(rss, (_, at) => at),
      value: Float64Array.from(rss, value => value * 1e6)
    });
  }
  const samples = stacks.map(([stack, ms]) => ({ stack, weight: ms * MS }));
  const cell = source === undefined ? null : { file: 'Cell [1]', executionCount: 1, source };
  const timed = Object.entries(lines);
  return builder.build(
    { ...sampleMeta(start), id: `${name}-id`, name, cell },
    {
      ...stackParts(builder, { samples, files }),
      lineTotals: {
        length: timed.length,
        file: Uint32Array.from(timed, () => builder.strings.intern('Cell [1]')),
        line: Uint32Array.from(timed, ([line]) => Number(line)),
        self: Float64Array.from(timed, ([, ms]) => ms * MS),
        total: Float64Array.from(timed, ([, ms]) => ms * MS),
        own: Float64Array.from(timed, ([, ms]) => ms * MS)
      }
    }
  );
}

/** A profile with its statistics. */
export function sideOf(profile: Profile): ComparedSide {
  return { profile, sections: aggregate(profile) };
}

/** What changed from one drawing to another. */
export function comparisonOf(before: ComparedDrawing, after: ComparedDrawing): BundleComparison {
  return compareProfiles(sideOf(comparedProfile(before)), sideOf(comparedProfile(after)));
}

const SOURCE_BEFORE = `%%profile --repeat 8
const words = text.split(' ');
const counts = {};
for (const word of words) {
  counts[word] = words.filter(each => each === word).length;
}
const sorted = Object.entries(counts).sort((a, b) => b[1] - a[1]);
report(sorted.slice(0, 10));
`;

const SOURCE_AFTER = `%%profile --repeat 8 --compare before
const words = text.split(' ');
const counts = {};
for (const word of words) {
  counts[word] = (counts[word] ?? 0) + 1;
}
const sorted = Object.entries(counts).sort((a, b) => b[1] - a[1]);
const best = sorted.slice(0, 10);
report(best);
`;

/** A cell that was repeated and made faster. */
export const REPEATED: readonly [ComparedDrawing, ComparedDrawing] = [
  {
    name: 'before',
    runs: [120, 118, 125, 122, 119, 121, 124, 117],
    ranges: { count: 0.8, sort: 0.1, report: 0.02 },
    stacks: [
      ['(top level):5 count:5 filter:2', 620],
      ['(top level):5 count:5', 150],
      ['(top level):7 sort:3', 96],
      ['(top level):8 report:9', 20],
      ['(garbage collector)', 60]
    ],
    files: { filter: 'node_modules/lib/filter.js', sort: 'node_modules/lib/sort.js' },
    source: SOURCE_BEFORE,
    lines: { 2: 8, 4: 4, 5: 770, 7: 96, 8: 20 },
    rss: [90, 110, 130]
  },
  {
    name: 'after',
    runs: [77, 79, 76, 80, 78, 75, 79, 76],
    ranges: { count: 0.6, sort: 0.16, render: 0.2 },
    stacks: [
      ['(top level):5 count:5', 360],
      ['(top level):7 sort:3', 100],
      ['(top level):9 report:9 render:4', 120],
      ['(garbage collector)', 20]
    ],
    files: { sort: 'node_modules/lib/sort.js', render: 'render.ts' },
    source: SOURCE_AFTER,
    lines: { 2: 8, 4: 4, 5: 360, 7: 100, 9: 120 },
    rss: [90, 100, 104]
  }
];

/** The same cell run once each, without ranges. */
export const ONCE: readonly [ComparedDrawing, ComparedDrawing] = [
  { ...REPEATED[0], runs: [967], ranges: {} },
  { ...REPEATED[1], runs: [620], ranges: {} }
];

/** Repetitions that differ by chance alone. */
export const BY_CHANCE: readonly [ComparedDrawing, ComparedDrawing] = [
  { ...REPEATED[0], runs: [100, 110, 95, 105] },
  { ...REPEATED[0], name: 'after', runs: [101, 104, 97, 111] }
];
