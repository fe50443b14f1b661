import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, vi } from 'vitest';

/**
 * Gives the tests around the call a temporary folder that no other test uses, so that they can count the
 * files in it.
 */
export function useOwnTemporaryFolder(): void {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'kernelscope-own-'));
    vi.stubEnv('TMPDIR', folder);
  });
  afterAll(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
}
