import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadProfile } from '../../src/engine/results/loadProfile';
import { nodeVersions } from '../support/nodeVersions';
import { type InstalledPackage, npmPackage, wheelPackage } from './installedPackage';
import { isNight, sampleOf } from '../support/tiers';

const HOT = `function busy(n) {
  let sum = 0;
  for (let i = 0; i < n; i++) sum += Math.sqrt(i);
  return sum;
}
console.log(busy(1e8) > 0);
`;

const TYPED = HOT.replace('(n)', '(n: number): number');

/** Runs for so much longer than its threads need to start that those of a busy machine deliver as well. */
const LONG = HOT.replace('busy(1e8)', 'busy(1e9)');

/** Leaves the directory of a cycle, as one rank of two. */
const CYCLE = `const { Profiler, range } = require('kernelscope');
process.env.RANK = process.argv[2];
const profiler = new Profiler({ outputPath: process.argv[3] });
range('step', () => JSON.parse('[1]'));
profiler.stop();
`;

const INSTALLATIONS: readonly [string, () => Promise<InstalledPackage> | InstalledPackage][] = [
  ['the wheel', wheelPackage],
  ['the npm package', () => npmPackage('whole')],
  ['the npm package without optional packages', () => npmPackage('without optional packages')]
];

/** Endings of files that a profile is written to. */
const ENDINGS = ['perfetto-trace', 'cpuprofile', 'json', 'html', 'pb.gz', 'csv'];

/** What a stack trace looks like. */
const TRACE = /\n\s+at .*:\d+/;

describe.each(sampleOf(INSTALLATIONS, 3))('%s, where nothing else is', (title, install) => {
  // What depends on no package that may be missing is tried on every change in one of them.
  const isWhole = isNight || title === 'the wheel';
  let installed: InstalledPackage;
  const hasOptional = title === 'the npm package';

  beforeAll(async () => {
    installed = await install();
    writeFileSync(join(installed.folder, 'hot.cjs'), HOT);
    writeFileSync(join(installed.folder, 'typed.mts'), TYPED);
    writeFileSync(join(installed.folder, 'long.cjs'), LONG);
    writeFileSync(join(installed.folder, 'cycle.cjs'), CYCLE);
  }, 300_000);

  afterAll(() => installed?.dispose());

  describe.each(nodeVersions())('on $title', ({ executable: node, title: version }) => {
    const run = (...args: readonly string[]) => {
      const ended = installed.kernelscope(node, ...args);
      expect(ended.err).not.toMatch(TRACE);
      return ended;
    };
    const path = (name: string): string => join(installed.folder, name);

    it('runs a program, with all of the sources that are there', () => {
      const { code, out, err } = run('run', '-o', 'long.kscope', 'long.cjs');
      expect([code, out]).toEqual([0, 'true\n']);
      expect(err).toMatch(/ busy  long\.cjs:1\n/);
      const { sources } = loadProfile(path('long.kscope')).data;
      const status = Object.fromEntries(sources.map(each => [each.source, each.status]));
      expect(status).toMatchObject({ cpuSampler: 'ok', memory: 'ok' });
      expect(status.callSites).toBe('ok');
    });

    it('analyses the directories of ranks, or says what a comparison needs', () => {
      const cycles = path(`cycles ${version}`);
      mkdirSync(cycles, { recursive: true });
      for (const rank of ['0', '1']) {
        const ended = installed.node(node, 'cycle.cjs', rank, cycles);
        expect(ended).toMatchObject({ code: 0, err: '' });
      }
      const { code, out, err } = run('offline-analyse', cycles);
      expect([code, err]).toEqual([0, '']);
      expect(out).toMatch(/analysed/i);
      if (hasOptional) expect(out).not.toContain('npm install');
      else expect(out).toContain('Run npm install @duckdb/node-api');
    });

    it('finds with doctor what it comes with', () => {
      const { code, out } = run('doctor');
      const found = (name: string): string =>
        new RegExp(`^(\\w+) +${name} `, 'm').exec(out)?.[1] ?? 'not named';
      const own = ['Node', 'clock', 'recorder', 'native code', 'CPU sampler', 'SQLite'];
      expect(own.map(found)).toEqual(own.map(() => 'ok'));
      expect(code).toBe(0);
      if (!hasOptional) expect(out).toContain('npm install tsx');
    });

    it('runs TypeScript, or says what that needs', () => {
      const { code, out, err } = run('run', 'typed.mts');
      const runsByItself = Number(version.match(/\d+/)?.[0]) >= 23;
      if (!hasOptional && !runsByItself) {
        expect(code).toBe(1);
        expect(err).toMatch(/^kernelscope: Cannot run typed\.mts: .*npm install tsx/);
        return;
      }
      expect([code, out]).toEqual([0, 'true\n']);
      expect(err).toMatch(/ busy  typed\.mts:1\n/);
    });

    it.skipIf(title === 'the wheel')('is imported by modules of both kinds', () => {
      const use = `profile.run(() => range('parse', () => JSON.parse('[1]'))).then(({ session }) =>
        console.log(session.finished.data.strings.includes('parse')));`;
      writeFileSync(path('use.mjs'), `import { profile, range } from 'kernelscope';\n${use}`);
      writeFileSync(path('use.cjs'), `const { profile, range } = require('kernelscope');\n${use}`);
      for (const file of ['use.mjs', 'use.cjs']) {
        expect(installed.node(node, file)).toMatchObject({ code: 0, out: 'true\n', err: '' });
      }
    });

    if (!isWhole) return;

    it('says its version and its commands', () => {
      expect(run('--version').out).toMatch(/^\d+\.\d+\.\d+\n$/);
      const { code, out } = run('--help');
      expect(code).toBe(0);
      for (const command of ['run', 'show', 'diff', 'convert', 'analyze', 'check', 'doctor']) {
        expect(out).toContain(`  ${command} `);
      }
    });

    it('keeps the profile of a program up to date while it runs', () => {
      const program = `const { existsSync } = require('node:fs');
        const end = Date.now() + 60_000;
        const timer = setInterval(() => {
          if (!existsSync('live.kscope') && Date.now() < end) return;
          console.log(existsSync('live.kscope'));
          clearInterval(timer);
        }, 50);`;
      writeFileSync(path('waits.cjs'), program);
      rmSync(path('live.kscope'), { force: true });
      const ended = run('run', '-q', '-o', 'live.kscope', 'waits.cjs');
      expect(ended).toMatchObject({ code: 0, out: 'true\n', err: '' });
    });

    it('shows, compares, converts and analyses what it has recorded', () => {
      run('run', '-q', '-o', 'a.kscope', 'hot.cjs');
      run('run', '-q', '-o', 'b.kscope', 'hot.cjs');
      expect(run('show', 'a.kscope').out).toContain('Hottest functions');
      expect(run('diff', 'a.kscope', 'b.kscope').out).toContain('From a.kscope to b.kscope');
      for (const ending of sampleOf(ENDINGS, 3)) {
        expect(run('convert', 'a.kscope', `a.${ending}`)).toMatchObject({ code: 0 });
        expect(readFileSync(path(`a.${ending}`)).length).toBeGreaterThan(100);
      }
      expect(run('analyze', 'a.kscope')).toMatchObject({ code: 0 });
    });

    it('holds a profile against budgets', () => {
      run('run', '-q', '-o', 'c.kscope', 'hot.cjs');
      expect(run('check', '--assert', 'wall < 1000s', 'c.kscope')).toMatchObject({ code: 0 });
      expect(run('check', '--assert', 'wall < 1ms', 'c.kscope')).toMatchObject({ code: 1 });
    });

    it('reads nothing as rows where it is given no path', () => {
      const { code, out } = run('extract-rows');
      expect(code).toBe(0);
      expect(out).toContain('cycle_id');
    });
  });
});
