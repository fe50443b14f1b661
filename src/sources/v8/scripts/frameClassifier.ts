import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exec, slice, startsWith } from '../../../base/intrinsics/ownFunctions';
import { fileOfData, isWasm, scriptTitle } from '../../../model/profile/scriptKind';

/** The beginning of an absolute path on Windows. */
const DRIVE = /^[A-Za-z]:[\\/]/;

const NODE_MODULES = '/node_modules/';

/**
 * A script's name as a profile shows it: a path relative to `folder`, a library from its
 * `node_modules` on, a WebAssembly module by its name and hash (`tfjs-0019ea4a.wasm`), anything else
 * (a cell, `node:fs`, a remote URL) as it is, a long `data:` URL short. Never absolute.
 */
export function displayFile(url: string, folder: string): string {
  if (isWasm(url)) return `${url.slice(url.lastIndexOf('/') + 1)}.wasm`;
  const path = filePath(url);
  if (path === null) return scriptTitle(url);
  const slashed = path.replaceAll('\\', '/');
  const library = slashed.lastIndexOf(NODE_MODULES);
  if (library >= 0) return slashed.slice(library + 1);
  return relative(folder, path).split(sep).join('/');
}

/**
 * The path of a script on disk, whatever a loader has made of its address: a query, which `tsx` may encode as part of the
 * name, or a `data:` URL. `null` for cells, `node:` modules and remote scripts.
 */
export function filePath(url: string): string | null {
  const name = scriptName(url);
  if (startsWith(name, 'file://')) return withoutQuery(pathOfUrl(name));
  const path = fileOfData(name) ?? name;
  return startsWith(path, '/') || exec(DRIVE, path) !== null ? withoutQuery(path) : null;
}

/** The path of the file that has the text of a script: `null` also where a loader has put another one into a `data:` URL. */
export function textPath(url: string): string | null {
  return fileOfData(url) === null ? filePath(url) : null;
}

/**
 * The name that a script has whether it is given by its path or by its URL; scripts that a loader has made of one file have
 * one each.
 */
export function scriptName(url: string): string {
  const isPlain = startsWith(url, 'file://') && exec(/[?#]/, url) === null;
  return isPlain ? (pathOfUrl(url) ?? url) : url;
}

function pathOfUrl(url: string): string | null {
  try {
    return fileURLToPath(url);
  } catch {
    return null;
  }
}

/** The query that loaders put behind the name of a file of code. */
const QUERY = /(?<=\.(?:[cm]?[jt]sx?|vue|svelte))\?.*$/;

function withoutQuery(path: string | null): string | null {
  const query = path === null ? null : exec(QUERY, path);
  return path === null || query === null ? path : slice(path, 0, query.index);
}
