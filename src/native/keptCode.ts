import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync
} from 'node:fs';
import Module from 'node:module';
import { homedir } from 'node:os';
import path from 'node:path';
import { cachedDataVersionTag } from 'node:v8';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';

/** The file beside the bundles of a build that is another one for each build. */
const BUILD_FILE = 'build.txt';

const FOLDER = 'kernelscope';
const ENDING = '.scripts';

/** So many builds, releases of Node and commands find their code. */
const KEPT = 20;

/** The parts of Node's module loader that its types leave out. */
interface ModuleSystem {
  /** The modules that are loaded, by file. */
  readonly _cache: Record<string, NodeJS.Module | undefined>;
  /** Finds a file below the folders, with no hooks of the program's; false if there is none. */
  readonly _findPath: (id: string, folders: readonly string[]) => string | false;
  readonly _nodeModulePaths: (folder: string) => string[];
  readonly createRequire: (file: string) => NodeJS.Require;
  readonly isBuiltin: (id: string) => boolean;
  readonly wrap: (script: string) => string;
}

/** As it is before the program can replace any of it: the profiler still loads modules after that. */
const {
  _cache: loadedByNode,
  _findPath: findFile,
  _nodeModulePaths: packageFolders,
  createRequire,
  isBuiltin,
  wrap
} = Module as unknown as ModuleSystem;

type ModuleFunction = (
  exports: unknown,
  require: (id: string) => unknown,
  module: NodeJS.Module,
  file: string,
  folder: string
) => void;

/** The code that V8 has compiled of scripts, by file name, and for those of packages also by path and date. */
type Codes = ReadonlyMap<string, Uint8Array>;

/** The beginning of a file of kept code: what it is of, its scripts with their sizes in bytes, and the sum of the rest. */
interface Header {
  readonly origin: string;
  readonly scripts: readonly (readonly [name: string, bytes: number])[];
  /** CRC-32 of the code: V8 runs what it is given. */
  readonly sum: number;
}

/** What was loaded of a bundle, and how to keep its code. */
export interface LoadedBundle {
  readonly exports: unknown;
  /** Keeps what V8 has compiled by now for the next process, unless that has all of it. Never throws. */
  readonly keep: () => void;
}

/**
 * Loads a file of the package's bundles, and what those require, as `require` does, but past all that a program may have
 * done to that, and with what V8 has compiled of them in an earlier process of this user: then little is left to compile.
 * It is kept below the user's folder for caches, for each `use`, build, place, release of Node and set of V8's options
 * apart; `NODE_DISABLE_COMPILE_CACHE=1` switches it off, as Node's own. Files that are not of a build are loaded by Node.
 */
export function loadBundle(file: string, use: string): LoadedBundle {
  const folder = path.dirname(file);
  const build = buildIn(folder);
  if (build === null) {
    return { exports: createRequire(file)(file) as unknown, keep: () => undefined };
  }
  const place = placeOfCode({ folder, build, use });
  const codes = place === null ? new Map<string, Uint8Array>() : readCode(place);
  const loader = new BundleLoader(folder, codes);
  const exports = loader.load(file);
  const keep = (): void => {
    if (place !== null) keepCode(place, codes, loader.scripts);
  };
  return { exports, keep };
}

/** Takes a module that Node has loaded out of what the program sees of those, as all that {@link loadBundle} loads is. */
export function hideModule(file: string): void {
  const module = loadedByNode[file];
  if (module !== undefined) setHidden(file, module);
}

/** Has Node find a module, but not the program among others: what it does to all of them is not meant for this. */
function setHidden(file: string, value: NodeJS.Module): void {
  const attributes = { configurable: true, enumerable: false, writable: true };
  Object.defineProperty(loadedByNode, file, { value, ...attributes });
}

/** The text that is another one for each build; null where there is none. */
function buildIn(folder: string): string | null {
  try {
    return readFileSync(path.join(folder, BUILD_FILE), 'latin1').trim();
  } catch {
    return null;
  }
}

/** Where code is kept, and what it is of. */
interface CodePlace {
  readonly file: string;
  readonly origin: string;
}

interface CodeUse {
  readonly folder: string;
  readonly build: string;
  readonly use: string;
}

/** Null where no code is kept. */
function placeOfCode({ folder, build, use }: CodeUse): CodePlace | null {
  if (process.env['NODE_DISABLE_COMPILE_CACHE']) return null;
  try {
    const tag = cachedDataVersionTag().toString(16);
    const origin = [build, folder, process.version, process.arch, tag].join('\n');
    const name = `${use}-${build.slice(0, 8)}-${process.version}-${process.arch}-${tag}${ENDING}`;
    return { file: path.join(cacheFolder(), FOLDER, name), origin };
  } catch {
    return null;
  }
}

function cacheFolder(): string {
  const { env, platform } = process;
  if (env['XDG_CACHE_HOME']) return env['XDG_CACHE_HOME'];
  if (platform === 'win32') return env['LOCALAPPDATA'] ?? path.join(homedir(), 'AppData', 'Local');
  return platform === 'darwin'
    ? path.join(homedir(), 'Library', 'Caches')
    : path.join(homedir(), '.cache');
}

/** The code that is kept in a file of this user, by the names of its scripts; none if there is none of this origin. */
function readCode({ file, origin }: CodePlace): Codes {
  try {
    const isOwn = process.getuid === undefined || statSync(file).uid === process.getuid();
    if (!isOwn) return new Map();
    const bytes = readFileSync(file);
    const headerEnd = 4 + bytes.readUInt32LE(0);
    const header = JSON.parse(bytes.toString('utf8', 4, headerEnd)) as Header;
    if (header.origin !== origin || header.sum !== crc32(bytes.subarray(headerEnd))) {
      return new Map();
    }
    let at = headerEnd;
    return new Map(
      header.scripts.map(([name, size]) => [name, bytes.subarray(at, (at += size))] as const)
    );
  } catch {
    return new Map();
  }
}

/** Loads the scripts of a bundle, and the packages that they require. */
class BundleLoader {
  /** The scripts that were loaded, by their names. */
  readonly scripts = new Map<string, Script>();
  readonly #loaded = new Map<string, NodeJS.Module>();

  constructor(
    private readonly folder: string,
    private readonly codes: Codes
  ) {}

  /** As Node loads a module of CommonJS: whoever requires it later gets the same. */
  load(file: string): unknown {
    const folder = path.dirname(file);
    const isOwn = folder === this.folder;
    const known = this.#loaded.get(file) ?? (isOwn ? loadedByNode[file] : undefined);
    if (known !== undefined) return known.exports;
    const module = new Module(file);
    module.filename = file;
    module.paths = packageFolders(folder);
    const require = (id: string): unknown => this.#required(id, module);
    const run = this.#script(file, isOwn).runInThisContext() as ModuleFunction;
    this.#loaded.set(file, module);
    if (isOwn) setHidden(file, module);
    try {
      run(module.exports, require, module, file, folder);
    } catch (error) {
      this.#loaded.delete(file);
      if (isOwn) Reflect.deleteProperty(loadedByNode, file);
      throw error;
    }
    module.loaded = true;
    return module.exports;
  }

  #required(id: string, by: NodeJS.Module): unknown {
    if (isBuiltin(id)) return process.getBuiltinModule(id);
    const folders = id.startsWith('.') ? [by.path] : by.paths;
    const file = Reflect.apply(findFile, Module, [id, folders]);
    if (file === false) throw new Error(`Cannot find module '${id}', required by ${by.id}`);
    return this.load(file);
  }

  #script(filename: string, isOwn: boolean): Script {
    const source = wrap(readFileSync(filename, 'utf8'));
    const name = isOwn ? path.basename(filename) : packageScript(filename);
    const script = new Script(source, { filename, cachedData: this.codes.get(name) });
    this.scripts.set(name, script);
    return script;
  }
}

/** A script of a package, which may be replaced: V8 compares nothing but the lengths of scripts. */
function packageScript(file: string): string {
  return `${file} of ${statSync(file).mtimeMs}`;
}

/** The file is written whole or not at all. */
function keepCode(
  { file, origin }: CodePlace,
  codes: Codes,
  scripts: ReadonlyMap<string, Script>
): void {
  try {
    const isKnown = ([name, { cachedDataRejected }]: readonly [string, Script]): boolean =>
      codes.has(name) && cachedDataRejected === false;
    if ([...scripts].every(isKnown)) return;
    const all = new Map(codes);
    for (const [name, script] of scripts) all.set(name, script.createCachedData());
    const sizes = Array.from(all, ([name, { length }]) => [name, length] as const);
    const code = Buffer.concat([...all.values()]);
    const sum = crc32(code);
    const header = Buffer.from(JSON.stringify({ origin, scripts: sizes, sum } satisfies Header));
    const length = Buffer.alloc(4);
    length.writeUInt32LE(header.length);
    mkdirSync(path.dirname(file), { recursive: true });
    const temporary = `${file}.${process.pid}`;
    writeFileSync(temporary, Buffer.concat([length, header, code]), { mode: 0o600 });
    renameSync(temporary, file);
    removeOldest(path.dirname(file));
  } catch {
    return;
  }
}

/** Leaves only the newest files of code in a folder. */
function removeOldest(folder: string): void {
  const files = readdirSync(folder)
    .filter(name => name.includes(ENDING))
    .map(name => path.join(folder, name))
    .map(file => ({ file, writtenMs: statSync(file).mtimeMs }))
    .sort((a, b) => b.writtenMs - a.writtenMs);
  for (const { file } of files.slice(KEPT)) rmSync(file, { force: true });
}
