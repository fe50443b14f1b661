import { describe, expect } from 'vitest';
import { sampleOf } from '../support/tiers';
import { installed, testPrograms, type WildProgram } from './bareAndRecorded';

const BADLY_FORMATTED = `const  a = {b:1,
c : [ 1,2 ]}\nexport default   a`;

const TYPED = `interface Point { readonly x: number }
export const double = ({ x }: Point): number => x * 2;
export const wrong: string = double({ x: 1 });`;

/** Tools that do all in one process of JavaScript, and read and write files. */
const ALONE: readonly WildProgram[] = [
  {
    title: 'lints code and fails',
    files: {
      'eslint.config.mjs': `export default [{ rules: { 'no-unused-vars': 'error' } }];`,
      'code.js': 'const unused = 1;\n'
    },
    args: [installed('eslint', 'bin', 'eslint.js'), 'code.js']
  },
  {
    title: 'compiles TypeScript, and reports what is wrong with it',
    files: { 'typed.ts': TYPED },
    args: [installed('typescript', 'bin', 'tsc'), '--target', 'es2022', '--noLib', 'typed.ts']
  },
  {
    title: 'formats code in place',
    files: { 'code.mjs': BADLY_FORMATTED },
    args: [installed('prettier', 'bin', 'prettier.cjs'), '--write', 'code.mjs'],
    steady: text => text.replace(/ \d+ms/g, ' ms')
  }
];

const TOOLS: readonly WildProgram[] = [
  {
    title: 'bundles by a compiled program that it talks to',
    files: { 'code.ts': TYPED },
    args: [installed('esbuild', 'bin', 'esbuild'), 'code.ts', '--bundle', '--format=esm']
  },
  {
    title: 'bundles by native code in its process',
    files: {
      'code.mjs': `import { a } from './a.mjs'; console.log(a);`,
      'a.mjs': 'export const a = 1, b = 2;'
    },
    args: [
      installed('rollup', 'dist', 'bin', 'rollup'),
      'code.mjs',
      '--silent',
      '--file',
      'out.mjs'
    ]
  },
  {
    title: 'shortens code that it reads from its input',
    args: [installed('terser', 'bin', 'terser'), '--compress', '--mangle'],
    input:
      'function add(first, second) { const sum = first + second; return sum; } console.log(add(1, 2));'
  },
  {
    title: 'runs tests in a pool of processes, of which one fails',
    files: {
      'package.json': '{ "type": "module" }',
      'vitest.config.mjs': `export default { test: { globals: true, watch: false } };`,
      'ok.test.js': `test('ok', () => expect(1).toBe(1));`,
      'bad.test.js': `test('bad', () => expect(1).toBe(2));`
    },
    args: [
      installed('vitest', 'vitest.mjs'),
      'run',
      '--reporter=json',
      '--outputFile=out.json',
      '--root',
      '.'
    ],
    steady: text =>
      text
        .replace(/"(startTime|endTime|duration)":[\d.]+/g, '"$1":0')
        .replace(/<folder>\S*/g, '<path>')
        .replace(/\{"assertionResults".*\}/s, 'results')
  },
  {
    title: 'has a child that Node profiles as well',
    files: {
      'main.cjs': `const { spawnSync } = require('node:child_process');
      const { readdirSync } = require('node:fs');
      const args = ['--cpu-prof', '--cpu-prof-dir=profiles', '-e', 'for (const until = performance.now() + 200; performance.now() < until;);'];
      const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
      console.log(status, stdout, stderr, readdirSync('profiles').length);
      require('node:fs').rmSync('profiles', { recursive: true });`
    },
    args: ['main.cjs'],
    expects: ({ profile }) => {
      const pids = new Set(profile.data.tracks.map(({ pid }) => pid));
      expect(pids.size).toBe(2);
    }
  },
  {
    title: 'removes the temporary folders that it finds',
    files: {
      'main.cjs': `const { readdirSync, rmSync } = require('node:fs');
      for (const name of readdirSync('own')) rmSync('own/' + name, { recursive: true });
      console.log('removed');`,
      'own/some/file': ''
    },
    env: { TMPDIR: 'own' },
    args: ['main.cjs']
  }
];

describe('a program that is a tool', () => testPrograms([...sampleOf(ALONE, 3), ...TOOLS]));
