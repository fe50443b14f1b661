import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { repositoryRoot } from '../support/fakeCuda/root';

const at = (...names: string[]) => path.join(repositoryRoot(), ...names);
const native = (name: string) => at('src', 'native', 'cc', name);

const SOURCES = [
  native('cupti/activityBuffers.cc'),
  native('nvtx/nvtxInjection.cc'),
  native('nvtx/ownVariables.cc'),
  native('nvtx/nvtx.cc')
];

let scratch = '';
let program = '';

beforeAll(() => {
  scratch = mkdtempSync(path.join(tmpdir(), 'kernelscope-own-memory-'));
  program = path.join(scratch, 'ownMemory');
  execFileSync('g++', [
    ...['-std=c++17', '-Wall', '-Wextra', '-Werror', '-g', '-fsanitize=address'],
    ...[
      '-I',
      at('src', 'native', 'cc'),
      '-isystem',
      at('node_modules', 'node-api-headers', 'include')
    ],
    ...[at('test', 'native', 'ownMemory.cc'), ...SOURCES, '-o', program, '-ldl', '-pthread']
  ]);
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

it.each([
  ['a buffer is kept or counted where memory runs out, and never leaked', 'complete'],
  ['a drain in which something fails is over, and what had arrived stays', 'drain'],
  ['threads that read the environment find all of it while variables come and go', 'environment']
])('%s', (_what, name) => {
  const env = {
    PATH: process.env['PATH'],
    ASAN_OPTIONS: 'detect_leaks=1:alloc_dealloc_mismatch=0'
  };
  const { status, stderr } = spawnSync(program, [name], { env, encoding: 'utf8', timeout: 60_000 });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});
