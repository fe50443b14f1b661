import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { withCompiler } from '../../kernel-bridge/build/rewrites.mjs';
import { KERNEL_FOLDER } from './kernelProcess';

test('the functions that TypeScript makes for each cell are not named once more', () => {
  const bundle = readFileSync(path.join(KERNEL_FOLDER, 'dist', 'main.cjs'), 'utf8');
  const name = /\("checkSourceElementWorker"|,"checkSourceElementWorker"\)/;
  expect(bundle).toContain('createTypeChecker');
  expect(bundle).not.toMatch(name);
  // the kernel's own functions keep their names, which errors and stacks show
  expect(bundle).toMatch(/,"createCellRunner"\)/);
});

test.each(['', 'KERNELSCOPE_COMPILER KERNELSCOPE_COMPILER'])(
  'a bundle with the compiler not once is refused: %j',
  bundle => {
    expect((): unknown => withCompiler(bundle)).toThrow('KERNELSCOPE_COMPILER');
  }
);
