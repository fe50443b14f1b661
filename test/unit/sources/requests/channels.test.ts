import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { useFolder } from '../../../support/folders';
import { bundleProgram } from '../../../support/rankProcesses';

const folder = useFolder();

it('a later recording hears of requests, whatever channels Node has forgotten since an earlier one', () => {
  const program = bundleProgram('channelProgram.ts', folder);
  expect(execFileSync(process.execPath, ['--expose-gc', program], { encoding: 'utf8' })).toBe(
    '1\n'
  );
});
