import { existsSync } from 'node:fs';
import path from 'node:path';

/** The root of the repository, wherever this module was compiled to. */
export function repositoryRoot(): string {
  let folder = __dirname;
  while (!existsSync(path.join(folder, 'vitest.config.mts'))) folder = path.dirname(folder);
  return folder;
}
