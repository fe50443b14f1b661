import { describe, expect, it, test } from 'vitest';
import {
  hotLines,
  neverBegan,
  packageTimes,
  profileFindings,
  programPart,
  startUpNs,
  threadWhole,
  withStartUp
} from '../../../../src/analysis';
import { timelineSvg } from '../../../../src/formats/shared/picture/timelinePicture';
import { mergeRepetitions } from '../../../../src/model/merge/mergeCells';
import {
  CORE_WAIT,
  EVENT_LOOP_WAIT,
  RANGE_CATEGORY,
  WAITING_CATEGORY
} from '../../../../src/model/profile/categories';
import { permute } from '../../../../src/model/profile/columns';
import type { Profile } from '../../../../src/model/profile/profile';
import type { StartUp } from '../../../../src/facts/startUp';
import { startUpText } from '../../../../src/report/summaryLine';
import { profileNotes } from '../../../../src/report/text/profileNotes';
import { drawThread, SAMPLE_NS } from '../../../support/drawThread';
import { richProfile } from '../../../support/richProfile';
import { stackedProfile } from '../../../support/stackedProfile';
import type { SliceInput } from '../../../../src/model/build/profileBuilder';
import { validateProfile } from '../../../../src/model/validate/validate';

const LOADING = 'nnnnnnGGnnnnn....nnn';
const PROGRAM = 'uuuuuuuuuuuuuuuvvvgg....uuuuuu';

/** A program of which the first samples are its start-up. */
function started(loading: string, program: string, more: { pid?: number; at?: number } = {}) {
  const { pid = 1, at = 0 } = more;
  const untilNs = loading.length * SAMPLE_NS;
  const startUp: StartUp = { runs: [{ pid, fromNs: 0, untilNs }], lines: [] };
  const meta = { startUp, startedAtMs: at, originNs: String(1e9 * (1 + at)) };
  return drawThread(loading + program, { pid, isRepetition: at > 0, meta });
}

const answersOf = (profile: Profile) => {
  const { findings, shares } = profileFindings(profile);
  return { shares, times: packageTimes(profile), findings, whole: threadWhole(profile) };
};

describe('the start-up of a program', () => {
  it('is in no share, finding or table', () => {
    const alone = answersOf(drawThread(PROGRAM));
    expect(alone.findings.map(({ kind }) => kind)).toContain('hotFunction');
    expect(answersOf(started(LOADING, PROGRAM))).toEqual(alone);
    expect(startUpNs(started(LOADING, PROGRAM))).toBe(LOADING.length * SAMPLE_NS);
  });

  it('is a part like any other where that is wanted', () => {
    const { startUp: _, ...meta } = started(LOADING, PROGRAM).meta;
    const whole = { ...started(LOADING, PROGRAM), meta };
    expect(withStartUp(started(LOADING, PROGRAM))).toEqual(whole);
    expect(programPart(whole)).toBe(whole);
  });

  it('is left out of each run of a program that ran several times', () => {
    const runs = [1, 2, 3].map(at => started(LOADING, PROGRAM, { pid: at, at }));
    const all = mergeRepetitions(runs);
    expect(startUpNs(all)).toBe(3 * LOADING.length * SAMPLE_NS);
    expect(threadWhole(all)).toBe(3 * PROGRAM.length * SAMPLE_NS);
    expect(profileFindings(all).shares?.userNs).toBe(3 * 24 * SAMPLE_NS);
  });

  it('leaves a profile that is valid, wherever it ends', () => {
    const rich = richProfile();
    for (const part of [0, 0.1, 0.37, 0.5, 0.93, 1]) {
      const untilNs = part * rich.meta.durationNs;
      const startUp = { runs: [{ pid: rich.meta.pid, fromNs: 0, untilNs }], lines: [] };
      const left = programPart({ ...rich, meta: { ...rich.meta, startUp } });
      expect(() => validateProfile(left)).not.toThrow();
      expect(left.meta.durationNs).toBeCloseTo(rich.meta.durationNs - untilNs, 3);
      if (part === 1) expect([left.samples.length, left.slices.length]).toEqual([0, 0]);
    }
  });

  it('keeps windows of findings on the clock of the whole', () => {
    const busy = `${'.u'.repeat(12)}${'u'.repeat(300)}${'.u'.repeat(4)}`;
    const windowOf = (profile: Profile) =>
      profileFindings(profile).findings.find(({ kind }) => kind === 'eventLoop')?.target.window;
    const alone = windowOf(drawThread(busy));
    const within = windowOf(started(LOADING, busy));
    expect(within?.fromNs).toBe((alone?.fromNs ?? NaN) + LOADING.length * SAMPLE_NS);
    expect(within?.toNs).toBe((alone?.toNs ?? NaN) + LOADING.length * SAMPLE_NS);
  });
});

const LOADER = 'node:internal/modules/cjs/loader';
const LOADER_THREAD = 'node:internal/modules/esm/worker';

/** A program whose start-up is known, of samples one after the other. */
function importing(
  drawn: Parameters<typeof stackedProfile>[0],
  lines: StartUp['lines'] = []
): Profile {
  const durationNs = drawn.reduce((sum, { ns }) => sum + ns, 0);
  const profile = stackedProfile(drawn, durationNs);
  const track = profile.samples.track[0];
  const startUp = {
    runs: [{ pid: profile.tracks[track].pid, fromNs: 0, untilNs: 0 }],
    lines
  };
  const names = profile.frames.name.map((name, row) =>
    profile.strings[profile.frames.file[row]].startsWith('top') ? profile.strings.length : name
  );
  let at = 0;
  const time = profile.samples.weight.map(ns => (at += ns) - ns);
  return {
    ...profile,
    meta: { ...profile.meta, startUp },
    samples: { ...profile.samples, time },
    strings: [...profile.strings, '(top level)'],
    frames: { ...profile.frames, name: names }
  };
}

/** A profile without slices, with one. */
function withSlice(
  profile: Profile,
  { name, category, track, start, duration }: SliceInput
): Profile {
  const { strings } = profile;
  return {
    ...profile,
    strings: [...strings, name, category],
    labels: {
      length: 1,
      name: Uint32Array.of(strings.length),
      category: Uint32Array.of(strings.length + 1)
    },
    slices: {
      length: 1,
      start: Float64Array.of(start),
      duration: Float64Array.of(duration),
      label: new Uint32Array(1),
      track: Uint16Array.of(track),
      parent: Int32Array.of(-1)
    }
  };
}

describe('packages that modules of the user import', () => {
  it('are start-up where the top level of a module loads them, with the code that runs then', () => {
    const profile = importing([
      { stack: [LOADER, 'top.ts', LOADER], ns: 30 },
      { stack: [LOADER, 'top.ts', LOADER, 'node_modules/x/x.js'], ns: 20 },
      { stack: [LOADER, 'top.ts', LOADER, 'top2.ts', LOADER], ns: 7 },
      { stack: [LOADER, 'top.ts', LOADER, 'top2.ts'], ns: 5 },
      { stack: [LOADER, 'top.ts', 'work.ts'], ns: 3 }
    ]);
    expect(startUpNs(profile)).toBe(57);
    expect(packageTimes(profile).rows.map(({ owner, selfNs }) => [owner, selfNs])).toEqual([
      ['own', 8]
    ]);
  });

  it('are no start-up within a range, nor is what no sample tells apart from them', () => {
    const profile = importing([
      { stack: [LOADER, 'top.ts', LOADER], ns: 30 },
      { stack: [LOADER, 'top.ts'], ns: 10 }
    ]);
    const ranged = withSlice(profile, {
      ...{ name: 'step', category: RANGE_CATEGORY, track: profile.samples.track[0] },
      ...{ start: 25, duration: 4 }
    });
    expect(startUpNs(ranged)).toBe(26);
    const part = programPart(ranged);
    expect(part.meta.durationNs).toBe(14);
    expect([part.slices.start[0], part.slices.duration[0]]).toEqual([0, 4]);
  });

  it('are start-up while the thread is blocked for them, but not once it has waited for events', () => {
    const profile = importing([
      { stack: [LOADER], ns: 1 },
      { stack: [], ns: 2 },
      { stack: [LOADER, 'top.ts', LOADER], ns: 10 },
      { stack: [], ns: 20 },
      { stack: [LOADER, 'top.ts', LOADER, 'node_modules/x/x.js'], ns: 40 },
      { stack: [LOADER, 'top.ts'], ns: 100 },
      { stack: [], ns: 200 },
      { stack: [LOADER], ns: 400 },
      { stack: [], ns: 800 },
      { stack: [LOADER], ns: 1600 }
    ]);
    expect(startUpNs(profile)).toBe(73);
  });

  it('are start-up although V8 is in no function between two samples of it', () => {
    const profile = importing([
      { stack: [LOADER], ns: 1 },
      { stack: [], ns: 2 },
      { stack: ['(program)'], ns: 4 },
      { stack: [], ns: 10 },
      { stack: [LOADER], ns: 20 },
      { stack: [LOADER, 'top.ts'], ns: 40 },
      { stack: ['(program)'], ns: 100 },
      { stack: [LOADER, 'top.ts'], ns: 200 },
      { stack: [LOADER], ns: 400 }
    ]);
    expect(startUpNs(profile)).toBe(437);
  });

  it('are no start-up while the thread waits at an await of the program', () => {
    const drawn = importing([
      { stack: [LOADER], ns: 30 },
      { stack: [], ns: 500 },
      { stack: [LOADER, 'top.ts'], ns: 10 }
    ]);
    expect(startUpNs(drawn)).toBe(530);
    const { samples, tracks } = drawn;
    const track = { ...tracks[0], kind: 'waiting', parent: samples.track[0] } as const;
    const waiting = (name: string): Profile =>
      withSlice(
        { ...drawn, tracks: [...tracks, track] },
        {
          ...{ name, category: WAITING_CATEGORY, track: tracks.length },
          ...{ start: 40, duration: 480 }
        }
      );
    expect(startUpNs(waiting(EVENT_LOOP_WAIT))).toBe(530);
    expect(startUpNs(waiting('top.ts:3'))).toBe(30);
  });

  it('are start-up with what the thread waits for a core meanwhile', () => {
    const loading = [LOADER, 'top.ts', LOADER];
    const drawn = importing([
      { stack: loading, ns: 100 },
      { stack: [], ns: 1000 },
      { stack: loading, ns: 300 },
      { stack: [LOADER, 'top.ts'], ns: 500 },
      { stack: [], ns: 4000 },
      { stack: [LOADER, 'top.ts'], ns: 700 }
    ]);
    const { samples } = drawn;
    const ran = Uint32Array.of(0, 2, 3, 5);
    const columns = {
      time: permute(samples.time, ran, new Float64Array(4)),
      weight: permute(samples.weight, ran, new Float64Array(4)),
      stack: permute(samples.stack, ran, new Int32Array(4)),
      track: permute(samples.track, ran, new Uint16Array(4))
    };
    const waits = { ...CORE_WAIT, unit: 'nanoseconds', kind: 'sampled' } as const;
    const counter = {
      ...{ ...waits, track: samples.track[0] },
      time: Float64Array.of(100, 1900),
      value: Float64Array.of(1000, 4000)
    };
    const profile = { ...drawn, samples: { ...columns, length: 4 }, counters: [counter] };
    expect(startUpNs(profile)).toBe(1400);
    expect(packageTimes(profile).rows.map(({ owner, selfNs }) => [owner, selfNs])).toEqual([
      ['coreWait', 4000],
      ['own', 1200]
    ]);
  });

  it('are work of the program where one of its functions loads them later', () => {
    const profile = importing([
      { stack: [LOADER, 'top.ts', 'work.ts', LOADER], ns: 30 },
      { stack: [LOADER, 'top.ts', 'work.ts'], ns: 3 }
    ]);
    expect(startUpNs(profile)).toBe(0);
  });

  it('take nothing of the time of the lines that import them', () => {
    const profile = importing(
      [{ stack: ['work.ts'], ns: 10 }],
      [{ file: 'work.ts', line: 1, ownNs: 70, totalNs: 70 }]
    );
    const file = profile.strings.indexOf('work.ts');
    const column = (ns: number) => Float64Array.of(ns);
    const lineTotals = {
      ...{ length: 1, file: Uint32Array.of(file), line: Uint32Array.of(1) },
      ...{ self: column(2), total: column(79), own: column(77) }
    };
    const { lines } = hotLines({ ...profile, lineTotals });
    expect(lines).toEqual([{ file: 'work.ts', line: 1, selfNs: 7, totalNs: 9 }]);
  });
});

describe('a program that ended with an error', () => {
  const ended = (drawn: Parameters<typeof importing>[0]): Profile => {
    const profile = importing(drawn);
    return { ...profile, meta: { ...profile.meta, status: 'error' } };
  };
  const loaded = [
    { stack: [LOADER, 'top.ts', LOADER, 'node_modules/x/x.js'], ns: 30 },
    { stack: ['(program)'], ns: 5 }
  ];

  it('before its own code was seen has no shares, findings or tables, and a sentence that says so', () => {
    const profile = ended(loaded);
    expect(neverBegan(profile)).toBe(true);
    expect(answersOf(profile)).toEqual({
      ...{ shares: null, findings: [], whole: 0 },
      times: { wholeNs: 0, rows: [] }
    });
    expect(startUpText(profile)).toBe('');
    expect(profileNotes(profile)).toEqual([expect.stringContaining('nothing but its start-up')]);
    expect(timelineSvg(profile)).not.toContain('NaN');
    expect(profileFindings(withStartUp(profile)).shares?.libraryNs).toBe(30);
  });

  it('after it had run has both', () => {
    const profile = ended([...loaded, { stack: [LOADER, 'top.ts'], ns: 10 }]);
    expect(neverBegan(profile)).toBe(false);
    expect(packageTimes(profile).wholeNs).toBe(10);
    expect(neverBegan(importing(loaded))).toBe(false);
  });
});

describe('threads that only load modules', () => {
  const drawn = (loader: readonly string[]): Profile => {
    const profile = importing([
      { stack: [LOADER, 'top.ts'], ns: 10 },
      { stack: loader, ns: 10, thread: 1 }
    ]);
    const tracks = profile.tracks.map((track, at) =>
      at === 0 ? track : ({ ...track, kind: 'worker' } as const)
    );
    return { ...profile, tracks, meta: { ...profile.meta, durationNs: 10 } };
  };
  const ownerOf = (profile: Profile) => packageTimes(profile).rows.map(({ owner }) => owner);

  it.each([
    ['Node began', [LOADER_THREAD, 'node_modules/x/x.js']],
    ['a compiler began', ['node:internal/main/worker_thread', 'node_modules/esbuild/lib/main.js']]
  ])('and that %s are in no share, as if they had not been there', (_, loader) => {
    const profile = drawn(loader);
    expect(profileFindings(profile)).not.toHaveProperty('mainShares');
    expect(ownerOf(profile)).toEqual(['own']);
  });

  it('are not those of the program, whatever they call', () => {
    const profile = drawn(['worker.ts', 'node_modules/esbuild/lib/main.js']);
    expect(profileFindings(profile).mainShares?.userNs).toBe(10);
    expect(ownerOf(profile)).toEqual(['own', 'package']);
  });
});

test('lines of libraries have no more of the time after start-up than their file', () => {
  const file = 'node_modules/x/x.js';
  const profile = importing([
    { stack: [LOADER, 'top.ts', LOADER, file], ns: 30 },
    { stack: [LOADER, 'top.ts', file], ns: 4 }
  ]);
  const column = (ns: number) => Float64Array.of(ns);
  const lineTotals = {
    ...{ length: 1, file: Uint32Array.of(profile.strings.indexOf(file)), line: Uint32Array.of(1) },
    ...{ self: column(34), total: column(34), own: column(0) }
  };
  const { lines } = hotLines({ ...profile, lineTotals });
  expect(lines).toEqual([{ file, line: 1, selfNs: 4, totalNs: 4 }]);
});
