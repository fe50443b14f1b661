import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The variable with the folder of what files of tests have installed for each other. */
export const SHARED_INSTALLATIONS = 'KERNELSCOPE_SHARED_INSTALLATIONS';

let folder: string;

/** Makes the folder that all files share. Vitest calls this before the first file, and hands the variable on. */
export function setup(): void {
  folder = mkdtempSync(join(tmpdir(), 'kernelscope-installations-'));
  process.env[SHARED_INSTALLATIONS] = folder;
}

/** Removes it. Vitest calls this after the last file. */
export function teardown(): void {
  delete process.env[SHARED_INSTALLATIONS];
  rmSync(folder, { recursive: true, force: true });
}
