import { describe, expect, it } from 'vitest';
import { isGpuProfile } from '../../../../../extension/src/shared/content/gpuCounters';
import { exampleBundle, exampleSummary, row, timeSection } from '../../exampleBundle';

describe('a profile tells of GPUs', () => {
  const bundle = exampleBundle();

  it('when one worked, was sampled, was known, or was to be recorded', () => {
    const percent = { category: 'GPU', unit: 'percent', rows: [row('power', 1, 1)] } as const;
    const report = { source: 'cuda', status: 'failed', message: 'x', records: 0 } as const;
    expect([
      isGpuProfile({ ...bundle, sections: [timeSection('kernel', row('gemm', 1, 1))] }),
      isGpuProfile({ ...bundle, sections: [timeSection('gpu_memset', row('Memset', 1, 1))] }),
      isGpuProfile({ ...bundle, sections: [percent] }),
      isGpuProfile({ ...bundle, summary: exampleSummary({ gpus: 1 }) }),
      isGpuProfile({ ...bundle, sources: [report] })
    ]).toEqual([true, true, true, true, true]);
  });

  it('not when nothing of it has to do with one', () => {
    expect(isGpuProfile(bundle)).toBe(false);
  });
});
