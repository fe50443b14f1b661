import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  encodeCpuprofile,
  encodeFolded,
  encodePerfetto,
  encodePprof,
  encodeSpeedscope,
  readCpuprofile,
  readFolded,
  readPerfettoTrace,
  readPprof,
  readSpeedscope
} from '../../../src/formats';
import { KeptSamples } from '../../../src/engine/live/threadSamples';
import { lineCosts } from '../../../src/analysis/stacks/lineCosts';
import { ProfileBuilder } from '../../../src/model/build/profileBuilder';
import type { Profile } from '../../../src/model/profile/profile';
import type { SampledColumns } from '../../../src/native/v8Addon';
import { classifyScript } from '../../../src/model/profile/scriptKind';
import { identityMapper } from '../../../src/sources/v8/scripts/sourceMapper';
import { placePieces } from '../../../src/sources/v8/cpu/sampledPieces';
import { sampleMeta } from '../../support/drawProfile';
import { cpuTotals } from '../../support/functionTotals';
import { sizeOf } from '../../support/tiers';

/** What a thread did: a function of {@link NAMES}, or nothing at -1, for so many microseconds. */
type Stretch = readonly [name: number, us: number];

const NAMES = ['parse', 'sort', 'render'];
const ORIGIN_US = 1000;
const PIECE_US = 40_000;
const SHORTEST_US = 1000;

/** The node of what runs at a time; those of {@link NAMES} begin at 2, and 1 is an idle thread. */
function nodeAt(stretches: readonly Stretch[], timeUs: number): number {
  let endUs = ORIGIN_US;
  for (const [name, us] of stretches) {
    endUs += us;
    if (timeUs < endUs) return name + 2;
  }
  return 1;
}

/** The pieces in which a thread is sampled at these intervals, each in so many pieces. */
function piecesOf(stretches: readonly Stretch[], multiples: readonly number[]): SampledColumns[] {
  const lastUs = ORIGIN_US + stretches.reduce((sum, [, us]) => sum + us, 0);
  const pieces: SampledColumns[] = [];
  for (let startTime = ORIGIN_US; startTime < lastUs; startTime += PIECE_US) {
    const multiple = multiples[Math.min(pieces.length, multiples.length - 1)];
    const endTime = Math.min(startTime + PIECE_US, lastUs);
    const times: number[] = [];
    for (let at = startTime; at < endTime; at += multiple * SHORTEST_US) times.push(at);
    const rows = times.map(time => nodeAt(stretches, time));
    // of those of an idle thread the first is kept
    const kept = rows.map((row, at) => row !== 1 || rows[at - 1] !== 1);
    const samples = Int32Array.from(rows.filter((_, at) => kept[at]));
    const ticks = NAMES.flatMap((_, at) => {
      const taken = samples.filter(row => row === at + 2).length;
      return taken === 0 ? [] : [at + 2, 10 * (at + 1) + 1, taken * multiple];
    });
    const tree = {
      nodes: Int32Array.of(
        ...[-1, 0, 1, 0, 0, 0, 0, 2, 1, 0, 0, 0],
        ...NAMES.flatMap((_, at) => [0, 4 + at, 3, 7, 10 * (at + 1), 1])
      ),
      ticks: Int32Array.from(ticks),
      samples
    };
    pieces.push({
      ...{ startTime, endTime, functions: tree, lines: tree },
      times: Float64Array.from(times.filter((_, at) => kept[at])),
      intervals: Float64Array.of(startTime, multiple * SHORTEST_US),
      strings: ['(root)', '', '(idle)', '/app/a.js', ...NAMES]
    });
  }
  return pieces;
}

/** The profile of pieces as the file of a recording that goes on has them. */
function profileOf(pieces: readonly SampledColumns[]): Profile {
  const kept = new KeptSamples({ takePieces: () => pieces }, 1).take();
  const place = { folder: '/app', originNs: BigInt(ORIGIN_US * 1000), mapper: identityMapper };
  const { strings, samples, frames, stacks, lineTicks, lineTotals } = placePieces(
    kept,
    place
  ).samples!;
  const builder = new ProfileBuilder();
  builder.addTrack({ name: 'main thread', kind: 'thread' });
  const row = (text: number): number => builder.strings.intern(strings[text]);
  const durationNs = (pieces.at(-1)!.endTime - ORIGIN_US) * 1000;
  const cpuIntervals = pieces.map(({ intervals: [fromUs, us] }) => ({
    ...{ pid: sampleMeta(durationNs).pid, fromNs: (fromUs - ORIGIN_US) * 1000 },
    intervalNs: us * 1000
  }));
  return builder.build(
    { ...sampleMeta(durationNs), cpuIntervals },
    {
      samples,
      stacks,
      frames: { ...frames, name: frames.name.map(row), file: frames.file.map(row) },
      lineTicks: { ...lineTicks, file: lineTicks.file.map(row) },
      lineTotals: { ...lineTotals, file: lineTotals.file.map(row) }
    }
  );
}

const drawn = fc.array(
  fc.tuple(fc.integer({ min: -1, max: 2 }), fc.integer({ min: 1, max: 60_000 })),
  {
    minLength: 3,
    maxLength: 25
  }
);
const rates = fc.array(fc.constantFrom(1, 2, 4, 8), { minLength: 1, maxLength: 12 });

test('functions and lines have their time at whatever intervals they are sampled', () => {
  fc.assert(
    fc.property(drawn, rates, (stretches, multiples) => {
      const pieces = piecesOf(stretches, multiples);
      const profile = profileOf(pieces);
      const sum = profile.samples.weight.reduce((all, ns) => all + ns, 0);
      expect(sum).toBe(profile.meta.durationNs);
      const most = Math.max(...multiples) * SHORTEST_US * 1000;
      const totals = cpuTotals(profile);
      const costs = lineCosts(profile).lines;
      const ticks = lineCosts({ ...profile, lineTotals: { ...profile.lineTotals, length: 0 } });
      NAMES.forEach((name, at) => {
        const own = stretches.filter(([function_]) => function_ === at);
        const trueNs = own.reduce((all, [, us]) => all + us * 1000, 0);
        const self = totals.get(name)?.self ?? 0;
        // each begin and each end is known to an interval, and each piece has a sample at its begin
        expect(Math.abs(self - trueNs)).toBeLessThanOrEqual(own.length * most);
        const line = costs.find(cost => cost.line === 10 * (at + 1) + 1);
        expect((line?.selfShare ?? 0) * lineCosts(profile).whole).toBeCloseTo(self, -1);
        const ticked = ticks.lines.find(cost => cost.line === 10 * (at + 1) + 1)?.selfShare ?? 0;
        // the last sample of a piece may be cut short by its end
        const slack = pieces.length * most;
        expect(Math.abs(ticked * ticks.whole - self)).toBeLessThanOrEqual(slack + 1);
      });
    }),
    { numRuns: sizeOf(50, 200) }
  );
});

const FACTS = { id: 'again', name: 'again', writtenAtMs: 1 };
const SCRIPTS = { kindOf: classifyScript };

test.each<[string, (profile: Profile) => Profile]>([
  ['pprof', profile => readPprof(encodePprof(profile), FACTS, SCRIPTS)],
  ['cpuprofile', profile => readCpuprofile(encodeCpuprofile(profile), FACTS, SCRIPTS)],
  ['speedscope', profile => readSpeedscope(encodeSpeedscope(profile), FACTS, SCRIPTS)],
  ['folded', profile => readFolded(encodeFolded(profile), FACTS, SCRIPTS)],
  ['Perfetto', profile => readPerfettoTrace(encodePerfetto(profile), FACTS)]
])('files of %s keep the time of functions whose intervals changed', (_, again) => {
  fc.assert(
    fc.property(drawn, rates, (stretches, multiples) => {
      const profile = profileOf(piecesOf(stretches, multiples));
      fc.pre(profile.samples.stack.some(stack => stack >= 0));
      const [before, after] = [cpuTotals(profile), cpuTotals(again(profile))];
      for (const name of NAMES) {
        const [own, read] = [before, after].map(totals =>
          [...totals]
            .filter(([key]) => key.startsWith(name))
            .reduce((all, [, { self }]) => all + self, 0)
        );
        expect(Math.abs(own - read)).toBeLessThanOrEqual(2000);
      }
    }),
    { numRuns: sizeOf(20, 60) }
  );
});
