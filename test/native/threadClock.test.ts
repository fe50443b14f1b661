import { execFileSync, spawnSync } from 'node:child_process';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { repositoryRoot } from '../support/fakeCuda/root';
import { useFolder } from '../support/folders';

const at = (...names: string[]) => path.join(repositoryRoot(), ...names);
const own = (name: string) => at('src', 'native', 'v8', name);
const HEADERS = path.join(path.dirname(path.dirname(process.execPath)), 'include', 'node');

/** So many rows take several chunks of memory, whose ends then lie at each place of a piece. */
const ROWS = 200_000;

const folder = useFolder();
const addon = path.join(folder, 'threadClock.node');

beforeAll(() => {
  const sources = ['threadClock.cc', 'sampledCode.cc', 'processStops.cc'].map(own);
  execFileSync('g++', [
    ...['-std=c++20', '-O1', '-fPIC', '-shared', '-fno-rtti', '-fno-exceptions'],
    ...['-Wall', '-Wextra', '-Werror', '-DNODE_GYP_MODULE_NAME=threadClock'],
    ...['-DBUILDING_NODE_EXTENSION', '-I', own(''), '-isystem', HEADERS],
    ...[at('test', 'native', 'threadClock.cc'), ...sources, '-o', addon]
  ]);
});

it.each([
  { recordings: 1, samples: 0 },
  { recordings: 1, samples: 1 },
  { recordings: 1, samples: 5 },
  { recordings: 2, samples: 0 },
  { recordings: 2, samples: 3 },
  { recordings: 3, samples: 500 }
])('%o have all rows of each piece, wherever a chunk of memory ends', shape => {
  const { recordings, samples } = shape;
  const pieces = Math.ceil(ROWS / (samples + 2 * recordings));
  const cut = `require(${JSON.stringify(addon)}).cutPieces(${pieces}, ${recordings}, ${samples})`;
  const { status, signal, stdout } = spawnSync(process.execPath, ['-p', cut], { encoding: 'utf8' });
  expect({ status, signal, stdout }).toEqual({ status: 0, signal: null, stdout: '0\n' });
});
