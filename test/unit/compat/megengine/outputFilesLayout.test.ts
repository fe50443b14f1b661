import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CycleLayout } from '../../../../src/engine/sessions/cycleLayout';
import { RecordedProfile } from '../../../../src/engine/results/recordedProfile';
import { outputFilesLayout } from '../../../../src/compat/megengine/outputFilesLayout';
import type { OutputFormatName } from '../../../../src/engine/arguments/outputFormats';
import type { Profile } from '../../../../src/model/profile/profile';
import { allocationProfile } from '../../../support/allocationProfile';
import { eventually } from '../../../support/eventually';
import { largeProfile } from '../../../support/largeProfile';
import { bundleProgram } from '../../../support/rankProcesses';
import { BARE, type TestSessions, useTestSessions } from '../../../support/testSessions';
import { expectTimelineRules, timelineEvents } from '../../../support/timelineRules';

const test = useTestSessions();
const NO_METADATA = new Map<string, string>();

interface TestLayout {
  readonly layout: CycleLayout;
  readonly warnings: readonly string[];
  readonly folder: string;
  /** The newest file of a format; `number` for those after the first. */
  readonly file: (format?: OutputFormatName, number?: number) => string;
}

function layoutOf(
  formats: readonly OutputFormatName[] = ['chrome_timeline.json'],
  fullBytes?: number
): TestLayout {
  const { host, file } = test();
  const warnings: string[] = [];
  const warn = (message: string): void => void warnings.push(message);
  const folder = file('profile');
  return {
    layout: outputFilesLayout({ host, path: folder, formats, warn, fullBytes }),
    warnings,
    folder,
    file: (format = 'chrome_timeline.json', number = 1) =>
      path.join(folder, `${process.pid}${number === 1 ? '' : `-${number}`}.${format}`)
  };
}

/** Records `work` as a session of `layout`, and gives the path that it names. */
function record({ host }: TestSessions, layout: CycleLayout, work: () => unknown): string {
  const recording = host.startAlone({ ...BARE, lines: false });
  const cycle = layout.begin(recording);
  work();
  cycle.save(recording.stop(), NO_METADATA);
  layout.close();
  return cycle.path;
}

/** Gives a profile to `layout` as a session. */
function save({ host }: TestSessions, layout: CycleLayout, profile: Profile): void {
  const recording = host.startAlone({ ...BARE, lines: false });
  const cycle = layout.begin(recording);
  recording.abandon();
  cycle.save(new RecordedProfile(profile), NO_METADATA);
  layout.close();
}

describe('the files of MegEngine’s layout', () => {
  it('are there when a session has ended, with the thread of the program as channel', () => {
    const { layout, file } = layoutOf();
    const named = record(test(), layout, () => test().range('work', () => 1));
    expect(named).toBe(file());
    const events = timelineEvents(file());
    expectTimelineRules(events, ['work']);
    const rows = events
      .filter(({ name }) => name === 'thread_name')
      .map(({ args }) => args?.['name']);
    expect(rows).toEqual(['sessions', 'channel']);
  });

  it('have all sessions of one object as slices that enclose what they recorded', () => {
    const { layout, file, folder } = layoutOf();
    for (const name of ['one', 'two', 'three']) {
      record(test(), layout, () => test().range(name, () => 1));
    }
    expect(readdirSync(folder)).toHaveLength(1);
    const events = timelineEvents(file());
    expectTimelineRules(events, ['one', 'two', 'three']);
    ['one', 'two', 'three'].forEach((name, at) => {
      const session = events.find(event => event.name === `session ${at + 1}`)!;
      const [begin, end] = events.filter(event => event.name === name);
      expect(session.ph).toBe('X');
      expect(begin.ts).toBeGreaterThanOrEqual(session.ts!);
      expect(end.ts).toBeLessThanOrEqual(session.ts! + session.dur! + 0.002);
    });
  });

  it('are written in every format that was asked for', () => {
    const { layout, file, folder } = layoutOf(['memory_flow.svg', 'chrome_timeline.json']);
    expect(record(test(), layout, () => 1)).toBe(file('memory_flow.svg'));
    expect(readdirSync(folder)).toHaveLength(2);
    expect(readFileSync(file('memory_flow.svg'), 'utf8')).toContain(
      'No device memory was recorded'
    );
  });

  it('of a second object in the same folder have another name', () => {
    const [first, second] = [layoutOf(), layoutOf()];
    record(test(), second.layout, () => test().range('second', () => 1));
    record(test(), first.layout, () => test().range('first', () => 1));
    expectTimelineRules(timelineEvents(first.file()), ['second']);
    expectTimelineRules(timelineEvents(first.file('chrome_timeline.json', 2)), ['first']);
  });

  it('have nothing of a window that was given up', () => {
    const { layout, folder } = layoutOf();
    const recording = test().host.startAlone({ ...BARE, lines: false });
    layout.begin(recording).drop();
    recording.abandon();
    layout.close();
    expect(() => readdirSync(folder)).toThrow(/ENOENT/);
  });

  it('show the memory of all sessions side by side, without the time between them', () => {
    const { layout, file } = layoutOf(['memory_flow.svg']);
    for (const name of ['add', 'mul']) {
      const piece = { scope: 'a:', name, from: 10, to: 60, bytes: 64 };
      save(test(), layout, allocationProfile([piece], 100));
    }
    const text = readFileSync(file('memory_flow.svg'), 'utf8');
    for (const word of ['session 1', 'session 2', 'add', 'mul']) expect(text).toContain(word);
    expect(text).toContain('2 allocations');
  });
});

describe('a file that cannot be written', () => {
  it('is told of once, by its name and the reason, and has everything when it can be', () => {
    const { layout, file, folder, warnings } = layoutOf();
    writeFileSync(folder, 'no folder');
    for (const name of ['one', 'two']) record(test(), layout, () => test().range(name, () => 1));
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain(file());
    expect(warnings[0]).toMatch(/ENOTDIR|EEXIST/);
    rmSync(folder);
    record(test(), layout, () => test().range('three', () => 1));
    expectTimelineRules(timelineEvents(file()), ['one', 'two', 'three']);
    expect(warnings).toHaveLength(1);
  });

  it('is no reason to leave out the other format', () => {
    const { layout, file, warnings } = layoutOf(['chrome_timeline.json', 'memory_flow.svg']);
    mkdirSync(file(), { recursive: true });
    record(test(), layout, () => 1);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/chrome_timeline\.json.*it is a folder/);
    expect(readFileSync(file('memory_flow.svg'), 'utf8')).toContain('</svg>');
  });
});

describe('many sessions', () => {
  it(
    'go on in the next file before memory runs out, with their numbers',
    { tags: 'night' },
    async () => {
      const { layout, file, folder } = layoutOf(['chrome_timeline.json'], 1_000_000);
      const profile = largeProfile(10_000);
      for (let session = 0; session < 4; session++) save(test(), layout, profile);
      await eventually(() => expect(readdirSync(folder)).toHaveLength(2));
      const named = (number: number): string[] =>
        timelineEvents(file('chrome_timeline.json', number))
          .map(({ name }) => name)
          .filter(name => name.startsWith('session '));
      const all = (): string[] => readdirSync(folder).flatMap((_, at) => named(at + 1));
      const sessions = ['session 1', 'session 2', 'session 3', 'session 4'];
      await eventually(() => expect(all()).toEqual(sessions));
    }
  );

  it('are all in the file when the process exits in the middle of the last', () => {
    const program = bundleProgram('filesProgram.ts', test().file(''));
    const folder = test().file('profile');
    execFileSync(process.execPath, [program, 'many', folder, 'chrome_timeline.json'], {
      stdio: 'pipe'
    });
    const [name] = readdirSync(folder);
    const events = timelineEvents(path.join(folder, name));
    expectTimelineRules(events, ['my_scope']);
    expect(events.filter(each => each.name === 'my_scope')).toHaveLength(100);
    expect(events.at(-1)).toBeDefined();
    expect(events.some(each => each.name === 'session 50')).toBe(true);
  });

  it('of a worker thread have files of their own', () => {
    const program = bundleProgram('filesProgram.ts', test().file(''));
    const folder = test().file('profile');
    execFileSync(process.execPath, [program, 'thread', folder, 'chrome_timeline.json']);
    // a slow machine starts a thread of the profiler before
    const names = readdirSync(folder).map(name => name.replace(/\d+/g, 'N'));
    expect(names.sort()).toEqual(['N-threadN.chrome_timeline.json', 'N.chrome_timeline.json']);
  });
});
