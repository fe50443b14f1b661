import { describe, expect, it } from 'vitest';
import { runKernelscope, useGpuProgram } from '../support/fakeCuda/runProgram';

/** A program that fills memory of a GPU, where there is one. */
const folder = useGpuProgram(`
range('fill', () => {
  if (!cuda.isAvailable) return;
  const x = cuda.alloc(4096);
  x.fill(1);
  cuda.synchronizeNow();
  x.dispose();
});
`);

type Run = ReturnType<typeof runKernelscope>;

const kernelscope = (args: readonly string[], env?: Readonly<Record<string, string>>): Run =>
  runKernelscope(folder, args, env);

const run = (options: readonly string[], env?: Readonly<Record<string, string>>): Run =>
  kernelscope(['run', ...options, 'program.cjs'], env);

describe('kernelscope run', () => {
  it('records what GPUs do where there are any, and with --no-gpu does not', () => {
    const { code, stderr } = run(['--top', '0']);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^Memset \(Device\) +1 /m);
    expect(run(['--top', '0', '--no-gpu']).stderr).not.toMatch(/^Memset/m);
  });

  it('says with --gpu why there is nothing of one, and without it nothing', () => {
    const without = { FAKE_GPU_COUNT: '0' };
    const asked = run(['--gpu'], without);
    expect(asked.code).toBe(0);
    expect(asked.stderr).toMatch(/\(no-device\): .*Run nvidia-smi, and check/);
    expect(run([], without).stderr).not.toMatch(/no-device|nvidia-smi/);
  });

  it('says why a GPU that is there cannot be recorded, with the number and the name', () => {
    const { code, stderr } = run([], { FAKE_GPU_FAIL: 'enable=35' });
    expect(code).toBe(0);
    expect(stderr.match(/CUPTI_ERROR_INSUFFICIENT_PRIVILEGES \(35\)/g)).toHaveLength(1);
  });

  it('holds a program to budgets of GPUs, also afterwards with check', () => {
    expect(run(['--assert', 'peak(gpu) >= 4 kB; gpuIdle < 100%']).code).toBe(0);
    const missed = run(['--assert', 'gpuIdle < 0.0001%']);
    expect(missed.code).toBe(1);
    expect(missed.stderr).toMatch(/gpuIdle/);
    expect(run(['-q', '-o', 'run.kscope']).code).toBe(0);
    expect(kernelscope(['check', 'run.kscope', '--assert', 'peak(gpu) < 1 MB']).code).toBe(0);
    expect(kernelscope(['check', 'run.kscope', '--assert', 'peak(gpu) < 1 B']).code).toBe(1);
  });
});
