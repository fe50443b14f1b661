import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The kernel-bridge workspace. */
export const bridge = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
/** The repository. */
export const root = path.dirname(bridge);
/** Where the finished kernel goes. */
export const kernelFolder = path.join(bridge, 'dist', 'kernel');

/** Folders of the kernel with what compilers make of the core, rather than bundlers. */
export const COMPILED = ['native', path.join('types', 'kernelscope')];

/** Folder of an installed package; one inside `owner` is taken before one at the top. */
export function packageFolder(name, owner) {
  const candidates = [
    ...(owner ? [path.join(root, 'node_modules', owner, 'node_modules', name)] : []),
    path.join(bridge, 'node_modules', name),
    path.join(root, 'node_modules', name)
  ];
  const found = candidates.find(existsSync);
  if (found === undefined) {
    throw new Error(`package ${name} is not installed: run npm run build`);
  }
  return found;
}
