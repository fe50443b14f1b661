import { describe, expect, it, test } from 'vitest';
import { profileFindings } from '../../../../src/analysis';
import { EVENT_LOOP_WAIT } from '../../../../src/model/profile/categories';
import { ProfileBuilder } from '../../../../src/model/build/profileBuilder';
import type { FindingKind } from '../../../../src/model/output/findings';
import { FrameKind, type Profile } from '../../../../src/model/profile/profile';
import { sampleMeta } from '../../../support/drawProfile';
import { drawThread } from '../../../support/drawThread';
import { waitingProfile } from '../../../support/waitingProfile';
import { findingText } from '../../../../src/report/findings/findingSentence';
import { stackParts } from '../../../support/stackParts';

describe('what ended waits', () => {
  /**
   * A thread that waits at one `await`, a character for each wait: `t` a timer ended, `f` a file, `?` it was not looked; one that
   * `n` native code interrupts, or `i` what was not looked at, goes on.
   */
  function waits(code: string): Profile {
    const builder = new ProfileBuilder();
    const parent = builder.addTrack({ name: 'main thread', kind: 'thread' });
    const track = builder.addTrack({ name: 'Waiting', kind: 'waiting', parent });
    [...code].forEach((each, at) => {
      const endedBy = { t: 'timer', f: 'file', n: 'native code' }[each];
      builder.addSlice({
        ...{ name: 'Cell [1]:3', category: 'waiting', track, start: at * 1e6, duration: 1e6 },
        args: {
          ...(endedBy !== undefined && { 'ended by': endedBy }),
          ...('ni'.includes(each) && { continued: true })
        }
      });
    });
    return builder.build(sampleMeta(code.length * 1e6));
  }

  it.each([
    ['t'.repeat(100), 'timer'],
    ['tft'.repeat(30), 'timer'],
    ['t????'.repeat(20), 'timer'],
    ['t????f????t????'.repeat(6), 'timer'],
    ['tf'.repeat(50), ''],
    ['t????f????'.repeat(10), ''],
    ['nnnt'.repeat(20), 'timer'],
    ['nnnt???'.repeat(10), 'timer'],
    [`${'n'.repeat(50)}?`, 'native code'],
    [`${'i'.repeat(50)}?`, ''],
    [`t${'?'.repeat(99)}`, ''],
    ['?'.repeat(100), '']
  ])('is what ended most of those of which it is known: %s', (code, endedBy) => {
    const [wait] = profileFindings(waits(code)).findings;
    expect(wait).toMatchObject({ kind: 'waiting', facts: { endedBy } });
  });
});

describe('waits at lines that are not known', () => {
  /** A program that waited for 65 % of the time, and ran the functions of one file meanwhile. */
  const kindsOf = (file: string, kind: number): readonly string[] => {
    const known = waitingProfile();
    const { labels, frames, strings } = known;
    const unknown = {
      ...known,
      strings: [...strings, EVENT_LOOP_WAIT, file],
      labels: { ...labels, name: labels.name.map(() => strings.length) },
      frames: {
        ...frames,
        kind: frames.kind.map(() => kind),
        file: frames.file.map(() => strings.length + 1)
      }
    };
    return profileFindings(unknown).findings.map(each => each.kind);
  };

  it('are a finding of a program, but not of one that ended as it was still loaded', () => {
    const loader = 'node:internal/modules/cjs/loader';
    expect(kindsOf('app.js', FrameKind.user)).toContain('waiting');
    expect(kindsOf('node:internal/timers', FrameKind.runtime)).toContain('waiting');
    expect(kindsOf(loader, FrameKind.runtime)).not.toContain('waiting');
  });
});

describe('waits in calls that block the thread', () => {
  const SAVE = 'for (const row of rows) {\n  insert.run(row);\n}\nfinish();';

  /** A thread that runs line 2 for a time and is blocked then, again and again; a part of it is in waits of its event loop. */
  function blocked(text: string, waitedPart = 0, ranNs = 4e6): Profile {
    const builder = new ProfileBuilder();
    const parent = builder.addTrack({ name: 'main thread', kind: 'thread' });
    const track = builder.addTrack({ name: 'Waiting', kind: 'waiting', parent });
    const [rounds, roundNs] = [100, 10e6];
    const ranAll = Float64Array.of(rounds * ranNs);
    for (let at = 0; at < rounds * waitedPart; at++) {
      const times = { start: at * roundNs + ranNs, duration: roundNs - ranNs };
      builder.addSlice({ name: EVENT_LOOP_WAIT, category: 'waiting', track, ...times });
    }
    const samples = Array.from({ length: rounds }, () => [
      { stack: 'save:2', weight: ranNs },
      { stack: '', weight: roundNs - ranNs }
    ]).flat();
    const { samples: taken, ...parts } = stackParts(builder, { samples, files: { save: 'a.ts' } });
    let now = 0;
    const time = Float64Array.from(samples, ({ weight }) => (now += weight) - weight);
    const profile = builder.build(sampleMeta(rounds * roundNs), {
      ...parts,
      samples: { ...taken, time }
    });
    const file = profile.strings.indexOf('a.ts');
    const lineTotals = {
      ...{ length: 1, file: Uint32Array.of(file), line: Uint32Array.of(2) },
      ...{ self: ranAll, total: ranAll, own: ranAll }
    };
    const sourceTexts = [{ file: 'a.ts', text, isClipped: false }];
    const sources = (['waits', 'callSites'] as const).map(source => {
      return { source, status: 'ok', message: '', records: 200 } as const;
    });
    return { ...profile, lineTotals, sourceTexts, sources };
  }

  it('are at the line whose samples they follow, with the time that it ran itself', () => {
    const [first, ...others] = profileFindings(blocked(SAVE)).findings;
    expect(first).toMatchObject({ kind: 'waiting', facts: { file: 'a.ts', line: 2 } });
    expect(findingText(first)).toMatch(
      /600 ms\) at a\.ts:2, for a call that blocks the thread, .+ ran that line for another 40/
    );
    expect(others.map(({ kind }) => kind)).not.toContain('hotLine');
  });

  it.each([
    ['with a line that calls nothing of that kind', blocked('for (;;) {\n  sum += a * b;\n}')],
    ['that were mostly in the event loop', blocked(SAVE, 0.8)],
    ['that ran for longer', blocked(SAVE, 0, 6e6)]
  ])('are at no line of code %s', (_what, profile) => {
    const wait = profileFindings(profile).findings.find(({ kind }) => kind === 'waiting');
    expect(wait?.facts).toMatchObject({ file: '', line: 0 });
  });
});

describe('waits at one line', () => {
  const LOADER = 'node:internal/modules/esm/worker';

  /** So many waits for a timer at line 2 of a function, some of which overlap; meanwhile other threads run for such parts of them. */
  function waitsAtLine(
    count: number,
    overlapping: number,
    others: readonly number[] = [],
    endedBy = 'timer',
    alike = 0
  ): Profile {
    const builder = new ProfileBuilder();
    const parent = builder.addTrack({ name: 'main thread', kind: 'thread' });
    const track = builder.addTrack({ name: 'Waiting', kind: 'waiting', parent });
    const slices = Array.from({ length: count }, (_, at) => {
      const args = {
        'ended by': endedBy,
        ...(at < overlapping && { overlapping: true }),
        ...(at >= count - alike && { 'ended by the same': true })
      };
      const times = { start: at * 1e6, duration: 1e6 };
      const slice = { name: 'pool.js:2', category: 'waiting', track, ...times, args };
      return { slice: builder.addSlice(slice), stack: 'load:2' };
    });
    const workers = others.map(part => {
      return { part, track: builder.addTrack({ name: 'worker', kind: 'worker' }), code: 'work:3' };
    });
    const loader = builder.addTrack({ name: 'worker', kind: 'worker' });
    workers.push({ part: 0.05, track: loader, code: 'handle:9 resolve:3' });
    const ran = slices.flatMap((_, at) => [
      { stack: '', weight: 1e6, time: at * 1e6, track: parent },
      ...workers.map(({ part, track, code: stack }) => {
        return { stack, weight: part * 1e6, time: at * 1e6, track };
      })
    ]);
    const samples = others.length === 0 ? [] : ran;
    const files = { load: 'pool.js', work: 'worker.js', handle: LOADER, resolve: 'hooks.js' };
    const parts = stackParts(builder, { files, samples, slices });
    return builder.build(sampleMeta(count * 1e6), {
      ...parts,
      samples: {
        ...parts.samples,
        time: Float64Array.from(samples, each => each.time),
        track: Uint16Array.from(samples, each => each.track)
      }
    });
  }

  it.each([
    [40, 0, 40],
    [8, 0, 8],
    [7, 0, undefined],
    [40, 2, undefined]
  ])('of %i, of which %i overlap, come one after another: %s', (count, overlapping, turns) => {
    const [wait] = profileFindings(waitsAtLine(count, overlapping)).findings;
    expect(wait).toMatchObject({ kind: 'waiting', facts: { line: 2, waits: count } });
    expect(wait.kind === 'waiting' && wait.facts.turns).toBe(turns);
  });

  it.each<[others: readonly number[], isForOne: boolean, endedBy?: string]>([
    [[], false],
    [[0.8], true],
    [[0.6], true],
    [[0.3], false],
    [[0.3], true, 'message'],
    [[0.3], true, 'process'],
    [[0.05], false, 'process'],
    [[0.8, 0.8], false],
    [[0.8, 0.8], false, 'message'],
    [[0.8, 0.1], false],
    [[0.8, 0.05], true],
    [[0.3, 0.3, 0.3], false, 'process']
  ])(
    'are for the work of one thread where no other one did it: %j',
    (others, isForOne, endedBy) => {
      const seen = new Set<boolean>();
      profileFindings(waitsAtLine(40, 0, others, endedBy), ({ evidence }) => {
        if (evidence.costs === 'waiting') seen.add(evidence.isForOne);
        return null;
      });
      expect([...seen]).toEqual([isForOne]);
    }
  );

  it.each([
    ['process', 39, true],
    ['process', 32, true],
    ['process', 20, false],
    ['network', 39, false],
    ['timer', 39, false]
  ])('are for one that runs no recorded code: %s, %i of 40 as the one before', (by, alike, is) => {
    const seen = new Set<boolean>();
    profileFindings(waitsAtLine(40, 0, [], by, alike), ({ evidence }) => {
      if (evidence.costs === 'waiting') seen.add(evidence.isForOne);
      return null;
    });
    expect([...seen]).toEqual([is]);
  });

  it('may be for several where there was one, which was ended like none before', () => {
    const seen = new Set<boolean>();
    profileFindings(waitsAtLine(1, 0, [], 'process'), ({ evidence }) => {
      if (evidence.costs === 'waiting') seen.add(evidence.isForOne);
      return null;
    });
    expect([...seen]).toEqual([false]);
  });

  it.each([
    ['pool.js', 2, 20, 20],
    ['pool.js', 2, 3, undefined],
    ['pool.js', 2, 60, undefined],
    ['pool.js', 3, 20, undefined],
    ['other.js', 2, 20, undefined]
  ])('are told with the time that the line itself ran: %s:%i, %i ms', (name, line, ms, ranMs) => {
    const profile = waitsAtLine(40, 0);
    const ranNs = Float64Array.of(ms * 1e6);
    const { meta, strings } = profile;
    const [wait] = profileFindings({
      ...{ ...profile, strings: [...strings, name], meta: { ...meta, durationNs: 100e6 } },
      lineTotals: {
        ...{ length: 1, file: Uint32Array.of(strings.length), line: Uint32Array.of(line) },
        ...{ own: ranNs, self: ranNs, total: ranNs }
      }
    }).findings;
    expect(wait.kind === 'waiting' && wait.facts.ranNs).toBe(ranMs && ranMs * 1e6);
    const text = findingText(wait);
    expect(text.includes(', and ran that line for another 20 % of the time')).toBe(ranMs === 20);
  });
});

test('a thread that was blocked is not said to have been in its event loop, if waits were recorded', () => {
  const textOf = (code: string, isRecorded: boolean): string | undefined => {
    const profile = drawThread(code);
    const { tracks, slices } = profile;
    const isWait = tracks.map(({ kind }) => kind === 'waiting');
    const duration = slices.duration.map((ns, row) => (isWait[slices.track[row]] ? ns / 10 : ns));
    const sources = profile.sources.filter(({ source }) => isRecorded || source !== 'waits');
    const { findings } = profileFindings({ ...profile, sources, slices: { ...slices, duration } });
    const found = findings.find(({ kind }) => kind === 'waiting');
    return found && findingText(found);
  };
  const blocked =
    /40\.0 ms, 90 % of that not in the event loop, but in native code, V8 or the system\./;
  const code = `${'u'.repeat(60)}${'.'.repeat(40)}`;
  expect(textOf(code, true)).toMatch(blocked);
  expect(textOf(code, false)).toMatch(/40\.0 ms\./);
});

describe('waits for a thread that has yet to start', () => {
  /** Waits of so many milliseconds at one line, the first in two pieces; another thread runs its first code after `firstMs`. */
  function starting(firstMs: number, endedBy: string): Profile {
    const builder = new ProfileBuilder();
    const parent = builder.addTrack({ name: 'main thread', kind: 'thread' });
    const track = builder.addTrack({ name: 'Waiting', kind: 'waiting', parent });
    const worker = builder.addTrack({ name: 'worker', kind: 'worker' });
    const slices = [300, 300, 50, 50, 50, 50].map((ms, at, all) => {
      const before = all.slice(0, at).reduce((sum, each) => sum + each, 0);
      const args = { 'ended by': endedBy, ...(at === 0 && { continued: true }) };
      const times = { start: before * 1e6, duration: ms * 1e6 };
      const slice = { name: 'pool.js:2', category: 'waiting', track, ...times, args };
      return { slice: builder.addSlice(slice), stack: 'load:2' };
    });
    const samples = [
      { stack: '', weight: 800e6, time: 0, track: parent },
      { stack: 'work:3', weight: 10e6, time: firstMs * 1e6, track: worker }
    ];
    const files = { load: 'pool.js', work: 'worker.js' };
    const parts = stackParts(builder, { files, samples, slices });
    const time = Float64Array.from(samples, each => each.time);
    const tracks = Uint16Array.from(samples, each => each.track);
    return builder.build(sampleMeta(800e6), {
      ...parts,
      samples: { ...parts.samples, time, track: tracks }
    });
  }

  it.each([
    [590, 'message', 590e6],
    [590, 'process', 590e6],
    [590, 'timer', undefined],
    [100, 'message', undefined],
    [0, 'message', undefined]
  ])(
    'are told with how long that took, where it is much: %i ms, %s',
    (firstMs, endedBy, startNs) => {
      const found = profileFindings(starting(firstMs, endedBy)).findings;
      const wait = found.find(({ kind }) => kind === 'waiting');
      expect(wait?.facts).toMatchObject({ file: 'pool.js', line: 2, endedBy });
      expect(wait?.kind === 'waiting' && wait.facts.startNs).toBe(startNs);
      const text = wait === undefined ? '' : findingText(wait);
      expect(text.includes(', which took 590 ms to start')).toBe(startNs !== undefined);
    }
  );
});

it('tells of no code that kept timers waiting where the system kept its thread', () => {
  const drawn = waitingProfile();
  const { samples, slices, meta } = drawn;
  const kinds = (profile: Profile): FindingKind[] =>
    profileFindings(profile).findings.map(({ kind }) => kind);
  const kept = {
    ...drawn,
    samples: { ...samples, weight: samples.weight.map(ns => (ns === 205e6 ? 15e6 : ns)) }
  };
  expect(kinds(drawn)).toContain('eventLoop');
  expect(kinds(kept)).not.toContain('eventLoop');
  const start = slices.start.map(at => (at === 500e6 ? 662e6 : at));
  const source = `\n\n\n\n\nexecFileSync('convert');`;
  const cell = { file: 'Cell [1]', executionCount: 1, source };
  const blocked = { ...kept, slices: { ...slices, start }, meta: { ...meta, cell } };
  expect(kinds(blocked)).toContain('eventLoop');
});
