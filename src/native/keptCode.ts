import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync
} from 'node:fs';
import Module, { createRequire, wrap } from 'node:module';
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
const KEPT = 12;

/** Node's table of the modules that are loaded, and how one is made, which its types leave out. */
interface ModuleSystem {
  readonly _cache: Record<string, NodeJS.Module | undefined>;
}

type ModuleFunction = (
  exports: unknown,
  require: NodeJS.Require,
  module: NodeJS.Module,
  file: string,
  folder: string
) => void;

/** What V8 has compiled of scripts, by the names of their files. */
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
 * Loads a file of the package's bundles, and those it requires, as `require` does, but with what V8 has compiled of them
 * in an earlier process of this user: then little is left to compile. It is kept below the user's folder for caches, for
 * each `use`, build, place, release of Node and set of V8's options apart; `NODE_DISABLE_COMPILE_CACHE=1` switches it
 * off, as Node's own. Files that are not of a build are loaded by Node.
 */
export function loadBundle(file: string, use: string): LoadedBundle {
  const place = placeOfCode(path.dirname(file), use);
  if (place === null) {
    return { exports: createRequire(file)(file) as unknown, keep: () => undefined };
  }
  const codes = readCode(place);
  const scripts = new Map<string, Script>();
  const load = (target: string): unknown => loadScript(target, { codes, scripts, load });
  return { exports: load(file), keep: () => keepCode(place, codes, scripts) };
}

/** Where code is kept, and what it is of. */
interface CodePlace {
  readonly file: string;
  readonly origin: string;
}

/** Null where no code is kept. */
function placeOfCode(folder: string, use: string): CodePlace | null {
  if (process.env['NODE_DISABLE_COMPILE_CACHE']) return null;
  try {
    const build = readFileSync(path.join(folder, BUILD_FILE), 'latin1').trim();
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

/** What a bundle is loaded with. */
interface Loading {
  readonly codes: Codes;
  /** The scripts that were loaded, by the names of their files. */
  readonly scripts: Map<string, Script>;
  readonly load: (file: string) => unknown;
}

/** As Node loads a module of CommonJS: whoever requires it later gets the same. */
function loadScript(file: string, { codes, scripts, load }: Loading): unknown {
  const { _cache: loaded } = Module as unknown as ModuleSystem;
  const known = loaded[file];
  if (known !== undefined) return known.exports;
  const name = path.basename(file);
  const script = new Script(wrap(readFileSync(file, 'utf8')), {
    filename: file,
    cachedData: codes.get(name)
  });
  scripts.set(name, script);
  const module = new Module(file);
  const requireOfNode = createRequire(file);
  const { cache, extensions, main, resolve } = requireOfNode;
  const requireHere = (id: string): unknown =>
    id.startsWith('./') ? load(path.join(path.dirname(file), id)) : requireOfNode(id);
  const require = Object.assign(requireHere, { cache, extensions, main, resolve });
  module.filename = file;
  loaded[file] = module;
  try {
    const run = script.runInThisContext() as ModuleFunction;
    run(module.exports, require, module, file, path.dirname(file));
  } catch (error) {
    Reflect.deleteProperty(loaded, file);
    throw error;
  }
  module.loaded = true;
  return module.exports;
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
