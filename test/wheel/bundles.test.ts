import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Format, buildSync } from 'esbuild';
import { build as buildByVite } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import webpack from 'webpack';
import { loadProfile } from '../../src/engine/results/loadProfile';
import { cpuTotals } from '../support/functionTotals';
import { nodeVersions } from '../support/nodeVersions';
import { SAMPLED } from '../support/sampledTests';
import { sampleOf } from '../support/tiers';
import { type InstalledPackage, npmPackage } from './installedPackage';

/** The CPU time that the program takes in a function of its own, milliseconds. */
const PLANTED_MS = 600;

const BODY = `
// that of the thread: the process has the threads of V8 and of the profiler in it
const { readFileSync } = process.getBuiltinModule('node:fs');
function cpuMs() {
  process.cpuUsage();
  return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;
}
function planted(ms) {
  const until = cpuMs() + ms;
  let sum = 0;
  while (cpuMs() < until) for (let i = 0; i < 1e6; i++) sum += Math.sqrt(i);
  return sum;
}
async function main() {
  const { session } = await profile.run(() => range('work', () => planted(${PLANTED_MS})));
  session.finished.save(process.argv[2]);
}
main();`;

const WITH_IMPORT = `import { profile, range } from 'kernelscope';${BODY}`;
const WITH_REQUIRE = `const { profile, range } = require('kernelscope');${BODY}`;

const BUNDLES: readonly (readonly [
  title: string,
  text: string,
  format: Format,
  minify: boolean
])[] = [
  ['an ES module from imports', WITH_IMPORT, 'esm', false],
  ['a minified ES module with a map', WITH_IMPORT, 'esm', true],
  ['CommonJS from imports', WITH_IMPORT, 'cjs', false],
  ['CommonJS from require', WITH_REQUIRE, 'cjs', false],
  ['minified CommonJS from require with a map', WITH_REQUIRE, 'cjs', true]
];

let installed: InstalledPackage;
let elsewhere: string;

beforeAll(() => {
  installed = npmPackage('whole');
  elsewhere = realpathSync(mkdtempSync(join(tmpdir(), 'kernelscope-bundle-')));
}, 300_000);

afterAll(() => {
  installed?.dispose();
  rmSync(elsewhere, { recursive: true, force: true });
});

/** Makes one file of a program and its packages, in `folder`; gives its path. */
function bundle(folder: string, text: string, format: Format, minify: boolean): string {
  const source = join(
    installed.folder,
    'program.mjs'.replace('mjs', format === 'esm' ? 'mjs' : 'js')
  );
  writeFileSync(source, text);
  const outfile = join(folder, `bundle.${format === 'esm' ? 'mjs' : 'cjs'}`);
  const external = ['@duckdb/node-api', 'tsx', 'apache-arrow'];
  const options = { bundle: true, platform: 'node', keepNames: true, logLevel: 'error' } as const;
  const sourcemap = minify ? 'linked' : false;
  buildSync({ ...options, entryPoints: [source], outfile, format, minify, sourcemap, external });
  return outfile;
}

/** The same by webpack, as CommonJS from imports. */
function packed(folder: string): Promise<string> {
  const entry = join(installed.folder, 'program.mjs');
  writeFileSync(entry, WITH_IMPORT);
  const [filename, path] = ['packed.cjs', folder];
  const optimization = { minimize: false };
  const options = { entry, output: { filename, path }, target: 'node20', optimization } as const;
  return new Promise((resolve, reject) => {
    webpack({ ...options, mode: 'production', context: installed.folder }, (error, stats) => {
      if (error) reject(error);
      else if (stats?.hasErrors() || stats?.hasWarnings()) reject(new Error(stats.toString()));
      else resolve(join(folder, filename));
    });
  });
}

/** The same by Vite: for a server, or as a library, which takes packages in. */
async function vited(kind: 'server' | 'library', folder: string): Promise<string> {
  const entry = join(installed.folder, 'program.mjs');
  writeFileSync(entry, WITH_IMPORT);
  const [outDir, fileName] = [join(folder, kind), 'vited'];
  const build = {
    ...{ outDir, emptyOutDir: true, minify: false, target: 'node20' },
    ...(kind === 'server'
      ? { ssr: entry }
      : { lib: { entry, formats: ['es' as const], fileName } }),
    rolldownOptions: { external: /^node:/, output: { entryFileNames: 'vited.mjs' } }
  };
  const root = installed.folder;
  await buildByVite({ root, configFile: false, logLevel: 'error', build });
  return join(outDir, 'vited.mjs');
}

const plantedMs = (saved: string): number =>
  (cpuTotals(loadProfile(saved).data).get('planted')?.total ?? 0) / 1e6;

/** Samples of V8's inspector, where no binary lies beside a bundle, stand for time in which the thread waits for a core too. */
function mostMs(saved: string): number {
  const { sources, meta } = loadProfile(saved).data;
  const isOwn = sources.some(({ source, status }) => source === 'callSites' && status === 'ok');
  return isOwn ? PLANTED_MS * 1.15 : meta.durationNs / 1e6;
}

const NOT_INSTALLED =
  'Error: kernelscope cannot be bundled, and is not installed beside the bundle: install it there';

describe.each(nodeVersions())('bundled together with a program, on $title', ({ executable }) => {
  // Samples are fewer while other tests take the processor.
  it.each(sampleOf(BUNDLES, 5))(
    'as %s it records the program',
    SAMPLED,
    (_, text, format, minify) => {
      const file = bundle(installed.folder, text, format, minify);
      const saved = join(installed.folder, 'bundle.kscope');
      rmSync(saved, { force: true });
      expect(installed.node(executable, file, saved)).toMatchObject({ code: 0, err: '' });
      const foundMs = plantedMs(saved);
      expect(foundMs).toBeGreaterThan(PLANTED_MS * 0.85);
      expect(foundMs).toBeLessThan(mostMs(saved));
    }
  );

  it('by webpack it records the program, also elsewhere on the machine', async () => {
    for (const folder of [installed.folder, elsewhere]) {
      const file = await packed(folder);
      const saved = join(installed.folder, 'packed.kscope');
      rmSync(saved, { force: true });
      expect(installed.node(executable, file, saved)).toMatchObject({ code: 0, err: '' });
      expect(plantedMs(saved)).toBeGreaterThan(PLANTED_MS * 0.85);
    }
  });

  it.each(sampleOf(['server', 'library'] as const, 2))(
    'by Vite, as a %s, it records the program',
    async kind => {
      const file = await vited(kind, installed.folder);
      const saved = join(installed.folder, 'vited.kscope');
      rmSync(saved, { force: true });
      expect(installed.node(executable, file, saved)).toMatchObject({ code: 0, err: '' });
      expect(plantedMs(saved)).toBeGreaterThan(PLANTED_MS * 0.85);
    }
  );

  it('by webpack it says what is missing where the package is gone', async () => {
    const file = await packed(elsewhere);
    const text = readFileSync(file, 'utf8').replaceAll(installed.folder, '/gone');
    writeFileSync(file, text);
    const { status, stderr } = spawnSync(executable, [file], { cwd: elsewhere, encoding: 'utf8' });
    expect([status, stderr]).toEqual([1, expect.stringContaining(NOT_INSTALLED)]);
  });

  it('has the same for import and for require, where it is not a part of a bundle', () => {
    const compare = `import * as imported from 'kernelscope';
import { createRequire } from 'node:module';
const required = createRequire(import.meta.url)('kernelscope');
const { default: whole, ...named } = imported;
const names = Object.keys(required).sort();
console.log(whole === required, names.every(name => named[name] === required[name]));
console.log(Object.keys(named).sort().join() === names.join());`;
    writeFileSync(join(installed.folder, 'compare.mjs'), compare);
    const { out, err } = installed.node(executable, 'compare.mjs');
    expect([out, err]).toEqual(['true true\ntrue\n', '']);
  });

  it.each(
    sampleOf(
      BUNDLES.filter(([title]) => title.includes('import')),
      3
    )
  )('as %s it says what is missing where it is not installed', (_, text, format, minify) => {
    const file = bundle(elsewhere, text, format, minify);
    const { status, stderr } = spawnSync(executable, [file], {
      cwd: elsewhere,
      encoding: 'utf8'
    });
    expect(status).toBe(1);
    expect(stderr).toContain(NOT_INSTALLED);
  });
});
