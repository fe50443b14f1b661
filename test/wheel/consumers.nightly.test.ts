import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeVersions } from '../support/nodeVersions';
import { type InstalledPackage, npmPackage } from './installedPackage';
import { hasRuntimes, packagingTool } from './packagingTools';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The oldest release of TypeScript that understands the types, besides the one of this repository. */
const OLDEST_TYPESCRIPT = '5.7.3';

/** The compiler of this repository, and the oldest. */
const COMPILER = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
const OLDEST_COMPILER = 'node_modules/typescript/bin/tsc';

/** `module` and `moduleResolution`, with the kinds of modules that a file can then be. */
const RESOLUTIONS = [
  ['node16', 'node16', ['mts', 'cts']],
  ['nodenext', 'nodenext', ['mts', 'cts']],
  ['esnext', 'bundler', ['ts', 'mts']]
] as const;

const SUBPATHS = ['model', 'analysis', 'layout', 'formats', 'report', 'settings'];

/** Uses the types of each entry, and some of those that hold types of Node. */
const TYPED = `import { Worker } from 'node:worker_threads';
import { attach, FinishedProfile, loadProfile, profile, Profiler, range } from 'kernelscope';
import type { Instrumentation } from 'kernelscope';
import * as host from 'kernelscope/host';
import type { Profile } from 'kernelscope/model';
${SUBPATHS.map(name => `import * as ${name} from 'kernelscope/${name}';`).join('\n')}

const loaded: FinishedProfile = loadProfile('a.kscope');
export const data: Profile = loaded.data;
export const length: number = range('work', () => 1);
export const attachment: { detach(): void } = attach(new Worker('worker.js'));
export type Restoring = Instrumentation;
export const made: Profiler = new Profiler({ outputPath: 'cycles' });
export const parts: object[] = [host, ${SUBPATHS.join(', ')}];
// @ts-expect-error: the types are there, and not any
export const wrong: string = range('work', () => 1);
export const ended: Promise<number> = profile.run(() => 1).then(({ value }) => value);
`;

/** The types for browsers, without those of Node. */
const FOR_BROWSERS = `${SUBPATHS.map(name => `import * as ${name} from 'kernelscope/${name}';`).join('\n')}
import * as browser from 'kernelscope/browser';
export const parts: object[] = [browser, ${SUBPATHS.join(', ')}];
`;

/** The program on the page of the package. */
const PAGE = readFileSync(join(root, 'src', 'README.md'), 'utf8');
const SHOWN = /```ts\n([^]*?)```/.exec(PAGE)?.[1] ?? '';

let installed: InstalledPackage;
const path = (...names: readonly string[]): string => join(installed.folder, ...names);

beforeAll(() => {
  installed = npmPackage('without optional packages', [`typescript@${OLDEST_TYPESCRIPT}`]);
}, 300_000);

afterAll(() => installed?.dispose());

/** The output of a compiler for files in a folder of its own. */
function diagnostics(
  compiler: string,
  files: Readonly<Record<string, string>>,
  options: object
): string {
  const folder = path('typed');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const compilerOptions = {
    ...{ target: 'es2022', strict: true, skipLibCheck: false, noEmit: true },
    ...{ exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, ...options }
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  const args = [resolve(installed.folder, compiler), '-p', folder];
  return spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout;
}

describe('with TypeScript, strict and without skipLibCheck', () => {
  it.each(RESOLUTIONS)('resolved as %s, %s the types are whole', (module, resolution, kinds) => {
    const files = Object.fromEntries(kinds.map(kind => [`uses.${kind}`, TYPED]));
    const options = { module, moduleResolution: resolution, lib: ['es2022'] };
    expect(diagnostics(COMPILER, files, options)).toBe('');
  });

  it('the types are whole where a project names no types of its own', () => {
    const options = { module: 'node16', moduleResolution: 'node16', lib: ['es2022'], types: [] };
    expect(diagnostics(COMPILER, { 'uses.mts': TYPED }, options)).toBe('');
  });

  it(`the types are whole for TypeScript ${OLDEST_TYPESCRIPT}`, () => {
    const options = { module: 'nodenext', moduleResolution: 'nodenext', lib: ['es2022'] };
    const files = { 'uses.mts': TYPED, 'uses.cts': TYPED };
    expect(diagnostics(OLDEST_COMPILER, files, options)).toBe('');
  });

  it('the entries for browsers need no types of Node', () => {
    const lib = ['es2022', 'dom', 'dom.iterable'];
    const options = { module: 'esnext', moduleResolution: 'bundler', lib, types: [] };
    expect(diagnostics(COMPILER, { 'page.ts': FOR_BROWSERS }, options)).toBe('');
  });

  it('the program on the page of the package compiles', () => {
    const options = { module: 'nodenext', moduleResolution: 'nodenext' };
    expect(diagnostics(COMPILER, { 'page.mts': SHOWN }, options)).toBe('');
  });
});

/** The program on the page, as JavaScript of a module of both kinds. */
const asScript = (text: string): string => text.replace(/ as \{[^}]*\}\[\]/, '');
const required = (text: string): string =>
  text
    .replace(/import (\{.*\}) from ('kernelscope')/, 'const $1 = require($2)')
    .replace(/^(const \{ value[^]*)/m, '(async () => {\n$1})();\n');

describe.each(nodeVersions())('on $title', ({ executable }) => {
  it.each([
    ['imported', 'page.mjs', asScript],
    ['required', 'page.cjs', (text: string) => required(asScript(text))]
  ] as const)('the program on the page runs, %s', (_, name, write) => {
    writeFileSync(path(name), write(SHOWN));
    rmSync(path('program.kscope'), { force: true });
    const { code, out, err } = installed.node(executable, name);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^3 /);
    expect(out).toMatch(/parse +/);
    expect(existsSync(path('program.kscope'))).toBe(true);
  });
});

describe('bundled for a browser', () => {
  it.each([...SUBPATHS, 'browser', 'web'])('kernelscope/%s takes no module of Node', name => {
    writeFileSync(path('entry.js'), `export * from 'kernelscope/${name}';`);
    const { errors, outputFiles } = buildSync({
      entryPoints: [path('entry.js')],
      ...{ bundle: true, write: false, platform: 'browser', format: 'esm', logLevel: 'silent' }
    });
    expect(errors).toEqual([]);
    expect(outputFiles[0].text.length).toBeGreaterThan(1000);
  });
});

/** Runtimes other than Node, with how they run a program. */
const RUNTIMES = [
  ['Bun', ['@oven', 'bun-linux-x64', 'bin', 'bun'], []],
  ['Deno', ['@deno', 'linux-x64-glibc', 'deno'], ['run', '--allow-all']]
] as const;

/** Records all that can be asked for, and reads it again. */
const ASKING = `import { loadProfile, profile, range } from 'kernelscope';
const options = { async: true, waits: true, allocationBytes: 100_000, memoryPeriodMs: 5 };
const { value, session } = await profile.run(async () => {
  range('parse', () => JSON.parse('[1]'));
  await new Promise(resolve => setTimeout(resolve, 50));
  return 3;
}, options);
session.finished.save('asked.kscope');
const { strings, slices } = loadProfile('asked.kscope').data;
console.log(value, strings.includes('parse'), slices.start.every(Number.isFinite));
`;

describe.runIf(hasRuntimes).each(RUNTIMES)('on %s', (title, place, args) => {
  const run = (name: string) => {
    const program = packagingTool('runtimes', 'node_modules', ...place);
    return installed.node(program, ...args, name);
  };
  const said = new RegExp(
    `Kernelscope is made for Node: on ${title} [\\d.]+ it records ranges, but no`
  );

  it.each([
    ['imported', 'page.mjs', asScript],
    ['required', 'page.cjs', (text: string) => required(asScript(text))]
  ] as const)('the program on the page runs, %s, and hears what is missing', (_, name, write) => {
    writeFileSync(path(name), write(SHOWN));
    const { code, out, err } = run(name);
    expect(code).toBe(0);
    expect(out).toMatch(/^3 /);
    expect(err.match(new RegExp(said, 'g'))?.length).toBe(1);
    expect(err).not.toMatch(/\n\s+at /);
  });

  it('a program that asks for what is missing there gets its result and the rest', () => {
    writeFileSync(path('asking.mjs'), ASKING);
    expect(run('asking.mjs')).toMatchObject({ code: 0, out: '3 true true\n' });
  });
});
