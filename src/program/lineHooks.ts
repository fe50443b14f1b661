import { spreadLines } from './spreadLines';

/** The relevant part of a loader hook's result for a module. */
interface Loaded {
  readonly format?: unknown;
  readonly source?: unknown;
}

/** A hook of Node's loader, on the thread of the program or on that of the loader. */
type Load<Result> = (url: string, context: object, next: NextLoad<Result>) => Result;
type NextLoad<Result> = (url: string, context: object) => Result;

/** Hook of Node's loader that spreads the lines of what hooks before it have compiled. */
export const load: Load<Promise<Loaded>> = async (url, context, next) =>
  withLines(await next(url, context), url);

/** {@link load} for hooks on the thread of the program. */
export const loadSync: Load<Loaded> = (url, context, next) => withLines(next(url, context), url);

function withLines(loaded: Loaded, url: string): Loaded {
  const { source, format } = loaded;
  if (!isSpread(url) || (format !== 'module' && format !== 'commonjs')) return loaded;
  if (typeof source === 'string') return { ...loaded, source: spreadLines(source) };
  if (!(source instanceof Uint8Array)) return loaded;
  return { ...loaded, source: spreadLines(Buffer.from(source).toString('utf8')) };
}

/** False for libraries, whose lines are shown as they are installed. */
export function isSpread(file: string): boolean {
  return !file.startsWith('node:') && !/[\\/]node_modules[\\/]/.test(file);
}

/** The first releases of their lines whose hooks on the thread of the program take modules without a source. */
const FIRST_COMPLETE: readonly (readonly [major: number, minor: number, patch: number])[] = [
  [22, 22, 3],
  [24, 11, 1],
  [25, 1, 0],
  [26, 0, 0]
];

/**
 * True where {@link loadSync} sees every module. Earlier releases refuse CommonJS modules, which hooks on the thread of
 * the loader, as those of `tsx` are there, give without a source.
 */
export function hasCompleteHooks(version: string): boolean {
  const [major, minor, patch] = version.split('.').map(part => Number.parseInt(part, 10));
  const first = FIRST_COMPLETE.find(([line]) => line === major);
  if (first === undefined) return major > 26;
  return minor > first[1] || (minor === first[1] && patch >= first[2]);
}
