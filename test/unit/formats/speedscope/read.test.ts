import { describe, expect, test } from 'vitest';
import { readSpeedscope } from '../../../../src/formats/speedscope/read';
import { TraceImportError } from '../../../../src/formats/shared/imported/importLimits';
import { FrameKind, type Profile } from '../../../../src/model/profile/profile';
import { classifyScript } from '../../../../src/model/profile/scriptKind';
import { cpuTotals, heapTotals } from '../../../support/functionTotals';
import { sliceTotals } from '../../../support/traceTotals';

const OPTIONS = { id: 'again', name: 'file', writtenAtMs: 5 };

const FRAMES = [{ name: 'a' }, { name: 'b' }, { name: 'c' }];
const LOCATED = FRAMES.map(frame => ({ ...frame, file: 'file:///x.js', line: 3, col: 4 }));

function read(profiles: readonly object[], frames: readonly object[] = FRAMES, more = {}): Profile {
  const document = { shared: { frames }, profiles, ...more };
  const bytes = new TextEncoder().encode(JSON.stringify(document));
  return readSpeedscope(bytes, OPTIONS, { kindOf: classifyScript });
}

const sampled = (unit: string, more: object = {}): object => ({
  ...{ type: 'sampled', name: 'one', unit, startValue: 0, endValue: 14 },
  samples: [[0, 1, 2], [0, 1, 2], [0, 1], [], [0]],
  weights: [1, 1, 4, 3, 5],
  ...more
});

/** Events such as `O0 C0`, each at its place in the list unless a time follows, as in `O0@5`. */
const evented = (unit: string, text: string, more: object = {}): object => {
  const events = text.split(' ').map((word, row) => {
    const [, type, frame, at] = /^([OC])(\d+)(?:@([-\d.]+))?$/.exec(word) ?? [];
    return { type, frame: Number(frame), at: at === undefined ? row : Number(at) };
  });
  return { type: 'evented', name: 'one', unit, startValue: 0, endValue: 14, events, ...more };
};

const times = (profile: Profile): Record<string, unknown> => Object.fromEntries(cpuTotals(profile));

test.each([
  ['nanoseconds', 1],
  ['microseconds', 1e3],
  ['milliseconds', 1e6],
  ['seconds', 1e9]
])('samples in %s are as long as they say', (unit, factor) => {
  const profile = read([sampled(unit)]);
  expect(times(profile)).toEqual({
    a: { self: 5 * factor, total: 11 * factor },
    b: { self: 4 * factor, total: 6 * factor },
    c: { self: 2 * factor, total: 2 * factor }
  });
  expect(profile.meta.durationNs).toBe(14 * factor);
  expect(profile.sources[0].status).toBe('ok');
});

test('numbers without a unit are microseconds, and it is said', () => {
  const profile = read([sampled('none')]);
  expect(times(profile)).toMatchObject({ a: { total: 11e3 } });
  expect(profile.sources[0].message).toContain('have no unit of time');
});

test('bytes are allocations, of those that are in use if the name says so', () => {
  const profile = read([sampled('bytes'), sampled('bytes', { name: 'inuse_space' })]);
  expect([...heapTotals(profile).keys()].sort()).toEqual(['(program)', 'a', 'b', 'c']);
  const sum = (column: Float64Array): number => column.reduce((all, each) => all + each, 0);
  expect(sum(profile.heapSamples.bytes)).toBe(14);
  expect(sum(profile.heapSamples.aliveBytes)).toBe(14);
  expect(profile.samples.length).toBe(0);
});

describe('frames that open and close', () => {
  test('are slices where they have no file', () => {
    const profile = read([evented('milliseconds', 'O0 O1 C1 O2 C2 C0')]);
    expect(sliceTotals(profile).map(([name]) => name)).toHaveLength(3);
    expect([...profile.slices.duration]).toEqual([5e6, 1e6, 1e6]);
  });

  test('are samples where they are functions of files', () => {
    const profile = read([evented('milliseconds', 'O0@1 O1@2 C1@4 O2@4 C2@7 C0@9')], LOCATED);
    expect(times(profile)).toEqual({
      a: { self: 3e6, total: 8e6 },
      b: { self: 2e6, total: 2e6 },
      c: { self: 3e6, total: 3e6 }
    });
    const { frames, strings } = profile;
    expect([strings[frames.file[0]], frames.line[0], frames.column[0]]).toEqual([
      ...['file:///x.js', 3, 4]
    ]);
    expect(profile.meta.durationNs).toBe(14e6);
  });

  test('are allocations where they are bytes', () => {
    const profile = read([evented('bytes', 'O0@0 O1@10 C1@30 C0@35')]);
    expect(Object.fromEntries(heapTotals(profile))).toEqual({
      a: { self: 15, total: 35 },
      b: { self: 20, total: 20 }
    });
  });

  test('that never close last until the end, and ends without a beginning are left out', () => {
    const profile = read([evented('nanoseconds', 'O0@0 C2@3 O1@5 C0@9 O2@10')]);
    expect([...profile.slices.duration]).toEqual([9, 4, 4]);
    expect(profile.sources[0].message).toContain('1 end of a slice has no beginning');
    expect(profile.sources[0].message).toContain('1 slice has no end');
  });

  test('in disorder end in a note, not in times below zero', () => {
    const profile = read([evented('nanoseconds', 'O0@5 C0@2')], LOCATED);
    expect(profile.samples.weight.every(weight => weight >= 0)).toBe(true);
    expect(profile.sources[0].message).not.toBe('');
  });

  test('a hundred thousand at a time are closed in no time that grows with their number squared', () => {
    const events = Array.from({ length: 100_000 }, (_, at) => ({ type: 'O', frame: 0, at }));
    const closing = events.map(({ at }) => ({ type: 'C', frame: 1, at: 1e5 + at }));
    const profile = { ...evented('nanoseconds', 'O0'), events: [...events, ...closing] };
    expect(read([profile]).slices.length).toBe(100_000);
  });
});

test('each profile is a thread, also two of one name, and those of a file written here are one', () => {
  const names = (profile: Profile): string[] =>
    profile.tracks.filter(({ kind }) => kind === 'thread').map(({ name }) => name);
  const two = [sampled('seconds'), sampled('seconds')];
  expect(names(read(two))).toEqual(['one', 'one']);
  const own = [
    sampled('nanoseconds', { name: 'main thread (CPU samples)' }),
    evented('nanoseconds', 'O0 C0', { name: 'main thread' })
  ];
  expect(names(read(own))).toEqual(['main thread (CPU samples)', 'main thread']);
  expect(names(read(own, FRAMES, { exporter: 'kernelscope 1.0.0' }))).toEqual(['main thread']);
});

test('profiles that count from 1970 keep their distance', () => {
  const from = 1.7e9;
  const first = sampled('seconds', { startValue: from, endValue: from + 14 });
  const later = sampled('seconds', { startValue: from + 60, endValue: from + 74 });
  const { samples, meta } = read([first, later]);
  expect(samples.time[0]).toBe(0);
  expect(samples.time.at(-1)).toBeCloseTo(69e9, -3);
  expect(meta.durationNs).toBeCloseTo(74e9, -3);
});

test('functions without a file are native where others have one', () => {
  const { frames } = read([sampled('seconds')], [FRAMES[0], LOCATED[1], LOCATED[2]]);
  expect([...frames.kind]).toEqual([FrameKind.native, FrameKind.user, FrameKind.user]);
});

test.each([
  [[sampled('seconds', { weights: [1] })], 'profiles row 0 has 5 samples and 1 weights'],
  [[sampled('seconds', { samples: [[9], [], [], [], []] })], 'has a frame that is not in the file'],
  [[sampled('seconds', { samples: [['__proto__'], [], [], [], []] })], 'has a frame that is not'],
  [
    [sampled('seconds', { startValue: 'x' })],
    'profiles row 0, startValue, is missing or no number'
  ],
  [[evented('seconds', 'O7')], 'has a frame that is not in the file'],
  [[{ ...sampled('seconds'), type: 'other' }], 'is neither sampled nor evented'],
  [[sampled('seconds', { weights: [1e300, 1, 1, 1, 1] })], 'out of range'],
  [['x' as unknown as object], 'profiles row 0 is missing or no object']
])('what is no such file is an error that says why (%#)', (profiles, message) => {
  expect(() => read(profiles)).toThrow(TraceImportError);
  expect(() => read(profiles)).toThrow(message);
});
