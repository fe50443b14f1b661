import { readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { withoutBaseline, writeFileAtomically } from 'kernelscope/host';
import { isCodeFile } from './codeFolder';
import type { LoadedCode } from './loadedCode';

/** So many builds and releases of Node find their code. */
const KEPT = 4;

/**
 * Writes what V8 has compiled of the kernel, for the next kernel to start with. Where the file cannot be written,
 * that one starts as this one did.
 */
export function keepCode(file: string, code: LoadedCode): void {
  try {
    writeFileAtomically(
      file,
      withoutBaseline(() => code.compiled())
    );
    removeOldest(path.dirname(file));
  } catch {
    return;
  }
}

/** Leaves only the newest files of code in a folder. */
function removeOldest(folder: string): void {
  const files = readdirSync(folder)
    .filter(isCodeFile)
    .map(name => path.join(folder, name))
    .map(file => ({ file, writtenMs: statSync(file).mtimeMs }))
    .sort((a, b) => b.writtenMs - a.writtenMs);
  for (const { file } of files.slice(KEPT)) rmSync(file, { force: true });
}
