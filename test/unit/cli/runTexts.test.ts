import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exportProfile } from '../../../src/engine/results/exportProfile';
import { noProfileText } from '../../../src/cli/shared/noProfileText';
import { richProfile } from '../../support/richProfile';
import { runCommand as run } from '../../support/runCommand';
import { useFolder } from '../../support/folders';

const folder = useFolder();

test('wrong usage of run is told in two lines, the second of which leads to its help', async () => {
  const { code, err } = await run('run', '--shaps', 'a.ts');
  expect(code).toBe(2);
  expect(err).toBe(
    'kernelscope: kernelscope run has no option "--shaps". Did you mean --shapes?\n' +
      'See kernelscope run --help.\n'
  );
});

test('help tells the file that is run from the files that are written', async () => {
  const { out } = await run('run', '--help');
  expect(out).toContain('-o, --output OUT');
  expect(out).toContain('Extensions of OUT:');
  expect(out).toMatch(/ FILE \[-- ARGS\]\n/);
});

test('the help of all has each command with its own usage', async () => {
  const { out } = await run('--help');
  expect(out).toContain('  run [options] FILE [-- ARGS]  ');
  expect(out).toContain('  diff [options] <before> <after>  ');
});

test('profiles of one name are told apart by their files', async () => {
  const [before, after] = ['before', 'after'].map(name => join(folder, `${name}.kscope`));
  for (const file of [before, after]) exportProfile(richProfile(), [], file);
  const { out } = await run('diff', before, after);
  expect(out).toContain(`From ${before} to ${after}.`);
});

test('a program without a profile is told why there is none', () => {
  const killed = noProfileText('a.js', { code: 137, signal: 'SIGKILL' });
  expect(killed).toContain('a.js left no profile behind: SIGKILL ended it');
  expect(noProfileText('a.js', { code: 9, signal: null })).toContain('it ended with 9');
});
