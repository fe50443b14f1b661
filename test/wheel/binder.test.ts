import { execFileSync } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EmptyEnvironment } from './emptyEnvironment';
import { createEmptyEnvironment } from './emptyEnvironment';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Copies every file that is or may be committed, as a clone would have it. */
function copyClone(folder: string): void {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  execFileSync('git', list, { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter(path => path !== '' && existsSync(join(root, path)))
    .forEach(path => cpSync(join(root, path), join(folder, path)));
}

describe('the steps of Binder in a clean prefix', () => {
  let environment: EmptyEnvironment;

  beforeAll(async () => {
    environment = createEmptyEnvironment();
    copyClone(environment.folder);
    await environment.run('/usr/bin/env', ['bash', 'binder/postBuild']);
  }, 600_000);

  afterAll(() => environment.dispose());

  it('leave a kernel', async () => {
    const listed = await environment.run('jupyter', ['kernelspec', 'list']);
    expect(listed).toMatch(/^\s*kernelscope\s/m);
  });

  it('leave an extension that JupyterLab finds enabled and OK', async () => {
    const listed = await environment.run('jupyter', ['labextension', 'list']);
    expect(listed).toMatch(/@kernelscope\/labextension v\S+ .*enabled.*OK/);
  });

  it('leave a folder in which the first tutorial finds its packages', async () => {
    const find =
      "require.resolve('@tensorflow/tfjs-backend-wasm', { paths: ['binder/tutorials'] })";
    expect(await environment.run('/usr/bin/env', ['node', '-p', find])).toContain('tfjs');
  });
});
