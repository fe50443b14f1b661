import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const repository = fileURLToPath(new URL('../..', import.meta.url));

it('the site of the documentation is made without a warning', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/docs.mjs'], {
    cwd: repository,
    encoding: 'utf8'
  });
  expect({ status, said: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, said: '' });
});
