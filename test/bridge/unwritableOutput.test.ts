import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadProfile } from 'kernelscope';
import { expect, test } from 'vitest';
import { useFolder } from '../support/folders';

const COMMAND = fileURLToPath(new URL('../../src/bin/kernelscope.cjs', import.meta.url));
const NODE = process.env['KERNELSCOPE_NODE'] ?? process.execPath;
const PROGRAM = `function busyLoop() { for (const until = performance.now() + 300; performance.now() < until;); }
busyLoop();
if (process.argv[2]) require('node:fs').rmSync(process.argv[2], { recursive: true });
console.log('done');`;

const folder = useFolder();

/** Runs the program in a folder of its own, and returns the recording that is said to be kept. */
function keptBy(name: string, options: readonly string[], args: readonly string[] = []): string[] {
  const place = path.join(folder, name);
  mkdirSync(path.join(place, 'folder.kscope'), { recursive: true });
  writeFileSync(path.join(folder, 'main.cjs'), PROGRAM);
  const words = [COMMAND, 'run', '-q', ...options, path.join(folder, 'main.cjs'), '--', ...args];
  const ran = spawnSync(NODE, words, { cwd: place, encoding: 'utf8' });
  expect([ran.stdout, ran.status], ran.stderr).toEqual(['done\n', 1]);
  const kept = [...ran.stderr.matchAll(/the recording is in (.*)\n/g)].map(([, file]) => file);
  for (const file of kept) expect(loadProfile(file).data.strings).toContain('busyLoop');
  return kept;
}

test('a recording that cannot be written where it was to go is kept, whole, and it is said where', () => {
  const [inPlace] = keptBy('in-a-folder', ['-o', 'folder.kscope']);
  expect(path.dirname(inPlace)).toBe(path.join(folder, 'in-a-folder', '.kernelscope'));
  expect(keptBy('nowhere', ['-o', '/proc/none/a.json', '-o', '/proc/none/a.kscope'])).toHaveLength(
    1
  );
  expect(keptBy('gone', ['-o', 'a.kscope'], [path.join(folder, 'gone')])).toHaveLength(1);
});

test('one that is in another file already is not kept twice', () => {
  expect(keptBy('written', ['-o', 'a.kscope', '-o', '/proc/none/a.json'])).toEqual([]);
});
