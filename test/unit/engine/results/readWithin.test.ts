import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readWithin } from '../../../../src/engine/results/readWithin';

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'read-within-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, bytes: Uint8Array): string {
  const file = join(folder, name);
  writeFileSync(file, bytes);
  return file;
}

/** A pipe into which another process writes a file. */
function pipe(file: string): string {
  const name = `${file}.pipe`;
  execFileSync('mkfifo', [name]);
  spawn('sh', ['-c', 'cat "$0" > "$1"', file, name], { stdio: 'ignore' });
  return name;
}

const BYTES = Uint8Array.from({ length: 200_000 }, (_, at) => at % 251);

test('a file and a pipe are read whole', () => {
  const file = write('whole', BYTES);
  expect(BYTES).toEqual(Uint8Array.from(readWithin(file, BYTES.length)));
  expect(BYTES).toEqual(Uint8Array.from(readWithin(pipe(file), BYTES.length)));
});

test('a file, a pipe and a device that have more bytes are refused', () => {
  const file = write('large', BYTES);
  expect(() => readWithin(file, 199_999)).toThrow('it has 200000 bytes, more than 199999');
  expect(() => readWithin(pipe(file), 199_999)).toThrow('it has more than 199999 bytes');
  expect(() => readWithin('/dev/zero', 1e6)).toThrow('it has more than 1000000 bytes');
});

test('a folder and an absent file are errors of the file system', () => {
  expect(() => readWithin(folder, 1)).toThrow('EISDIR');
  expect(() => readWithin(join(folder, 'absent'), 1)).toThrow('ENOENT');
});
