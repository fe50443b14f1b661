import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { CudaCompileError } from '../../../src/cuda/cudaErrors';

it('a compile error shows what is wrong once, and has it as data', () => {
  const diagnostics = [{ line: 2, column: 8, severity: 'error', message: 'no such p' }] as const;
  const error = new CudaCompileError('k.cu:2:8: error: no such p', diagnostics, 'the whole log');
  expect(inspect(error).split('no such p')).toHaveLength(2);
  expect(inspect(error)).not.toMatch(/diagnostics|the whole log/);
  expect([error.diagnostics, error.log]).toEqual([diagnostics, 'the whole log']);
});
