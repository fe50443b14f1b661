import { describe, expect, it } from 'vitest';
import { profileFindings, programPart, startUpNs, withStartUp } from '../../../../src/analysis';
import type { RankedFinding } from '../../../../src/analysis/findings/findingContext';
import { testRunner } from '../../../../src/analysis/findings/testRunner';
import { testRun } from '../../../../src/analysis/slices/testRun';
import type { Finding } from '../../../../src/model/output/findings';
import { emptySampleParts, ProfileBuilder } from '../../../../src/model/build/profileBuilder';
import { StackBuilder } from '../../../../src/model/build/stackBuilder';
import { FrameKind, type Profile } from '../../../../src/model/profile/profile';
import { validateProfile } from '../../../../src/model/validate/validate';
import { plainForm, tablesText } from '../../../../src/report/profileTables';
import { testTables } from '../../../../src/report/testTables';
import { findingText } from '../../../../src/report/findings/findingSentence';
import { startUpLine } from '../../../../src/report/summaryLine';
import { sampleMeta } from '../../../support/drawProfile';

const MS = 1e6;
const VITEST = 'node_modules/@vitest/runner/dist/index.js';

/** A stack, outermost first: each a file, with the line on which its function begins and a name. */
type Stack = readonly (readonly [file: string, line: number, name?: string])[];

const kindOf = (file: string): number => {
  if (file.startsWith('node:')) return FrameKind.runtime;
  return file.startsWith('node_modules/') ? FrameKind.library : FrameKind.user;
};

/** A profile of threads, each with samples of so many milliseconds. */
function runOf(
  threads: readonly (readonly (readonly [ms: number, stack: Stack | null])[])[]
): Profile {
  const builder = new ProfileBuilder();
  const stacks = new StackBuilder();
  const rows = threads.flatMap((samples, track) => {
    builder.addTrack({ name: `thread ${track}`, kind: 'thread' });
    let time = 0;
    return samples.map(([ms, stack]) => {
      const at = time;
      time += ms * MS;
      return { time: at, weight: ms * MS, track, stack: stack === null ? -1 : rowOf(stack) };
    });
  });
  function rowOf(stack: Stack): number {
    return stack.reduce((prefix, [file, line, name = '(anonymous)']) => {
      const { strings } = builder;
      const texts = { name: strings.intern(name), file: strings.intern(file) };
      const frame = stacks.frame({ ...texts, line, column: 1, kind: kindOf(file) });
      return stacks.stack(prefix, frame, line);
    }, -1);
  }
  const samples = [...rows].sort((a, b) => a.time - b.time);
  const durationNs = Math.max(...rows.map(({ time, weight }) => time + weight));
  const profile = builder.build(sampleMeta(durationNs), {
    ...emptySampleParts(),
    stacks: stacks.stacks(),
    frames: stacks.frames(),
    samples: {
      length: samples.length,
      time: Float64Array.from(samples, ({ time }) => time),
      weight: Float64Array.from(samples, ({ weight }) => weight),
      stack: Int32Array.from(samples, ({ stack }) => stack),
      track: Uint16Array.from(samples, ({ track }) => track)
    }
  });
  return validateProfile(profile);
}

const runner: Stack = [[VITEST, 10, 'runTest']];
const test = (file: string, line: number): Stack => [
  ...runner,
  ['node:async_hooks', 5, 'run'],
  [file, line]
];
const work: Stack = [['src/work.ts', 3, 'work']];

const ONE_THREAD = runOf([
  [
    [500, [['node_modules/vite/dist/index.js', 1, 'transform']]],
    [
      20,
      [...runner, ['node_modules/vite/dist/runner.js', 1], ['test/a.test.ts', 1, '(top level)']]
    ],
    [30, test('test/a.test.ts', 4)],
    [40, [...test('test/a.test.ts', 4), ...work]],
    // After an await, below nobody.
    [50, work],
    [10, [['test/a.test.ts', 4]]],
    [300, runner],
    [5, test('test/b.test.ts', 9)],
    [100, [['node_modules/vitest/dist/index.js', 1, 'report']]]
  ]
]);

describe('the tests that a program ran', () => {
  it('have their time, with what ran between two of their samples', () => {
    const run = testRun(ONE_THREAD)!;
    expect(run.runner).toBe('Vitest');
    expect(run.tests.map(({ file, line, timeNs }) => [file, line, timeNs / MS])).toEqual([
      ['test/a.test.ts', 4, 130],
      ['test/b.test.ts', 9, 5]
    ]);
    expect(run.files.map(({ file, timeNs }) => [file, timeNs / MS])).toEqual([
      ['test/a.test.ts', 130],
      ['test/b.test.ts', 5]
    ]);
  });

  it('are what shares and findings are of, and the runner is one line', () => {
    expect(programPart(ONE_THREAD).meta.durationNs).toBe(155 * MS);
    expect(startUpNs(ONE_THREAD)).toBe(900 * MS);
    expect(startUpLine(ONE_THREAD)).toBe(
      'Tests: 135 ms in 2 files. Your modules: 20.0 ms to import. ' +
        'Vitest and start-up: 900 ms, not in the shares below (--startup shows it)\n'
    );
    expect(profileFindings(ONE_THREAD).shares?.userNs).toBe(155 * MS);
  });

  it('have what the top level of modules does beside them, which is none of the runner', () => {
    const imported: Stack = [
      [VITEST, 30, 'importFile'],
      ['node_modules/vite/dist/runner.js', 1],
      ['src/table.ts', 1, '(top level)']
    ];
    const run = runOf([
      [
        [300, [['node_modules/vite/dist/index.js', 1, 'transform']]],
        [200, [...imported, ['src/table.ts', 2, 'build']]],
        [40, [...imported, ['node:internal/modules/esm/loader', 1, 'load']]],
        [10, test('a.test.ts', 4)]
      ]
    ]);
    expect(programPart(run).meta.durationNs).toBe(210 * MS);
    expect(testRun(run)?.files.map(({ timeNs }) => timeNs / MS)).toEqual([10]);
    expect(startUpLine(run)).toBe(
      'Tests: 10.0 ms in 1 file. Your modules: 200 ms to import. ' +
        'Vitest and start-up: 340 ms, not in the shares below (--startup shows it)\n'
    );
  });

  it('have the modules of each thread that loads a file with tests, however short those are', () => {
    const loading = (file: string): readonly [number, Stack] => [
      100,
      [...runner, [file, 1, '(top level)'], ['src/table.ts', 1, '(top level)']]
    ];
    const profile = runOf([
      [loading('test/a.test.ts'), [2, test('test/a.test.ts', 4)]],
      [[100, null], loading('test/b.test.ts'), [50, runner]]
    ]);
    const { stack, weight } = programPart(profile).samples;
    expect(weight.reduce((sum, ns, row) => sum + (stack[row] < 0 ? 0 : ns), 0)).toBe(202 * MS);
    expect(testRun(profile)?.threads).toEqual([0, 1]);
    expect(testRun(profile)?.files.map(({ file }) => file)).toEqual(['test/a.test.ts']);
  });

  it('are no answer where the runner took nearly all of the time', () => {
    const first = (ms: number, transformMs: number) =>
      profileFindings(
        runOf([
          [
            [transformMs, [['node_modules/vite/dist/index.js', 1, 'transform']]],
            [300, runner],
            ...Array.from({ length: ms / 10 }, () => [10, test('a.test.ts', 4)] as const)
          ]
        ])
      ).findings.at(0);
    expect(findingText(first(100, 4600)!)).toBe(
      'Vitest and start-up took 4.90 s, 98 % of the time, and the tests in its file 100 ms; ' +
        'most of the CPU time before and between them was in the package `vite`.'
    );
    // Something is to be said of the tests, or nothing is.
    expect(first(200, 1500)?.kind).toBe('hotFunction');
    expect(first(50, 500)?.kind).toBe('testRunner');
    expect(first(60, 0)?.kind).toBe('testRunner');
  });

  it('are told with the slowest one that has a title, where nothing else is said of their time', () => {
    const text = "describe('rows', () => {\n  it('adds', () => {});\n  it('sorts', () => {});\n});";
    const timesOf = (samples: number): Profile =>
      runOf([
        [
          [400, runner],
          [12, test('a.test.ts', 1)],
          [1, test('a.test.ts', 2)],
          ...Array.from({ length: samples }, () => [2, test('a.test.ts', 3)] as const)
        ]
      ]);
    const sourceTexts = [{ file: 'a.test.ts', text, isClipped: false }];
    const told = (run: Profile): string => findingText(profileFindings(run).findings[0]);
    expect(told({ ...timesOf(3), sourceTexts })).toContain(
      'and the tests in its file 19.0 ms, the slowest 6.00 ms: `sorts` at a.test.ts:3; most of'
    );
    // another one may have been as slow, unseen
    expect(told({ ...timesOf(2), sourceTexts })).toContain('its file 17.0 ms; most of');
    expect(told(timesOf(3))).toContain('its file 19.0 ms; most of');
  });

  it('come before memory that grew, which says nothing of their time', () => {
    const run = runOf([
      [[100, runner], ...Array.from({ length: 30 }, () => [9, test('a.test.ts', 3)] as const)]
    ]);
    const found = (kind: string, file = ''): readonly RankedFinding[] => {
      return [{ finding: { kind, facts: { file } } as unknown as Finding, weight: 1 }];
    };
    expect(testRunner(run, found('memory')).length).toBe(1);
    expect(testRunner(run, found('allocations')).length).toBe(1);
    expect(testRunner(run, found('garbage')).length).toBe(1);
    expect(testRunner(run, found('garbage', 'a.ts')).length).toBe(0);
    expect(testRunner(run, found('waiting')).length).toBe(0);
  });

  it.each([
    ['node:test', 'node:internal/test_runner/runner'],
    ['Jest', 'node_modules/@jest/core/build/index.js'],
    ['Jest', 'node_modules/jest-circus/build/index.js'],
    ['Vitest', 'node_modules/vitest/dist/cli.js'],
    ['Mocha', 'node_modules/mocha/lib/cli/run.js']
  ])('may all be too short for a sample: then %s is the answer', (name, file) => {
    const own: Stack = [
      [file, 1, 'load'],
      ['test/a.test.ts', 1, '(top level)']
    ];
    for (const loading of [[], [[8, own]]] as const) {
      const run = runOf([[[400, [[file, 1, 'run']]], ...loading, [600, null]]]);
      expect(testRun(run)).toMatchObject({ runner: name, tests: [] });
      expect(findingText(profileFindings(run).findings[0])).toMatch(
        new RegExp(`^${name} and start-up took 1.00 s, (?:99|100) % of the time, and each test`)
      );
    }
  });

  it('may all be too short where modules take long to load, with what these call', () => {
    const loaded = (file: string): Stack => [
      ['node_modules/vitest/dist/module-evaluator.js', 163, 'runInlinedModule'],
      [file, 1, '(top level)']
    ];
    const build: Stack = [...loaded('src/table.ts'), ['src/table.ts', 2, 'build']];
    const begun = [400, [['node_modules/vitest/dist/cli.js', 1, 'run']]] as const;
    for (const own of [build, [...loaded('a.test.ts'), ...work]]) {
      const run = runOf([
        [begun],
        [[20, null], ...Array.from({ length: 30 }, () => [10, own] as const), [100, runner]]
      ]);
      expect(testRun(run)).toMatchObject({ runner: 'Vitest', tests: [], threads: [1] });
      expect(startUpLine(run)).toContain(
        'Your modules: 300 ms to import. Vitest and start-up: 120 ms'
      );
      expect(profileFindings(run).findings[0].kind).toMatch(/^hot/);
    }
    // of another file the tests are known
    const both = runOf([[begun, [50, build]], [[9, test('b.test.ts', 4)]]]);
    expect(testRun(both)?.threads).toEqual([1, 0]);
    // a program that uses the runner
    const main: Stack = [
      ['main.ts', 1, '(top level)'],
      ['main.ts', 3, 'start']
    ];
    expect(testRun(runOf([[begun, [50, main], [50, [...main, ...begun[1]]]]]))).toBeNull();
    expect(testRun(runOf([[begun, [50, build], [50, work]]]))).toBeNull();
  });

  it('are a part like any other where that is wanted', () => {
    const whole = withStartUp(ONE_THREAD);
    expect(programPart(validateProfile(whole)).meta.durationNs).toBe(1055 * MS);
    expect(startUpLine(whole)).toBe('');
  });

  it('count once where threads run them side by side, and the busiest is the profiled thread', () => {
    const run = runOf([
      [[400, null]],
      [
        [100, runner],
        [200, test('a.test.ts', 1)],
        [100, runner]
      ],
      [
        [150, runner],
        [100, test('b.test.ts', 1)],
        [100, test('b.test.ts', 5)],
        [50, runner]
      ]
    ]);
    expect(programPart(run).meta.durationNs).toBe(250 * MS);
    expect(testRun(run)?.files.map(({ timeNs }) => timeNs / MS)).toEqual([200, 200]);
    expect(profileFindings(run).findings.map(({ kind }) => kind)).not.toContain('waiting');
  });

  it.each([
    ['node:test', 'node:internal/test_runner/test'],
    ['Jest', 'node_modules/jest-circus/build/utils.js'],
    ['Mocha', 'node_modules/mocha/lib/runnable.js']
  ])('are those of %s as well', (name, file) => {
    const called = [[file, 1] as const, ['a.test.js', 2] as const];
    const run = testRun(runOf([[[10, called]]]));
    expect([run?.runner, run?.tests.length]).toEqual([name, 1]);
  });

  it('are none of a program that only has a runner among its packages, or of a cell', () => {
    const beside = [10, [...runner, [VITEST, 20]]] as const;
    expect(testRun(runOf([[beside, [20, work]]]))).toBeNull();
    const cell = { file: 'Cell [1]', executionCount: 1, source: '' };
    const inCell = { ...ONE_THREAD, meta: { ...ONE_THREAD.meta, cell } };
    expect(testRun(inCell)).toBeNull();
  });

  it('are known after an await, where none of their samples was below the runner', () => {
    const run = testRun(
      runOf([
        [
          [5, runner],
          [80, [['test/c.test.ts', 7], ...work]],
          [9, [['src/work.ts', 9]]]
        ]
      ])
    );
    expect(run?.tests.map(({ file, timeNs }) => [file, timeNs / MS])).toEqual([
      ['test/c.test.ts', 80]
    ]);
  });

  it('go on after an await that a compiler has put into functions, and are the test that began', () => {
    const file = 'test/c.test.ts';
    const compiled: readonly Stack[] = [
      [
        [file, 0, 'fulfilled'],
        [file, 0, 'step'],
        ['', 0, 'next'],
        [file, 7]
      ],
      [
        [file, 0, '_next'],
        [file, 0, 'asyncGeneratorStep'],
        [file, 0],
        [file, 11]
      ],
      [
        ['node_modules/tslib/tslib.js', 90, 'fulfilled'],
        ['node_modules/tslib/tslib.js', 80, 'step'],
        [file, 7]
      ]
    ];
    for (const resumed of compiled) {
      const run = testRun(
        runOf([
          [
            [5, test(file, 7)],
            [30, null],
            [250, [...resumed, ...work]],
            [20, test(file, 20)],
            [40, [[file, 30, 'helper'], ...work]]
          ]
        ])
      );
      expect(run?.tests.map(({ line, timeNs }) => [line, timeNs / MS])).toEqual([
        [7, 285],
        [20, 20]
      ]);
    }
  });

  it.each([
    ['beforeEach(async () => {', 'beforeEach'],
    ['  afterAll(function () {', 'afterAll'],
    ['t.before(() => {', 'before'],
    ["test('runs before(all)', () => {", 'runs before(all)'],
    ['const beforeEachRow = () => {', '']
  ])('have the names of hooks in place of titles: %s', (line, title) => {
    const sourceTexts = [{ file: 'test/a.test.ts', text: `\n\n\n${line}`, isClipped: true }];
    expect(testRun({ ...ONE_THREAD, sourceTexts })?.tests[0]).toMatchObject({ line: 4, title });
  });

  it('have their titles in a table, where their source is known', () => {
    const text = '\n\n\ntest(\'adds "a" <b>\', async () => {';
    const sourceTexts = [{ file: 'test/a.test.ts', text, isClipped: true }];
    expect(tablesText(testTables({ ...ONE_THREAD, sourceTexts }, plainForm(5)))).toBe(`
Time by Test File
=================
Time %  Time (ms)  File
------  ---------  ----
  96.3      130.0  test/a.test.ts
   3.7        5.0  test/b.test.ts

Slowest Tests
=================
Time %  Time (ms)  Test
------  ---------  ----
  96.3      130.0  test/a.test.ts:4  adds "a" <b>
   3.7        5.0  test/b.test.ts:9
`);
  });
});
