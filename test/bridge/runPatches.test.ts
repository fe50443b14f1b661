import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isNight } from '../support/tiers';
import { allOf, COMMAND, NODE, SOME_PATCHES, temporaryFolder, testPatches } from './runPatches';

testPatches(isNight ? SOME_PATCHES : [allOf(SOME_PATCHES)]);

const PROGRAM = fileURLToPath(new URL('../support/watchedProgram.cjs', import.meta.url));

/** `then` of the language looks it up, and `Worker` of Node calls that for its port, in threads of the profiler. */
const OF_OTHERS =
  /^called: (?:get Promise\.Symbol|EventTarget\.prototype\.addEventListener .* at startOwnThread )/;

test('of all that a program can replace, the profiler calls nothing within it', () => {
  const folder = temporaryFolder();
  const env = {
    ...process.env,
    OWN_FOLDER: fileURLToPath(new URL('../../src/', import.meta.url)),
    KERNELSCOPE: fileURLToPath(new URL('../../node_modules/kernelscope', import.meta.url))
  };
  const args = [COMMAND, 'run', '-o', path.join(folder, 'watched.kscope'), PROGRAM];
  const { stdout, stderr, status } = spawnSync(NODE, args, { cwd: folder, env, encoding: 'utf8' });
  expect([stdout, status], stderr).toEqual(['done\n', 0]);
  const called = stderr.split('\n').filter(line => line.startsWith('called: '));
  expect([...new Set(called)].filter(line => !OF_OTHERS.test(line))).toEqual([]);
});
