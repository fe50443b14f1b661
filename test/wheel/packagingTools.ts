import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../.build/packaging', import.meta.url));

/**
 * The path of a program that `npm run test:all` installs to try packages with, below `.build/packaging`.
 *
 * @throws Error if it is not there
 */
export function packagingTool(...path: readonly string[]): string {
  const file = join(FOLDER, ...path);
  if (existsSync(file)) return file;
  throw new Error(`${file} is not installed: run npm run test:all -- --only wheel`);
}

/** True where programs other than Node can be installed for these tests. */
export const hasRuntimes = process.platform === 'linux' && process.arch === 'x64';
