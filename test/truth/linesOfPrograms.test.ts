import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync as transformBySwc } from '@swc/wasm';
import { type BuildOptions, buildSync, transformSync } from 'esbuild';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadProfile } from '../../src/engine/results/loadProfile';
import type { Profile } from '../../src/model/profile/profile';
import { SAMPLED } from '../support/sampledTests';
import { sampleOf } from '../support/tiers';
import {
  COMPILED,
  PLANTED,
  SCALE,
  type Spent,
  sharesOfFunctions,
  sharesOfLoops
} from './plantedProgram';
import { useFolder } from '../support/folders';

const root = fileURLToPath(new URL('../..', import.meta.url));
const COMMAND = join(root, 'src', 'bin', 'kernelscope.cjs');
const NODE = process.env['KERNELSCOPE_NODE'] ?? process.execPath;
const RUN_IT = `${PLANTED}console.log(all());\n`;
const SESSION = `${PLANTED}
import { profile } from 'kernelscope';
profile.run(() => all()).then(({ session, value }) => {
  session.finished.save(process.argv[2]);
  console.log(value);
});
`;

/**
 * How far a share of samples may be from that of the CPU time of its thread that the loop itself measured.
 */
const TOLERANCE = 0.2;

const folder = useFolder();

beforeAll(() => {
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
});

function write(name: string, text: string): string {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

/** Writes a program with what it imports; gives its file. */
function program(name: string, text: string = RUN_IT, ending = 'ts'): string {
  write(`${name}/src/scale.${ending}`, SCALE);
  return write(`${name}/src/planted.${ending}`, text);
}

/** Compiles both files as `tsc` does, into `name/dist`; gives the program. */
function compileByTsc(name: string, options: ts.CompilerOptions): string {
  const compilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.CommonJS,
    ...options
  };
  for (const [part, text] of Object.entries({ planted: RUN_IT, scale: SCALE })) {
    const fileName = options.sourceRoot ? `${part}.ts` : `../src/${part}.ts`;
    const compiled = ts.transpileModule(text, { fileName, compilerOptions });
    write(`${name}/dist/${part}.js`, compiled.outputText);
    if (!compiled.sourceMapText) continue;
    const map = JSON.parse(compiled.sourceMapText) as { sources: string[] };
    write(`${name}/dist/${part}.js.map`, JSON.stringify({ ...map, sources: [fileName] }));
  }
  return join(folder, name, 'dist', 'planted.js');
}

function bundle(name: string, options: BuildOptions): string {
  const outfile = join(folder, name, 'dist', 'planted.js');
  const shared = { bundle: true, platform: 'node', format: 'cjs', sourcemap: true } as const;
  buildSync({ ...shared, entryPoints: [program(name)], outfile, ...options });
  return outfile;
}

/** Compiles each file by itself with esbuild, as many runners do. */
function compileByEsbuild(name: string, minify: boolean): string {
  for (const [part, text] of Object.entries({ planted: RUN_IT, scale: SCALE })) {
    const sourcefile = `../src/${part}.ts`;
    const options = {
      loader: 'ts',
      format: 'cjs',
      sourcemap: 'inline',
      sourcefile,
      minify
    } as const;
    write(`${name}/dist/${part}.js`, transformSync(text, options).code);
  }
  return join(folder, name, 'dist', 'planted.js');
}

/** Compiles each file by itself with swc, its map within it. */
function compileBySwc(name: string, minify: boolean): string {
  for (const [part, text] of Object.entries({ planted: RUN_IT, scale: SCALE })) {
    const { code } = transformBySwc(text, {
      filename: `../src/${part}.ts`,
      jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
      module: { type: 'commonjs' },
      sourceMaps: 'inline',
      minify
    });
    write(`${name}/dist/${part}.js`, code);
  }
  return join(folder, name, 'dist', 'planted.js');
}

/** The share of each planted line in what was sampled in files whose name ends so. */
function sharesIn({ lineTicks, strings }: Profile, ending: string): ReadonlyMap<number, number> {
  const { file, line, ticks } = lineTicks;
  const rows = [...line.keys()].filter(row => strings[file[row]].endsWith(ending));
  const sum = rows.reduce((whole, row) => whole + ticks[row], 0);
  expect(sum).toBeGreaterThan(50);
  return new Map(rows.map(row => [line[row], ticks[row] / sum]));
}

function expectShares(
  profile: Profile,
  expected: ReadonlyMap<number, number>,
  ending: string
): void {
  const shares = sharesIn(profile, ending);
  for (const [line, share] of expected) {
    const found = shares.get(line) ?? 0;
    expect(Math.abs(found - share), `line ${line} has ${found}`).toBeLessThan(TOLERANCE);
  }
}

const noteOfCpu = ({ sources }: Profile): string =>
  JSON.stringify(sources.find(({ source }) => source === 'cpuSampler'));

const namesOf = ({ frames, strings }: Profile): readonly string[] =>
  [...frames.name].map(name => strings[name]);

const filesOf = ({ frames, strings }: Profile): readonly string[] =>
  [...new Set(frames.file)].map(file => strings[file]);

/** A program that ran: what was recorded of it, and what it tells itself. */
interface Ran {
  readonly profile: Profile;
  readonly spent: Spent;
}

let count = 0;

/** Runs Node with these words and the name of the file to leave a profile in; the program comes last. */
function ran(wordsFor: (saved: string) => readonly string[]): Ran {
  const saved = join(folder, `${count++}.kscope`);
  const options = { cwd: folder, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(NODE, wordsFor(saved), options);
  expect([status, stderr]).toEqual([0, '']);
  return { profile: loadProfile(saved).data, spent: JSON.parse(stdout) as Spent };
}

const run = (file: string): Ran => ran(saved => [COMMAND, 'run', '-q', '-o', saved, file]);

describe('the time of programs counts for the lines of their source', SAMPLED, () => {
  const modules = [
    ['TypeScript that has to be compiled', 'ts'],
    ['CommonJS', 'cts'],
    ['an ES module', 'mts']
  ] as const;

  it.each(sampleOf(modules, 3))('the lines of %s survive its run', (name, ending) => {
    const text = COMPILED.replace('./scale', ending === 'ts' ? './scale' : `./scale.${ending}`);
    const { profile, spent } = run(program(name, text, ending));
    expectShares(profile, sharesOfLoops(text, spent), `planted.${ending}`);
  });

  const imports: readonly (readonly [string, string])[] = [
    ['mts', 'none'],
    ['mts', 'commonjs'],
    ['mts', 'module'],
    ['ts', 'module'],
    ['ts', 'commonjs']
  ];

  it.each(sampleOf(imports, 2))(
    'the lines are those of the source for what a .%s file imports in a package of type %s',
    (ending, type) => {
      const name = `imported by ${ending} ${type}`;
      const text = PLANTED.replace('./scale', './scale.ts');
      program(name, text);
      if (type !== 'none') write(`${name}/package.json`, JSON.stringify({ type }));
      const main = `import { all } from './planted.ts';\nconsole.log(all());\n`;
      const { profile, spent } = run(write(`${name}/src/main.${ending}`, main));
      expectShares(profile, sharesOfLoops(text, spent), 'src/planted.ts');
      expect(filesOf(profile).filter(each => /^data:|[?%]/.test(each))).toEqual([]);
    }
  );

  const maps: readonly [string, ts.CompilerOptions][] = [
    ['a map beside it', { sourceMap: true }],
    ['a map in it', { inlineSourceMap: true }],
    ['a map with a root of its sources', { sourceMap: true, sourceRoot: '../src' }],
    [
      'a map whose sources lie out of the package',
      { sourceMap: true, sourceRoot: '../../elsewhere/src' }
    ]
  ];

  it.each(sampleOf(maps, 4))(
    'the lines are those of the source for what tsc compiles with %s',
    (name, options) => {
      const { profile, spent } = run(compileByTsc(name, options));
      expectShares(profile, sharesOfLoops(RUN_IT, spent), 'planted.ts');
      expect(noteOfCpu(profile)).not.toContain('single line');
    }
  );

  it('the lines are those of the script for one without a map', () => {
    const text = PLANTED.replace(/^import.*scale.*$/m, 'const scale = 5e7;');
    const { outputText } = ts.transpileModule(`${text}\nconsole.log(all());`, {
      compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS }
    });
    // Which instructions of a loop have its samples depends on the processor, so that a loop is one line here, too.
    const script = outputText.replace(/\)\s+sum \+=/g, ') sum +=');
    const { profile, spent } = run(write('without/plain.js', script));
    expectShares(profile, sharesOfLoops(script, spent), 'plain.js');
  });

  const compilers: readonly [string, () => string][] = [
    ['esbuild bundles', () => bundle('esbuild bundle', {})],
    ['esbuild compiles', () => compileByEsbuild('esbuild plain', false)],
    ['swc compiles', () => compileBySwc('swc plain', false)]
  ];

  it.each(sampleOf(compilers, 3))('the lines are those of the source for what %s', (_, build) => {
    const { profile, spent } = run(build());
    expectShares(profile, sharesOfLoops(RUN_IT, spent), 'planted.ts');
  });

  const minifiers: readonly [string, () => string][] = [
    ['bundle', () => bundle('minified bundle', { minify: true })],
    [
      'bundle with a map in it',
      () => bundle('inline bundle', { minify: true, sourcemap: 'inline' })
    ],
    ['file', () => compileByEsbuild('minified file', true)],
    ['file of swc', () => compileBySwc('minified swc', true)]
  ];

  it.each(sampleOf(minifiers, 4))(
    'a minified %s has functions by name, on their lines, and a note',
    (_, build) => {
      const { profile, spent } = run(build());
      expectShares(profile, sharesOfFunctions(RUN_IT, spent), 'planted.ts');
      expect(noteOfCpu(profile)).toContain('planted.js ran as a single line of JavaScript');
      expect(namesOf(profile)).toEqual(expect.arrayContaining(['cold', 'mixed']));
    }
  );

  it(
    'a session in a process of tsx has functions on their lines, and a note',
    { tags: 'night' },
    () => {
      const file = program('inside tsx', SESSION);
      const { profile, spent } = ran(saved => ['--import', 'tsx', file, saved]);
      const shares = sharesOfFunctions(SESSION, spent);
      expectShares(profile, shares, 'planted.ts');
      expect(noteOfCpu(profile)).toContain('ran as a single line of JavaScript');
      const { lineTotals, strings } = profile;
      const lines = [...lineTotals.line.keys()].filter(row =>
        strings[lineTotals.file[row]].endsWith('planted.ts')
      );
      const total = (line: number): number =>
        lines
          .filter(row => lineTotals.line[row] === line)
          .reduce((sum, row) => sum + lineTotals.total[row], 0);
      const [[cold, share], [mixed]] = shares;
      const found = total(cold) / (total(cold) + total(mixed));
      expect(Math.abs(found - share)).toBeLessThan(TOLERANCE);
    }
  );

  it('the lines of what Node strips itself are exact, where it does', () => {
    const text = SESSION.replace('./scale', './scale.ts');
    const file = program('stripped', text);
    const strips = spawnSync(NODE, ['-p', 'process.features.typescript'], { encoding: 'utf8' });
    if (strips.stdout.trim() !== 'strip') {
      expect(spawnSync(NODE, [file]).status).toBe(1);
      return;
    }
    const { profile, spent } = ran(saved => [file, saved]);
    expectShares(profile, sharesOfLoops(text, spent), 'planted.ts');
  });
});
