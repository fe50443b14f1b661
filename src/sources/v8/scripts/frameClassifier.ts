import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isWasm } from '../../../model/profile/scriptKind';

const NODE_MODULES = '/node_modules/';

/**
 * A script's name as a profile shows it: a path relative to `folder`, a library from its
 * `node_modules` on, a WebAssembly module by its name and hash (`tfjs-0019ea4a.wasm`), anything else
 * (a cell, `node:fs`, a remote URL) as it is. Never absolute.
 */
export function displayFile(url: string, folder: string): string {
  if (isWasm(url)) return `${url.slice(url.lastIndexOf('/') + 1)}.wasm`;
  const path = filePath(url);
  if (path === null) return url;
  const slashed = path.replaceAll('\\', '/');
  const library = slashed.lastIndexOf(NODE_MODULES);
  if (library >= 0) return slashed.slice(library + 1);
  return relative(folder, path).split(sep).join('/');
}

/** The path of a script on disk; `null` for cells, `node:` modules and remote scripts. */
export function filePath(url: string): string | null {
  if (url.startsWith('/') || /^[A-Za-z]:[\\/]/.test(url)) return url;
  if (!url.startsWith('file://')) return null;
  try {
    return fileURLToPath(url);
  } catch {
    return null;
  }
}
