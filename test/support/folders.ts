import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';

/** A folder for the tests of a file, removed after them. */
export function useFolder(): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'kernelscope-')));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
