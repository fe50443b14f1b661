import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Conditions under which Node imports a package. */
const CONDITIONS: readonly string[] = ['node', 'import', 'module-sync', 'default'];
const PACKAGE_ID = /^(@[^/]+\/[^/]+|[^./@][^/]*)(\/.*)?$/;

/**
 * The file that `import` loads for `id`, the name of a package or of a part of it, from the first of
 * `folders` that has the package; null where its `exports` do not say. `require` does not find the
 * file of a package that names it for `import` only, and can load it all the same.
 */
export function importedFile(id: string, folders: readonly string[]): string | null {
  const [, name, rest = ''] = PACKAGE_ID.exec(id) ?? [];
  if (name === undefined) return null;
  for (const folder of folders.map(one => path.join(one, name))) {
    const exports = exportsOf(path.join(folder, 'package.json'));
    if (exports === undefined) continue;
    const target = exportedTarget(exports, `.${rest}`);
    return target === null ? null : path.join(folder, target);
  }
  return null;
}

/** The field `exports` of a package; undefined if there is no such package, or no such field. */
function exportsOf(file: string): unknown {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { readonly exports?: unknown }).exports;
  } catch {
    return undefined;
  }
}

function exportedTarget(exports: unknown, subpath: string): string | null {
  const isTable = isRecord(exports) && Object.keys(exports).some(key => key.startsWith('.'));
  if (!isTable) return subpath === '.' ? chosenTarget(exports) : null;
  if (subpath in exports) return chosenTarget(exports[subpath]);
  const matches = Object.keys(exports).filter(key => starredPart(key, subpath) !== null);
  const [closest] = matches.sort((a, b) => b.indexOf('*') - a.indexOf('*'));
  if (closest === undefined) return null;
  const part = starredPart(closest, subpath) ?? '';
  return chosenTarget(exports[closest])?.replaceAll('*', () => part) ?? null;
}

/** The part of a subpath that matches `*` in the key `./icons/*.js`; null if the key does not match. */
function starredPart(key: string, subpath: string): string | null {
  const [start, end, ...others] = key.split('*');
  if (start === undefined || end === undefined || others.length > 0) return null;
  const isMatch = subpath.startsWith(start) && subpath.endsWith(end);
  const length = subpath.length - start.length - end.length;
  return isMatch && length > 0 ? subpath.slice(start.length, start.length + length) : null;
}

function chosenTarget(target: unknown): string | null {
  if (typeof target === 'string') return target.startsWith('./') ? target : null;
  if (Array.isArray(target)) return firstFound(target);
  if (!isRecord(target)) return null;
  const names = Object.keys(target).filter(name => CONDITIONS.includes(name));
  return firstFound(names.map(name => target[name]));
}

function firstFound(targets: readonly unknown[]): string | null {
  for (const target of targets) {
    const found = chosenTarget(target);
    if (found !== null) return found;
  }
  return null;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
