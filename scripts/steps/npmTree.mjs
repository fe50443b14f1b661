import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const NORMAL = ['dependencies', 'optionalDependencies', 'peerDependencies'];
const OF_WORKSPACES = [...NORMAL, 'devDependencies'];

/** @returns {Record<string, object>} */
const readPackages = path => JSON.parse(readFileSync(path, 'utf8')).packages;

/**
 * The packages that `package-lock.json` names, by their paths below the repository `base`.
 *
 * @param {string} base
 */
export const lockedPackages = base => readPackages(join(base, 'package-lock.json'));

/** The packages that the last install by npm that came to its end left there; undefined if there was none. */
export function installedPackages(base) {
  try {
    return readPackages(join(base, 'node_modules', '.package-lock.json'));
  } catch {
    return undefined;
  }
}

/**
 * Whether the folder of a package has the version of the lock file; that of a workspace is only linked.
 *
 * @param {string} base
 * @param {string} path
 * @param {{ link?: boolean, version?: string }} entry of the lock file
 */
export function isVersionThere(base, path, { link, version }) {
  if (link) return existsSync(join(base, path));
  try {
    return JSON.parse(readFileSync(join(base, path, 'package.json'), 'utf8')).version === version;
  } catch {
    return false;
  }
}

/** Where Node looks for a package from `path`, the nearest first. */
function* placesOf(name, path) {
  for (let from = path; from !== ''; from = from.slice(0, Math.max(from.lastIndexOf('/'), 0))) {
    if (!from.endsWith('node_modules')) yield `${from}/node_modules/${name}`;
  }
  yield `node_modules/${name}`;
}

function namesOf(entry, kinds) {
  return kinds.flatMap(kind => Object.keys(entry[kind] ?? {}));
}

/**
 * The paths of all packages that `workspaces` need, their own development among it.
 *
 * @param {Record<string, object>} locked the packages of the lock file
 * @param {string[]} workspaces folders; the empty one is the repository itself
 * @returns {Set<string>}
 */
export function neededPaths(locked, workspaces) {
  const needed = new Set();
  const visited = new Set();
  const links = Object.keys(locked).filter(path => workspaces.includes(locked[path].resolved));
  const waiting = [...workspaces, ...links];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const entry = locked[path];
    if (visited.has(path) || entry === undefined) continue;
    visited.add(path);
    if (path.includes('node_modules')) needed.add(path);
    if (entry.link) waiting.push(entry.resolved);
    const kinds = workspaces.includes(path) ? OF_WORKSPACES : NORMAL;
    const found = namesOf(entry, kinds).map(name =>
      [...placesOf(name, path)].find(at => locked[at])
    );
    waiting.push(...found.filter(place => place !== undefined));
  }
  return needed;
}

const isSame = (one, other) =>
  one !== undefined && one.version === other.version && one.integrity === other.integrity;

/**
 * Those of `needed` that are not installed as the lock file says. One that is optional may be absent, but not lost.
 *
 * @param {{ locked: object, installed: object | undefined, needed: Iterable<string> }} packages
 * @param {(path: string) => boolean} isThere whether its folder is, with the locked version: npm's list also changes
 * where npm writes the lock file and installs nothing
 */
export function missingPaths({ locked, installed = {}, needed }, isThere) {
  return [...needed].filter(path => {
    if (installed[path] === undefined) return locked[path].optional !== true;
    return !isSame(installed[path], locked[path]) || !isThere(path);
  });
}

/**
 * What an install that begins now may leave half done where it is interrupted: everything that is not there yet as the
 * lock file says.
 *
 * @param {Record<string, object>} locked
 * @param {Record<string, object> | undefined} installed
 * @param {(path: string) => boolean} isThere
 */
export const suspectPaths = (locked, installed, isThere = _path => true) =>
  Object.keys(locked)
    .filter(path => path.includes('node_modules'))
    .filter(path => !isSame(installed?.[path], locked[path]) || !isThere(path));

const sorted = (entry, kind) => JSON.stringify(Object.entries(entry[kind] ?? {}).sort());

/** The `package.json` files below `base` that ask for other packages than the lock file knows of. */
export function disagreeing(base, locked) {
  return Object.keys(locked)
    .filter(path => !path.includes('node_modules'))
    .map(path => ({ path, file: join(base, path, 'package.json') }))
    .filter(({ file }) => existsSync(file))
    .filter(({ path, file }) => {
      const manifest = JSON.parse(readFileSync(file, 'utf8'));
      return OF_WORKSPACES.some(kind => sorted(manifest, kind) !== sorted(locked[path], kind));
    })
    .map(({ path }) => (path === '' ? 'package.json' : `${path}/package.json`));
}
