import path from 'node:path';

/**
 * The existing folders `node_modules/@types` of `folder` and its parents, nearest first; undefined if
 * there are none.
 */
export function getDefaultTypeRoots(
  folder: string,
  host: { directoryExists(folder: string): boolean }
): string[] | undefined {
  const roots = ancestors(folder)
    .map(one => path.posix.join(one, 'node_modules', '@types'))
    .filter(root => host.directoryExists(root));
  return roots.length > 0 ? roots : undefined;
}

function ancestors(folder: string): string[] {
  const parent = path.posix.dirname(folder);
  return parent === folder ? [folder] : [folder, ...ancestors(parent)];
}
