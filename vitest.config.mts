import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type TestProjectInlineConfiguration, defineConfig } from 'vitest/config';

const source = (path: string): string => fileURLToPath(new URL(`src/${path}`, import.meta.url));

const toSources = [
  { find: /^kernelscope$/, replacement: source('index.ts') },
  { find: /^kernelscope\/host$/, replacement: source('host.ts') },
  { find: /^kernelscope\/(\w+)$/, replacement: source('$1/index.ts') }
];

/** Folders of unit tests that record, and so change the process that they run in. */
const RECORDING = 'acceptance,binder,doctor,engine,native,program,sources,check,bench,vitest'.split(
  ','
);

/**
 * Those of them that want a process of their own: they start threads and programs, fill the heap, or measure
 * samples, and each collection of garbage before a recording takes longer the more the process holds.
 */
const ALONE = (
  'acceptance/workers,acceptance/torchSessions,doctor/measurePeaks,engine/continuous,engine/live,' +
  'engine/members,engine/recording,engine/sql,program,sources/async,sources/heapSnapshots,sources/onnx,' +
  'sources/process,sources/v8,sources/operators/operatorStacks'
).split(',');

const unitTests = readdirSync(fileURLToPath(new URL('test/unit', import.meta.url)), {
  recursive: true
})
  .map(file => String(file).replaceAll('\\', '/'))
  .filter(file => file.endsWith('.test.ts'));

const within = (file: string, places: readonly string[]): boolean =>
  places.some(place => file.startsWith(`${place}/`) || file.startsWith(`${place}.`));

/** The unit tests that want an own copy of all modules: those above, and those that mock modules. */
const apart = unitTests.filter(
  file =>
    within(file, ALONE) ||
    readFileSync(new URL(`test/unit/${file}`, import.meta.url), 'utf8').includes('vi.mock(')
);

/** The other unit tests that record. */
const recording = unitTests.filter(file => within(file, RECORDING) && !apart.includes(file));

const inUnit = (files: readonly string[]): string[] => files.map(file => `test/unit/${file}`);

/** Whether what the night alone has runs too: `npm run test:all`, or a command that names files of the night. */
const isNight =
  process.env['KERNELSCOPE_TESTS'] === 'all' || process.argv.some(arg => arg.includes('nightly'));

/**
 * Where Vitest keeps the modules that it has translated, for all runs of this clone. It makes them anew where the
 * source, the configuration of Vitest or the lock file is another, and here where the options of TypeScript are.
 */
const compilerOptions = createHash('sha256').update(
  readFileSync(new URL('tsconfig.base.json', import.meta.url))
);
const fsModuleCachePath = `.build/vitest/${compilerOptions.digest('hex').slice(0, 16)}`;

const NIGHT = {
  name: 'night',
  description: 'runs at night alone, as files named *.nightly.test.ts do'
};

/** What is left to the night: files, and in others the tests with the tag. */
const exclude = isNight ? [] : ['**/*.nightly.test.ts'];
const left = isNight ? {} : { tagsFilter: [`!${NIGHT.name}`] };

/** What is looked at until it holds: the machine may be busy, and pause the test or what it waits for. */
const expectation = { poll: { timeout: 60_000 } };

/** Tests of the sources themselves: nothing built, nothing started. */
const fast = (
  name: string,
  include: readonly string[],
  more: TestProjectInlineConfiguration['test'] = {}
): TestProjectInlineConfiguration => ({
  resolve: { alias: toSources },
  test: {
    name,
    include: [...include],
    setupFiles: ['test/support/equalBytes.ts'],
    testTimeout: 180_000,
    expect: expectation,
    hookTimeout: 300_000,
    ...left,
    ...more,
    exclude: [...exclude, ...(more.exclude ?? [])]
  }
});

/** Tests of what was built, with real processes: one file at a time, patient. */
const whole = (
  name: string,
  { timeout = 300_000, ...more }: TestProjectInlineConfiguration['test'] & { timeout?: number } = {}
): TestProjectInlineConfiguration => ({
  test: {
    name,
    include: [`test/${name}/**/*.test.ts`],
    exclude,
    fileParallelism: false,
    testTimeout: timeout,
    hookTimeout: timeout,
    expect: expectation,
    ...left,
    ...more
  }
});

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    tags: [NIGHT],
    experimental: { fsModuleCache: true, fsModuleCachePath },
    projects: [
      fast('unit', ['test/unit/**/*.test.ts'], {
        exclude: inUnit([...apart, ...recording]),
        isolate: false
      }),
      fast('unit-recording', inUnit(recording), { isolate: false }),
      fast('unit-apart', inUnit(apart)),
      fast('architecture', ['test/architecture/*.test.ts']),
      fast('oracles', ['test/oracles/**/*.test.ts'], { isolate: false }),
      fast('fuzz', ['test/fuzz/**/*.test.ts']),
      whole('native', { isolate: false }),
      whole('bridge', { isolate: false }),
      whole('truth'),
      whole('wild'),
      whole('wheel', { globalSetup: ['test/wheel/sharedInstallations.ts'] }),
      whole('spark', { timeout: 600_000 }),
      // in one process, which has one JupyterLab and one browser
      whole('ui', {
        isolate: false,
        globalSetup: ['test/ui/sharedLabHome.ts']
      }),
      // in one process, which has one VS Code and one browser
      whole('vscode', {
        isolate: false,
        globalSetup: ['test/vscode/sharedServer.ts']
      })
    ]
  }
});
