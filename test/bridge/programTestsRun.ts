import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const COMMAND = path.join(ROOT, 'src', 'bin', 'kernelscope.cjs');
const NODE = process.env['KERNELSCOPE_NODE'] ?? process.execPath;

/** A folder for programs. */
export interface TestFolder {
  readonly write: (name: string, text: string) => void;
  /** What a program under `run` says, which has to end well. */
  readonly run: (words: readonly string[], more?: Readonly<Record<string, string>>) => string;
}

/** A folder with the packages of another one, for programs of the tests of a file. */
export function useTestFolder(packagesOf: string = ROOT): TestFolder {
  let folder = '';
  beforeAll(() => {
    folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'kernelscope-tests-')));
    symlinkSync(path.join(packagesOf, 'node_modules'), path.join(folder, 'node_modules'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  return {
    write: (name: string, text: string): void => {
      const file = path.join(folder, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, text);
    },
    run: (words: readonly string[], more: Readonly<Record<string, string>> = {}): string => {
      const env: Record<string, string | undefined> = { ...process.env, ...more };
      // Of the runner that runs this test.
      const ofRunner = /^(VITEST|NODE_TEST|TEST$|NODE_ENV|NODE_OPTIONS|DEV$|PROD$|MODE$)/;
      for (const name of Object.keys(env).filter(each => ofRunner.test(each))) {
        if (!(name in more)) delete env[name];
      }
      const args = [COMMAND, 'run', '--', ...words];
      const { stderr, stdout, status } = spawnSync(NODE, args, {
        cwd: folder,
        env,
        encoding: 'utf8'
      });
      expect(status, stdout + stderr).toBe(0);
      return stderr;
    }
  };
}

/** Lines that a compiler of types takes away, so that those of its JavaScript are others; the hot one is the eighth. */
export const WORK = (
  types: boolean
): string => `${types ? 'export interface Options {\n  readonly ms: number;\n}' : '//\n//\n//'}

// How long it takes.
export function work({ ms }${types ? ': Options): number' : ')'} {
  const until = performance.now() + ms;
  while (performance.now() < until) Math.sqrt(until);
  return until;
}
`;

/** What a program under `run` says of its tests, which are two files with a slow and a fast one each. */
export function expectTests(text: string, name: string, place: TestPlace): void {
  const { work, files, line } = place;
  expect(text).toMatch(
    new RegExp(
      `^Tests: .* in 2 files\\. (?:Your modules: .* to import\\. )?${name} and start-up: .*, not in the shares below`,
      'm'
    )
  );
  const [first = '', ...findings] = text.split('\n').filter(each => /^\d\. /.test(each));
  expect(first).toMatch(
    new RegExp(`Line ${work}:8 took .*\`work\\(\\)\`.*: \`while \\(performance`)
  );
  expect(findings.join('\n')).not.toMatch(/node_modules|node:|modules/);
  const table = text.slice(text.indexOf('Time by Test File'), text.indexOf('Slowest Tests'));
  for (const file of files) expect(table).toContain(` ${file}\n`);
  const slowest = text.slice(text.indexOf('Slowest Tests')).split('\n').slice(4, 6);
  for (const each of slowest) expect(each).toMatch(new RegExp(`:${line}  works for long$`));
}

/** Where tests are. */
export interface TestPlace {
  /** The file with the hot line. */
  readonly work: string;
  readonly files: readonly string[];
  /** The line of the slow tests. */
  readonly line: number;
}
