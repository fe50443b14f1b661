import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EXPERIMENT_VARIABLES, readGpuExperiments } from '../../../src/native/gpuExperiments';

const guide = readFileSync(new URL('../../../docs/user-guide/gpu.md', import.meta.url), 'utf8');

const DEFAULTS = {
  metricBufferMib: 64,
  metricReadMs: 20,
  reset: 'reset',
  captureDrain: 'hold'
};

describe('experiments with GPUs', () => {
  it('have defaults where no variable is set', () => {
    const { experiments, problems } = readGpuExperiments({ KERNELSCOPE_CUDA_RESET: '' });
    expect([experiments, problems]).toEqual([DEFAULTS, []]);
  });

  it('take what variables say', () => {
    const { experiments, problems } = readGpuExperiments({
      KERNELSCOPE_GPU_METRIC_BUFFER_MIB: '4096',
      KERNELSCOPE_GPU_METRIC_READ_MS: '1',
      KERNELSCOPE_CUDA_RESET: 'off',
      KERNELSCOPE_GPU_CAPTURE_DRAIN: 'flush'
    });
    const wanted = { metricBufferMib: 4096, metricReadMs: 1, reset: 'off', captureDrain: 'flush' };
    expect([experiments, problems]).toEqual([wanted, []]);
  });

  it.each([
    ['KERNELSCOPE_GPU_METRIC_BUFFER_MIB', '0', 'a whole number from 1 to 4096', 64],
    ['KERNELSCOPE_GPU_METRIC_BUFFER_MIB', '64MiB', 'a whole number from 1 to 4096', 64],
    ['KERNELSCOPE_GPU_METRIC_READ_MS', '1001', 'a whole number from 1 to 1000', 20],
    ['KERNELSCOPE_CUDA_RESET', 'Reset', 'reset, release or off', 'reset'],
    ['KERNELSCOPE_GPU_CAPTURE_DRAIN', 'all', 'hold, flush or wait', 'hold']
  ])('refuse %s=%s', (name, value, values, byDefault) => {
    const { experiments, problems } = readGpuExperiments({ [name]: value });
    expect(experiments).toEqual(DEFAULTS);
    expect(problems).toEqual([
      `${name} must be ${values}, got ${JSON.stringify(value)}: ${byDefault} is used.`
    ]);
  });

  it.each(Object.values(EXPERIMENT_VARIABLES))('document $name with its default', variable => {
    expect(guide).toContain(`| \`${variable.name}\``);
    expect(guide).toMatch(new RegExp(`\`${variable.name}\` +\\| \`${variable.byDefault}\``));
  });
});
