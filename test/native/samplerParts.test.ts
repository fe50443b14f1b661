import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { compileV8Addon } from '../support/compileV8Addon';
import { repositoryRoot } from '../support/fakeCuda/root';
import { useFolder } from '../support/folders';

const at = (...names: string[]) => path.join(repositoryRoot(), ...names);
const own = (name: string) => at('src', 'native', 'v8', name);

/** So many rows take several chunks of memory, whose ends then lie at each place of a piece. */
const ROWS = 200_000;

const folder = useFolder();
const addon = path.join(folder, 'samplerParts.node');

beforeAll(() => {
  const sources = ['threadClock.cc', 'sampledCode.cc', 'processStops.cc'].map(own);
  compileV8Addon(addon, [at('test', 'native', 'samplerParts.cc'), ...sources], {
    executable: process.execPath,
    included: own('')
  });
});

/** The value of an expression that a program computes with the addon `parts`; the program must end well. */
function resultOf(computed: string): unknown {
  const program = `const parts = require(${JSON.stringify(addon)}); JSON.stringify(${computed})`;
  const { status, signal, stdout } = spawnSync(process.execPath, ['-p', program], {
    encoding: 'utf8'
  });
  expect({ status, signal }).toEqual({ status: 0, signal: null });
  return JSON.parse(stdout);
}

it.each([
  { recordings: 1, samples: 0 },
  { recordings: 1, samples: 1 },
  { recordings: 1, samples: 5 },
  { recordings: 2, samples: 0 },
  { recordings: 2, samples: 3 },
  { recordings: 3, samples: 500 }
])('of %o pieces have all rows, wherever a chunk of memory ends', ({ recordings, samples }) => {
  const pieces = Math.ceil(ROWS / (samples + 2 * recordings));
  expect(resultOf(`parts.cutPieces(${pieces}, ${recordings}, ${samples})`)).toBe(0);
});

it('profiles are kept until V8 has come to a sample since code was collected, the last 480 of them', () => {
  expect(resultOf('parts.endProfiles(3)')).toEqual([3, 3, 3, 0]);
  expect(resultOf('parts.endProfiles(500)')).toEqual([480, 480, 480, 0]);
});
