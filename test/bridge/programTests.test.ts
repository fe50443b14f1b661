import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SAMPLED } from '../support/sampledTests';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const COMMAND = path.join(ROOT, 'src', 'bin', 'kernelscope.cjs');
const NODE = process.env['KERNELSCOPE_NODE'] ?? process.execPath;

let folder: string;

beforeAll(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'kernelscope-tests-')));
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
});

afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string): void {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Lines that a compiler of types takes away, so that those of its JavaScript are others; the hot one is the eighth. */
const WORK = (
  types: boolean
) => `${types ? 'export interface Options {\n  readonly ms: number;\n}' : '//\n//\n//'}

// How long it takes.
export function work({ ms }${types ? ': Options): number' : ')'} {
  const until = performance.now() + ms;
  while (performance.now() < until) Math.sqrt(until);
  return until;
}
`;

const TESTS = (runner: string, ending: string) => `import { test } from '${runner}';
import { work } from '../src/work${ending}';

test('works for long', async () => {
  await new Promise(resolve => setTimeout(resolve, 30));
  work({ ms: 250 });
});

test('works for a moment', () => {
  work({ ms: 60 });
});
`;

function run(words: readonly string[]): string {
  const env = { ...process.env };
  // Of the runner that runs this test.
  const ofRunner = /^(VITEST|NODE_TEST|TEST$|NODE_ENV|NODE_OPTIONS|DEV$|PROD$|MODE$)/;
  for (const name of Object.keys(env).filter(each => ofRunner.test(each))) delete env[name];
  const args = [COMMAND, 'run', '--', ...words];
  const { stderr, stdout, status } = spawnSync(NODE, args, { cwd: folder, env, encoding: 'utf8' });
  expect(status, stdout + stderr).toBe(0);
  return stderr;
}

describe('a run of tests', SAMPLED, () => {
  test.each([
    ['Vitest', 'vitest', true, ['vitest', 'run', 'vitest/']],
    ['node:test', 'node:test', false, ['node', '--test', 'node/test']]
  ] as const)(
    '%s: shares are of tests, which are named with their times',
    (name, runner, types, words) => {
      const [at, ending] = types ? ['vitest', '.ts'] : ['node', '.mjs'];
      write(`${at}/src/work${ending}`, WORK(types));
      for (const file of ['one', 'two']) {
        write(`${at}/test/${file}.test${ending}`, TESTS(runner, types ? '' : ending));
      }
      const text = run(words);
      expect(text).toMatch(
        new RegExp(
          `^Tests: .* in 2 files\\. ${name} and start-up: .*, not in the shares below`,
          'm'
        )
      );
      const [first = '', ...findings] = text.split('\n').filter(line => /^\d\. /.test(line));
      expect(first).toMatch(
        new RegExp(`Line ${at}/src/work${ending}:8 took .*\`work\\(\\)\`.*: \`while \\(performance`)
      );
      expect(findings.join('\n')).not.toMatch(/node_modules|node:|modules/);
      expect(text).toMatch(new RegExp(`Time by Test File\n[^]*${at}/test/one\\.test${ending}\\n`));
      const slowest = text.slice(text.indexOf('Slowest Tests')).split('\n').slice(4, 6);
      for (const line of slowest) expect(line).toMatch(/:4 {2}works for long$/);
    }
  );
});
