import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contentStamp } from '../../scripts/steps/stamp.mjs';

const FOLDER = fileURLToPath(new URL('../../.build/vscodeExtension', import.meta.url));
const BUILD = new URL('../../vscode/build.mjs', import.meta.url).href;
const INPUTS = ['src', 'extension/src', 'vscode', 'style', 'package-lock.json'];

/**
 * The folder of the extension for VS Code, bundled from the sources as they are: once for all suites, which leave it as
 * it is.
 */
export async function builtVscode(): Promise<string> {
  const stamp = contentStamp(INPUTS).slice(0, 16);
  const folder = join(FOLDER, stamp);
  if (existsSync(folder)) return folder;
  mkdirSync(FOLDER, { recursive: true });
  for (const name of readdirSync(FOLDER).filter(each => !each.startsWith(stamp))) {
    rmSync(join(FOLDER, name), { recursive: true, force: true });
  }
  const unfinished = `${folder}.${process.pid}`;
  const { buildExtension } = (await import(BUILD)) as {
    buildExtension: (folder: string) => Promise<void>;
  };
  await buildExtension(unfinished);
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    // another process was faster
    if (!existsSync(folder)) throw error;
  }
  return folder;
}
