const FOLDER = 'node_modules/';

/**
 * The name of the npm package that a file was installed with, such as `@scope/name`; null for any other
 * file. The innermost `node_modules` counts, so a package has one name wherever npm, pnpm
 * (`.pnpm/x@1.0.0/node_modules/x`) or Yarn (`x.zip/node_modules/x`) keeps it.
 */
export function packageOf(file: string): string | null {
  const path = file.replaceAll('\\', '/');
  const at = path.lastIndexOf(FOLDER);
  if (at < 0 || (at > 0 && path[at - 1] !== '/')) return null;
  const [first, second] = path.slice(at + FOLDER.length).split('/', 2);
  if (first === '') return null;
  return first.startsWith('@') && second ? `${first}/${second}` : first;
}
