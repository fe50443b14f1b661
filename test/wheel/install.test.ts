import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EmptyEnvironment, installWheel, installedFromWheel } from './emptyEnvironment';
import { expectProfiled, runNotebook } from './profiledNotebook';

describe('the wheel in an empty environment', () => {
  let environment: EmptyEnvironment;

  beforeAll(async () => {
    environment = await installedFromWheel();
  });

  afterAll(() => environment.dispose());

  it('brings the kernelspec', async () => {
    const listed = await environment.run('jupyter', ['kernelspec', 'list']);
    expect(listed).toMatch(/^\s*kernelscope\s/m);
  });

  it('brings the extension, which JupyterLab finds enabled and OK', async () => {
    const listed = await environment.run('jupyter', ['labextension', 'list']);
    expect(listed).toMatch(/@kernelscope\/labextension v\S+ .*enabled.*OK/);
  });

  it('brings the command line', async () => {
    expect(await environment.run('kernelscope', ['--help'])).toContain('Usage: kernelscope');
  });

  it('says what to do when Node is too old', async () => {
    const old = join(environment.folder, 'old');
    mkdirSync(old);
    writeFileSync(join(old, 'node'), '#!/bin/sh\necho v18.20.0\n', { mode: 0o755 });
    const withOldNode = environment.run('kernelscope', ['--help'], [old, '/bin']);
    await expect(withOldNode).rejects.toThrow(/is v18\.20\.0; run: .*kernelscope\[node\]/);
  });

  it('says what to do when there is no Node', async () => {
    const withoutNode = environment.run('kernelscope', ['--help'], []);
    await expect(withoutNode).rejects.toThrow(/kernelscope\[node\]/);
  });

  describe('with the extra "node", where no Node is installed', () => {
    beforeAll(() => installWheel(environment, '[node]'));

    it('runs the command line', async () => {
      expect(await environment.run('kernelscope', ['--help'], [])).toContain('Usage: kernelscope');
    });

    it('runs and profiles a notebook', async () => {
      expectProfiled(await runNotebook(environment, []));
    });
  });
});
