import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { GPU_WHERE_FOUND } from '../../src/sources/gpu/records/gpuRecording';
import { buildFakeCuda } from '../support/fakeCuda/build';
import { repositoryRoot } from '../support/fakeCuda/root';

const OPTIONS = {
  ...{ cpuIntervalUs: null, memoryPeriodMs: null, gc: false, lines: false },
  gpu: { ...GPU_WHERE_FOUND, counters: false }
};

/** Makes a recording with a GPU if there is one; says whether there was and whether the addon is loaded. */
const PROGRAM = `
const { range } = require('kernelscope');
const { host } = require('kernelscope/host');
const recording = host.startAlone(${JSON.stringify(OPTIONS)});
range('work', () => undefined);
recording.finish().then(({ data: profile }) => {
  const maps = require('node:fs').readFileSync('/proc/self/maps', 'latin1');
  console.log(JSON.stringify({
    hasGpu: profile.sources.some(({ source }) => source === 'cuda'),
    isLoaded: maps.includes('kernelscope-linux')
  }));
});
`;

function record(env: Readonly<Record<string, string>>): unknown {
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', PROGRAM], {
    cwd: repositoryRoot(),
    env: { ...process.env, CUDA_HOME: '/nowhere', LD_LIBRARY_PATH: '', ...env },
    encoding: 'utf8',
    timeout: 60_000
  });
  if (stdout === '') throw new Error(`The program printed nothing: ${stderr}`);
  return JSON.parse(stdout);
}

describe('the first recording of a process', () => {
  it.each(['KERNELSCOPE_CUDA_LIBRARIES', 'LD_LIBRARY_PATH'])(
    'finds a driver that only %s names',
    name => {
      expect(record({ [name]: buildFakeCuda().folder })).toEqual({ hasGpu: true, isLoaded: true });
    }
  );

  it.skipIf(existsSync('/dev/nvidiactl'))('loads nothing for GPUs where there is no driver', () => {
    expect(record({})).toEqual({ hasGpu: false, isLoaded: false });
  });
});
