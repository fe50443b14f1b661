import path from 'node:path';

/** The name of a directory's rows: its path in the folder that is analysed, with slashes. */
export function cycleIdOf(directory: string, root: string): string {
  return withSlashes(path.relative(root, directory));
}

/** A path as rows have it on every system. */
export function withSlashes(file: string): string {
  return file.replaceAll(path.sep, '/');
}
