import { isAbsolute, relative, sep } from 'node:path';

/** Whether a path is a folder's own or below it; both without symbolic links. */
export function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
