import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import {
  FileStart,
  type ImportOptions,
  type ScriptNames,
  encodeCpuprofile,
  encodeFolded,
  encodePprof,
  encodeSpeedscope,
  readCpuprofile,
  readFolded,
  readPprof,
  readSpeedscope
} from '../../../src/formats';
import { FORMATS } from '../../../src/formats/table';
import { wellFormed } from '../../../src/formats/shared/text/clipText';
import { selfTimesOf } from '../../../src/analysis/slices/selfTimes';
import { readerOf } from '../../../src/open/readProfile';
import { ProfileBuilder } from '../../../src/model/build/profileBuilder';
import type { Profile } from '../../../src/model/profile/profile';
import { classifyScript } from '../../../src/model/profile/scriptKind';
import { cpuTotals, heapTotals } from '../../support/functionTotals';
import { seededRandom } from '../../support/random';
import { exampleMeta, ODD_NAMES } from '../../support/richProfile';
import { type SampledOptions, sampledProfile } from '../../support/sampledProfile';

const FACTS: ImportOptions = { id: 'again', name: 'again', writtenAtMs: 1 };
const SCRIPTS: ScriptNames = { kindOf: classifyScript };

type Read = (bytes: Uint8Array, options: ImportOptions, scripts: ScriptNames) => Profile;

interface Trip {
  readonly id: string;
  readonly encode: (profile: Profile) => Uint8Array;
  readonly read: Read;
}

const CPUPROFILE: Trip = { id: 'cpuprofile', encode: encodeCpuprofile, read: readCpuprofile };
const SPEEDSCOPE: Trip = { id: 'speedscope', encode: encodeSpeedscope, read: readSpeedscope };
const PPROF: Trip = { id: 'pprof', encode: profile => encodePprof(profile), read: readPprof };
const FOLDED: Trip = { id: 'folded', encode: encodeFolded, read: readFolded };

const again = ({ encode, read }: Trip, profile: Profile): Profile =>
  read(encode(profile), FACTS, SCRIPTS);

const PLAIN_NAMES = [
  'train',
  'matMul',
  'größe 大きさ 🚀',
  '<b>relu</b>',
  'with "quotes" and \\',
  '__proto__'
];
/** Names that folded stacks have no other letters for. */
const WITHOUT_SEMICOLONS = PLAIN_NAMES;

/** Profiles of all sizes, with one thread and with several. */
const SHAPES: readonly SampledOptions[] = [
  { samples: 1, names: ['one'], threads: 1, stacks: 1 },
  { samples: 40, names: PLAIN_NAMES, threads: 1 },
  { samples: 600, names: PLAIN_NAMES, threads: 2 },
  { samples: 900, names: PLAIN_NAMES, threads: 5, stacks: 200 },
  { samples: 300, names: PLAIN_NAMES, threads: 3, heap: false }
];

/** Self and total times of the functions of each thread, by names. */
function timesByThread(profile: Profile): Record<string, object> {
  const threads = new Map<string, number[]>();
  profile.tracks.forEach(({ name }, track) => {
    threads.set(name, [...(threads.get(name) ?? []), track]);
  });
  const entries = [...threads].flatMap(([name, tracks]) => {
    const totals = [...cpuTotals(profile, tracks)].map(([key, { self, total }]) => [
      `is ${key}`,
      { self: Math.round(self), total: Math.round(total) }
    ]);
    return totals.length === 0 ? [] : [[name, Object.fromEntries(totals)]];
  });
  return Object.fromEntries(entries) as Record<string, object>;
}

const sorted = (totals: ReadonlyMap<string, unknown>): unknown[] =>
  [...totals].sort(([a], [b]) => (a < b ? -1 : 1));

describe.each([SPEEDSCOPE, PPROF, FOLDED])('$id, written here and read back', trip => {
  test.each(SHAPES)('has the same functions, threads and times (%o)', shape => {
    const profile = sampledProfile({
      ...shape,
      names: WITHOUT_SEMICOLONS.slice(0, shape.names.length)
    });
    expect(timesByThread(again(trip, profile))).toEqual(timesByThread(profile));
  });

  test('is recognised for what it is, gzipped or not, and by no other reader', () => {
    const bytes = trip.encode(sampledProfile(SHAPES[2]));
    const own = FORMATS.find(({ id }) => id === trip.id)?.read;
    expect(readerOf(new FileStart(bytes))).toBe(own);
    expect(gzipSync(bytes).length).toBeGreaterThan(0);
    const others = FORMATS.flatMap(({ id, read }) =>
      read === undefined || read.from === 'database' || id === trip.id ? [] : [[id, read] as const]
    );
    const certain = others.filter(([, read]) => read.recognise(new FileStart(bytes)) === 'certain');
    expect(certain.map(([id]) => id)).toEqual([]);
  });

  test('stays the same, however often it is converted', () => {
    const once = again(trip, sampledProfile(SHAPES[2]));
    const twice = again(trip, once);
    expect(timesByThread(again(trip, twice))).toEqual(timesByThread(once));
  });
});

const BOTH_WAYS = FORMATS.flatMap(({ id, write, read }) =>
  write === undefined || read?.from !== 'bytes' ? [] : [{ id, write, read }]
);

test.each(BOTH_WAYS)('$id of a recording in which nothing happened opens', ({ write, read }) => {
  const builder = new ProfileBuilder();
  builder.addTrack({ name: 'main thread', kind: 'thread' });
  const bytes = write.encode({ profile: builder.build(exampleMeta(1e9)) });
  expect(readerOf(new FileStart(bytes))).toBe(read);
  const inflate = (): never => {
    throw new Error('nothing is compressed');
  };
  const profile = read.decode(bytes, {
    facts: FACTS,
    scripts: SCRIPTS,
    inflate,
    profileOf: inflate
  });
  expect([profile.slices.length, profile.samples.length]).toEqual([0, 0]);
});

test('a .cpuprofile, written here and read back, has the same functions and times of its thread', () => {
  for (const shape of SHAPES) {
    const profile = sampledProfile({ ...shape, gc: false });
    const { 'main thread': main } = timesByThread(profile);
    expect(timesByThread(again(CPUPROFILE, profile))).toEqual({ 'main thread': main });
  }
});

test.each([SPEEDSCOPE, PPROF])('$id has the bytes that functions allocated', trip => {
  for (const shape of SHAPES.slice(0, 4)) {
    const profile = sampledProfile(shape);
    expect(sorted(heapTotals(again(trip, profile)))).toEqual(sorted(heapTotals(profile)));
    const alive = {
      ...profile,
      heapSamples: {
        ...profile.heapSamples,
        bytes: profile.heapSamples.aliveBytes,
        aliveBytes: profile.heapSamples.bytes
      }
    };
    const { heapSamples } = again(trip, alive);
    expect(heapSamples.bytes.every(bytes => bytes === 0)).toBe(true);
    expect(sumOf(heapSamples.aliveBytes)).toBe(sumOf(alive.heapSamples.aliveBytes));
  }
});

test.each([SPEEDSCOPE, PPROF])('$id keeps names that are no words', trip => {
  const profile = sampledProfile({ samples: 400, names: ODD_NAMES, gc: false });
  const readable = (text: string): string => wellFormed(text) || '(anonymous)';
  const expected = Object.values(timesByThread(profile)).map(each =>
    Object.keys(each).map(name => `is ${readable(name.slice(3))}`)
  );
  const found = Object.values(timesByThread(again(trip, profile))).map(each => Object.keys(each));
  expect(found.map(each => new Set(each))).toEqual(expected.map(each => new Set(each)));
});

test('places of functions and the lines at which they called are kept by pprof', () => {
  const profile = sampledProfile(SHAPES[2]);
  const { frames, strings, stacks } = again(PPROF, profile);
  const places = (of: Profile): Set<string> =>
    new Set(
      Array.from(of.frames.name, (name, row) => {
        return `${of.strings[name]} ${of.strings[of.frames.file[row]]}:${of.frames.line[row]}`;
      })
    );
  expect(frames.length).toBeGreaterThan(3);
  for (const place of places({ ...profile, frames, strings })) {
    expect(places(profile)).toContain(place);
  }
  expect(stacks.line.some(line => line > 0)).toBe(true);
});

/** Slices that nest and touch on several tracks. */
function nestedSlices(seed: number): Profile {
  const random = seededRandom(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const builder = new ProfileBuilder();
  const tracks = ['main thread', 'worker 1', 'worker 2'].slice(0, 1 + below(3));
  tracks.forEach((name, track) => {
    builder.addTrack({ name, kind: 'thread' });
    const add = (from: number, to: number, depth: number): void => {
      for (let at = from; at < to && depth < 5;) {
        const end = Math.min(to, at + 1 + below(to - from));
        builder.addSlice({
          ...{ name: `name ${below(6)}`, category: 'range', start: at, duration: end - at },
          track
        });
        add(at, end, depth + 1 + below(3));
        at = end + below(5);
      }
    };
    add(below(50), 1000, 0);
  });
  return builder.build(exampleMeta(2000));
}

function slicesByTrack(profile: Profile): Record<string, Record<string, unknown>> {
  const { slices, labels, strings, tracks } = profile;
  const self = selfTimesOf(profile, () => true);
  const sums: Record<string, Record<string, { count: number; total: number; self: number }>> = {};
  for (let row = 0; row < slices.length; row++) {
    const ofTrack = (sums[tracks[slices.track[row]].name] ??= {});
    const sum = (ofTrack[strings[labels.name[slices.label[row]]]] ??= {
      count: 0,
      total: 0,
      self: 0
    });
    sum.count++;
    sum.total += slices.duration[row];
    sum.self += self[row];
  }
  return sums;
}

const seeds = Array.from({ length: 20 }, (_, at) => at + 1);

test.each(seeds)(
  'speedscope has the slices of each track, with self and total times (seed %d)',
  seed => {
    const profile = nestedSlices(seed);
    expect(slicesByTrack(again(SPEEDSCOPE, profile))).toEqual(slicesByTrack(profile));
  }
);

test('folded stacks have the self times of slices as microseconds', () => {
  const builder = new ProfileBuilder();
  for (const name of ['main thread', 'worker 1']) {
    const track = builder.addTrack({ name, kind: 'thread' });
    const slice = { category: 'range', track };
    builder.addSlice({ ...slice, name: 'epoch', start: 0, duration: 9e6 });
    builder.addSlice({ ...slice, name: 'step', start: 1e6, duration: 5e6 });
  }
  const expected = { 'is epoch': { self: 4e6, total: 9e6 }, 'is step': { self: 5e6, total: 5e6 } };
  expect(timesByThread(again(FOLDED, builder.build(exampleMeta(1e7))))).toEqual({
    'main thread': expected,
    'worker 1': expected
  });
});

function sumOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}
