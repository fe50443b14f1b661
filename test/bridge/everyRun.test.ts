import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadProfile } from 'kernelscope';
import type { Profile } from 'kernelscope/model';
import { beforeAll, expect, test } from 'vitest';
import { type Combination, coveringPairs, type Factors } from '../support/coveringPairs';
import { NO_FIGURE, openEverywhere } from '../support/openEverywhere';
import { seededRandom } from '../support/random';
import { sampleOf } from '../support/tiers';
import { useFolder } from '../support/folders';

const COMMAND = fileURLToPath(new URL('../../src/bin/kernelscope.cjs', import.meta.url));

/** Ranges of whoever does the work. */
const STEPS = 180;

/** Whoever does the work: the program, a thread or a process of it. What ends, and how, are its arguments. */
const PROGRAM = `
const { fork, spawnSync } = require('node:child_process');
const { Worker, isMainThread, workerData } = require('node:worker_threads');
const { range } = require('kernelscope');
const [who, ending] = workerData ?? process.argv.slice(2);
const kept = [];
function work() {
  for (let at = 0; at < ${STEPS}; at++) range('step', () => kept.push({ at, text: 'text ' + at }));
  range('busy', () => {
    for (const until = performance.now() + 30; performance.now() < until; );
  });
}
const ENDINGS = {
  normally: () => {},
  exit: () => process.exit(3),
  throw: () => {
    throw new Error('thrown');
  },
  SIGTERM: () => {
    process.kill(process.pid, 'SIGTERM');
    setInterval(() => {}, 1000);
  },
  // by another process: what there was until a second before is kept
  SIGKILL: () => setTimeout(() => spawnSync('kill', ['-9', String(process.pid)]), 1500),
  'out of memory': () => {
    for (;;) kept.push({ at: kept.length, text: 'text ' + kept.length });
  }
};
if (who === 'thread' && isMainThread) {
  const limits = { resourceLimits: { maxOldGenerationSizeMb: 100 } };
  new Worker(__filename, { workerData: [who, ending], ...limits }).on('error', () => {});
} else if (who === 'process') {
  fork(__filename, ['child', ending], { execArgv: ['--max-old-space-size=70'], stdio: 'ignore' });
} else {
  work();
  ENDINGS[ending]();
}
`;

/** What is recorded: the options, and who does the work. */
const SCENES: Readonly<
  Record<string, { readonly options: readonly string[]; readonly who: string }>
> = {
  'one run': { options: [], who: 'program' },
  'more than is kept': { options: ['--max-events', '40'], who: 'program' },
  repetitions: { options: ['--repeat', '2'], who: 'program' },
  'a thread': { options: [], who: 'thread' },
  'a process': { options: [], who: 'process' }
};

/** How it ends, and the status of a profile of it; signals that would end a thread end its process. */
const ENDINGS: Readonly<Record<string, Profile['meta']['status']>> = {
  normally: 'complete',
  exit: 'error',
  throw: 'error',
  SIGTERM: 'interrupted',
  SIGKILL: 'recovered',
  'out of memory': 'error'
};

const factors: Factors = {
  scene: Object.keys(SCENES),
  ending: Object.keys(ENDINGS),
  cpu: [[], ['--no-cpu'], ['--no-lines']],
  heap: [[], ['--allocations'], ['--retained']],
  others: [[], ['--deopts'], ['--no-waits', '--no-memory'], ['--no-async', '--no-sources']]
};

/** All pairs at night, some of the combinations by day. */
const combinations = sampleOf(coveringPairs(factors, seededRandom(3)), 16);

const folder = useFolder();
beforeAll(() => {
  // its lines are quoted
  expect(PROGRAM).not.toMatch(NO_FIGURE);
  writeFileSync(path.join(folder, 'program.cjs'), PROGRAM);
  mkdirSync(path.join(folder, 'node_modules'));
  symlinkSync(
    path.dirname(path.dirname(COMMAND)),
    path.join(folder, 'node_modules', 'kernelscope')
  );
});

/** How often ranges of a name were recorded, kept or not. */
function countOf({ slices, labels, strings, droppedTotals }: Profile, name: string): number {
  const isOf = (label: number): boolean => strings[labels.name[label]] === name;
  const dropped = droppedTotals.count.map((count, row) =>
    isOf(droppedTotals.label[row]) ? count : 0
  );
  return slices.label.filter(isOf).length + dropped.reduce((sum, count) => sum + count, 0);
}

function record({ scene, ending, cpu, heap, others }: Combination, file: string): Profile {
  const { options, who } = SCENES[String(scene)];
  const given = [options, cpu, heap, others].flat().map(String);
  const limit = who === 'program' ? { NODE_OPTIONS: '--max-old-space-size=70' } : {};
  const { stderr } = spawnSync(
    process.execPath,
    [COMMAND, 'run', '-o', file, ...given, 'program.cjs', '--', who, String(ending)],
    { cwd: folder, encoding: 'utf8', env: { ...process.env, ...limit } }
  );
  expect(stderr).not.toMatch(/^kernelscope: (?!the program)/m);
  return loadProfile(file).data;
}

/** Whether the program itself ends in that way, and not a thread or process of it. */
function endsItself({ scene, ending }: Combination): boolean {
  const { who } = SCENES[String(scene)];
  return who === 'program' || (who === 'thread' && String(ending).startsWith('SIG'));
}

test.each(combinations)(
  '$scene, $ending, $cpu $heap $others: it is saved, loaded, printed and shown',
  async combination => {
    // a folder each: the next run beside what a killed one has left says so
    const own = path.join(folder, String(combinations.indexOf(combination)));
    mkdirSync(own);
    const profile = record(combination, path.join(own, 'run.kscope'));
    const ending = String(combination['ending']);
    const status = endsItself(combination) ? ENDINGS[ending] : 'complete';
    expect(profile.meta.status).toBe(status);
    const count = countOf(profile, 'step');
    const isLast = combination['scene'] !== 'repetitions' || ending !== 'normally';
    // what was not yet written when the program was killed is lost
    if (ending === 'SIGKILL') expect(count).toBeLessThanOrEqual(STEPS);
    else expect(count).toBe(isLast ? STEPS : 2 * STEPS);
    await openEverywhere(profile, own);
  },
  600_000
);
