import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AggregateSection, aggregate, gpuReport } from '../../../../src/analysis';
import { ProfileBuilder } from '../../../../src/model/build/profileBuilder';
import { mergeProfiles } from '../../../../src/model/merge/mergeProfiles';
import type { Profile } from '../../../../src/model/profile/profile';
import { ProfileError } from '../../../../src/schema/schema';
import { validateProfile } from '../../../../src/model/validate/validate';
import { Recorder } from '../../../../src/record/recorder';
import { drawGpuProfile } from '../../../support/drawGpuProfile';
import { h200 } from '../../../support/h200';
import { drawProfile } from '../../../support/drawProfile';
import { FakeClock } from '../../../support/fakeClock';
import { fullProfile } from '../../../support/fullProfile';
import { type Random, seededRandom } from '../../../support/random';
import { exampleMeta } from '../../../support/richProfile';
import { finishWindow, sliceLines } from '../../../support/recording';

function at(originNs: number, drawing: string, name = 'drawn'): Profile {
  return drawProfile(drawing, { meta: { originNs: String(originNs), name } });
}

/** Sections and rows by name, so that the order of first use does not matter. */
function sorted(sections: readonly AggregateSection[]): unknown {
  const key = ({ category, unit }: AggregateSection) => `${category} ${unit}`;
  return Object.fromEntries(
    sections.map(one => [key(one), Object.fromEntries(one.rows.map(row => [row.name, row]))])
  );
}

/** Records slices that nest, counters, moments, arguments and arrows until all slices are closed. */
function recordSome(recorder: Recorder, clock: FakeClock, random: Random): void {
  const pick = (count: number) => Math.floor(random() * count);
  const open: number[] = [];
  const run = (depth: number): void => {
    const label = recorder.label(`op${pick(4)}`, `category${pick(2)}`);
    const token = recorder.begin(label);
    recorder.arg(token, 'text', `value ${pick(3)}`);
    if (open.length > 0) recorder.flow(open[pick(open.length)] as typeof token, token, label);
    open.push(token);
    clock.advance(1 + pick(9));
    for (let child = pick(3); child > 0 && depth < 4; child--) run(depth + 1);
    recorder.counter(`counter${pick(2)}`, 'counters', 'count').set(pick(100));
    recorder.instant(label);
    clock.advance(1 + pick(9));
    recorder.end(token);
  };
  for (let round = 1 + pick(4); round > 0; round--) run(0);
}

/** A window and, apart, the windows that it was cut into. */
function recordCut(seed: number): { readonly whole: Profile; readonly pieces: Profile[] } {
  const random = seededRandom(seed);
  const clock = new FakeClock();
  const recorder = new Recorder({ clock: clock.now });
  const outer = recorder.openWindow();
  const pieces = Array.from({ length: 1 + Math.floor(random() * 4) }, () => {
    const window = recorder.openWindow();
    recordSome(recorder, clock, random);
    clock.advance(1);
    const piece = finishWindow(recorder, window);
    clock.advance(1);
    return piece;
  });
  return { whole: finishWindow(recorder, outer), pieces };
}

describe('mergeProfiles', () => {
  it('makes of the windows of a cut recording what the whole would have been', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), seed => {
        const { whole, pieces } = recordCut(seed);
        const merged = mergeProfiles([...pieces].reverse());
        expect(sorted(aggregate(merged))).toEqual(sorted(aggregate(whole)));
        expect(sliceLines(merged)).toEqual(sliceLines(whole));
        expect(merged.instants.time).toEqual(whole.instants.time);
        expect(merged.flows).toEqual(whole.flows);
        expect(argTexts(merged)).toEqual(argTexts(whole));
      }),
      { numRuns: 60 }
    );
  });

  it('gives a valid profile of any valid ones', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fullProfile(), fc.nat(100_000)), { minLength: 1, maxLength: 4 }),
        profiles => {
          const moved = profiles.map(([profile, originNs]) => ({
            ...profile,
            meta: { ...profile.meta, originNs: String(originNs) }
          }));
          const merged = mergeProfiles(moved);
          expect(() => validateProfile(merged)).not.toThrow();
          const rows = (of: readonly Profile[]) =>
            of.reduce((n, { slices }) => n + slices.length, 0);
          expect(merged.slices.length).toBe(rows(moved));
        }
      ),
      { numRuns: 100 }
    );
  });

  it('puts all on the clock of the earliest, whatever the order it is given', () => {
    const early = at(1000, 'main |[a]  ', 'early');
    const late = at(1010, 'main |[b]  ', 'late');
    const merged = mergeProfiles([late, early]);
    expect(sliceLines(merged)).toEqual(['a 0+3 - @main', 'b 10+3 - @main']);
    expect(merged.meta).toMatchObject({ name: 'early', originNs: '1000', durationNs: 13 });
  });

  it('interleaves threads that recorded at the same time, each on its own track', () => {
    const main = at(1000, 'main |[a   ]\n     | [b]');
    const worker = at(1001, 'main |[c]  ');
    const other = {
      ...worker,
      tracks: [{ name: 'worker 1', kind: 'worker' as const, parent: -1, pid: 1, tid: 7 }]
    };
    expect(sliceLines(mergeProfiles([main, other]))).toEqual([
      'a 0+6 - @main',
      'b 1+3 - @main',
      'c 1+3 - @worker 1'
    ]);
  });

  it('keeps every slice of many threads that have thousands of lanes each, in a moment', () => {
    const LANES = 16_384;
    const thread = (tid: number): Profile => {
      const builder = new ProfileBuilder();
      const parent = builder.addTrack({ name: `thread ${tid}`, kind: 'worker', pid: 1, tid });
      for (let lane = 0; lane < LANES; lane++) {
        const name = tid < 3 ? 'async' : `async ${tid}`;
        const track = builder.addTrack({
          name,
          kind: 'asyncLane',
          pid: 1,
          tid: 100 + lane,
          parent
        });
        builder.addSlice({ name: 'run', category: 'range', start: lane, duration: 1e6, track });
      }
      return builder.build(exampleMeta(1e7));
    };
    const profiles = Array.from({ length: 5 }, (_, index) => thread(index));
    const before = process.cpuUsage();
    const merged = mergeProfiles(profiles);
    const { user, system } = process.cpuUsage(before);
    expect(user + system).toBeLessThan(10_000_000);
    validateProfile(merged);
    expect(merged.slices.length).toBe(5 * LANES);
    expect(merged.tracks.filter(({ kind }) => kind === 'worker')).toHaveLength(5);
    expect(merged.tracks.length).toBeLessThan(65_536);
    const lanes = merged.tracks.filter(({ kind }) => kind === 'asyncLane');
    expect(new Set(lanes.map(({ tid }) => tid)).size).toBe(lanes.length);
    const ofThread = profiles.map((_, index) =>
      merged.tracks.findIndex(({ kind, tid }) => kind === 'worker' && tid === index)
    );
    const parents = new Set(Array.from(merged.slices.track, at => merged.tracks[at].parent));
    expect(parents).toEqual(new Set(ofThread));
  });

  it('shares a lane only between profiles that do not overlap, and numbers the others anew', () => {
    const first = at(1000, 'lane async |[a]');
    const after = at(1003, 'lane async |[b]');
    const during = at(1001, 'lane async |[c]');
    expect(mergeProfiles([first, after]).tracks).toHaveLength(1);
    const apart = mergeProfiles([first, during]);
    expect(apart.tracks.map(({ tid }) => tid)).toEqual([1, 2]);
    expect(Array.from(apart.slices.track)).toEqual([0, 1]);
  });

  it('joins counters of one name into one in the order of time', () => {
    const merged = mergeProfiles([
      at(1000, 'main |[a   ]\nrss {bytes} |1  2'),
      at(1001, 'main |[b]\nrss {bytes} |5')
    ]);
    expect(merged.counters).toHaveLength(1);
    expect(merged.counters[0]).toMatchObject({
      time: Float64Array.of(0, 1, 3),
      value: Float64Array.of(1, 5, 2)
    });
  });

  it('adds up what was dropped and keeps the extremes', () => {
    const dropped = (originNs: number, min: number, max: number) =>
      drawProfile('main |[a]', {
        meta: { originNs: String(originNs) },
        extra: builder => ({
          droppedTotals: {
            length: 1,
            label: Uint32Array.of(builder.label('a', 'range')),
            count: Float64Array.of(2),
            total: Float64Array.of(min + max),
            self: Float64Array.of(min + max),
            min: Float64Array.of(min),
            max: Float64Array.of(max)
          }
        })
      });
    const merged = mergeProfiles([dropped(1000, 5, 7), dropped(2000, 1, 6)]);
    expect(aggregate(merged)[0].rows[0]).toMatchObject({ count: 6, total: 25, min: 1, max: 7 });
  });

  it('refuses no profile, and more tracks than a profile can have', () => {
    expect(() => mergeProfiles([])).toThrow(ProfileError);
    const crowd = (pid: number): Profile => ({
      ...at(1000, 'main |[a]'),
      tracks: Array.from({ length: 40_000 }, (_, row) => {
        return { name: `${row}`, kind: 'device' as const, parent: -1, pid, tid: row };
      })
    });
    expect(() => mergeProfiles([crowd(1), crowd(2)])).toThrow('80000 tracks');
  });
});

function argTexts({ args, strings }: Profile): string[] {
  return Array.from(
    args.slice,
    (slice, row) => `${slice} ${strings[args.key[row]]} ${strings[args.value[row]]}`
  );
}

describe('the sources of merged profiles', () => {
  const merged = (...texts: readonly (readonly [text: string, isClipped: boolean])[]) => {
    const profiles = texts.map(([text, isClipped]) => {
      return { ...drawProfile('main |[a]'), sourceTexts: [{ file: 'a.ts', text, isClipped }] };
    });
    return validateProfile(mergeProfiles(profiles)).sourceTexts.map(({ text, isClipped }) => {
      return [text, isClipped];
    });
  };

  it.each([
    [
      'of two threads',
      [
        ['a\n\n\nd', true],
        ['\nb', true]
      ],
      ['a\nb\n\nd', true]
    ],
    [
      'of three',
      [
        ['a', true],
        ['\nb', true],
        ['\n\nc', true]
      ],
      ['a\nb\nc', true]
    ],
    [
      'and the whole',
      [
        ['\nb', true],
        ['a\nb', false]
      ],
      ['a\nb', false]
    ],
    [
      'of a file that changed',
      [
        ['a\n\nc', true],
        ['a\nb\nd', true]
      ],
      ['a\n\nc', true]
    ],
    [
      'of a cell that another one follows',
      [
        ['a', false],
        ['\nb', false]
      ],
      ['a', false]
    ]
  ] as const)('have the lines %s', (_, texts, expected) => {
    expect(merged(...texts)).toEqual([expected]);
  });

  it('keep within the bounds of a profile', () => {
    const half = (from: number) =>
      Array.from({ length: 400 }, (_, at) => (at % 2 === from ? 'x'.repeat(290) : '')).join('\n');
    expect(merged([half(0), true], [half(1), true])).toEqual([[half(0), true]]);
  });
});

describe('GPUs of merged profiles', () => {
  it('are there once, in order, whichever parts know them', () => {
    const part = (originNs: number, gpu: number): Profile =>
      drawGpuProfile(`gpu ${gpu}/7 |  [K   ]`, {
        meta: { originNs: String(originNs), gpus: [h200(1), h200(gpu)] }
      });
    const merged = mergeProfiles([part(0, 1), at(50, 'main |[op/conv]'), part(100, 0)]);
    expect(merged.meta.gpus.map(({ device }) => device)).toEqual([0, 1]);
    const devices = gpuReport(validateProfile(merged))?.devices ?? [];
    expect(devices.map(({ device, info, busyNs }) => [device, info?.device, busyNs])).toEqual([
      [1, 1, 6],
      [0, 0, 6]
    ]);
  });
});
