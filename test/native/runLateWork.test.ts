import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { fakeGpuEnv, KERNELSCOPE, useGpuProgram } from '../support/fakeCuda/runProgram';

/** A program that launches a kernel of so many nanoseconds, says so, and ends. */
const folder = useGpuProgram(`
const kernels = cuda.load('.version 7.0\\n.target sm_52\\n.address_size 64\\n' +
  '.visible .entry busyFor(.param .u64 ns) { ret; }\\n');
cuda.launch(kernels.fn('busyFor'), 1, 1, [BigInt(process.argv[2])]);
`);

/** Runs the program under the profiler, and gives `heard` what it has written to stderr so far. */
async function run(
  ns: string,
  options: readonly string[],
  heard: (stderr: string, pid: number) => void = () => undefined
): Promise<string> {
  const child = spawn(process.execPath, [KERNELSCOPE, 'run', ...options, 'program.cjs', ns], {
    cwd: folder,
    env: fakeGpuEnv(),
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    if (child.pid !== undefined) heard(stderr, child.pid);
  });
  await once(child, 'close');
  return stderr;
}

const WAITS = 'waiting for the GPU to finish its work, 60 s at most';
const MISSING = /the work of 1 CUDA call is missing/;

describe('kernelscope run', () => {
  it('waits for GPU work in flight when the program has ended', async () => {
    const stderr = await run('5000000000', ['--gpu-wait=60000']);
    expect(stderr).toContain(WAITS);
    expect(stderr).toMatch(/^busyFor/m);
    expect(stderr).not.toMatch(MISSING);
  });

  it('does not wait with --no-gpu-wait, and says what is missing', { tags: 'night' }, async () => {
    const stderr = await run('6000000000', ['--no-gpu-wait']);
    expect(stderr).not.toContain('waiting for the GPU');
    expect(stderr).toMatch(MISSING);
  });

  it('ends the wait at an interrupt, and shows what there is', async () => {
    let isInterrupted = false;
    const stderr = await run('5000000000', ['--gpu-wait=60000'], (text, pid) => {
      if (isInterrupted || !text.includes(WAITS)) return;
      isInterrupted = true;
      process.kill(-pid, 'SIGINT');
    });
    expect(isInterrupted).toBe(true);
    expect(stderr).toMatch(MISSING);
  });
});
