import { expect, test } from 'vitest';
import { runWithFake } from '../support/fakeCuda/runWithFake';

test('CPU samples in native functions are in native code, and not in another function', () => {
  const names = runWithFake<string[]>(`
    const { cuda, profile } = require('kernelscope');
    const source = 'extern "C" __global__ void scale(float* x, int n) { if (n > 0) x[0] = 2; }';
    await profile.run(() => cuda.compile(source).dispose(), { useCuda: true });
    const { frames, strings } = profile.last.data;
    finish([...new Set(frames.name)].map(name => strings[name]));
  `);
  expect(names).toContain('(native code)');
});
