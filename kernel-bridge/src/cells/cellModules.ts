import { createRequire, Module } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { types } from 'node:util';
import vm from 'node:vm';
import { readFileSync } from 'node:fs';
import { intrinsics, isReference } from 'kernelscope/host';
import { CELL_SCOPE, FILE_SCOPE, type ModuleScope } from './compiler/moduleForms';
import type { OuterNames } from './cellScript';
import { registerOutput } from './sourceMaps';
import type { SideOutput } from '../tslab/tslab';

/** A module that cells may import and that the kernel itself serves, made on first use. */
export type Builtins = Readonly<Record<string, () => unknown>>;

interface CompilingModule extends NodeJS.Module {
  [FILE_SCOPE]: ModuleScope;
  _compile(code: string, file: string): void;
}

interface ModuleClass {
  new (id: string): CompilingModule;
  _nodeModulePaths(this: void, folder: string): string[];
}

const NodeModule = Module as unknown as ModuleClass;

/** Name of the script that a module of cells in `folder` becomes, such as `/notebooks/model.js`. */
export function moduleScript(folder: string, id: string): string {
  const file = path.posix.join(folder.replaceAll('\\', '/'), id);
  return path.posix.extname(file) === '' ? `${file}.js` : file;
}

/** Modules that cells can load: the kernel's own, notebook modules, TypeScript files, packages. */
export class CellModules {
  /** `require` of the cells, resolving from the kernel's folder. */
  readonly require: NodeJS.Require;
  /** Other names that cells see: the notebook's location, `import.meta` and `import(…)`. */
  readonly outerNames: OuterNames;
  readonly #rootDir: string;
  readonly #builtins: Builtins;
  readonly #moduleCells = new Set<string>();
  readonly #outputs = new Map<string, string>();
  readonly #loaded = new Map<string, CompilingModule>();

  /** `notebook` is the path of the notebook, whose folder cells resolve from. */
  constructor(notebook: string, builtins: Builtins) {
    const folder = path.dirname(notebook);
    this.#rootDir = folder;
    this.#builtins = builtins;
    this.require = this.#wrap(createRequire(notebook), folder);
    const scope = createModuleScope(notebook, this.require, { isMain: true });
    this.outerNames = { __filename: notebook, __dirname: folder, [CELL_SCOPE]: scope };
  }

  /** Registers the module cell `name`, so that its lines are counted correctly. */
  declareModuleCell(name: string): void {
    this.#moduleCells.add(moduleScript(this.#rootDir, name));
  }

  /** Takes converted files; the next `require` of each runs its new text. */
  update(changed: readonly SideOutput[]): void {
    for (const output of changed) {
      this.#loaded.delete(output.path);
      const prefixLines = this.#moduleCells.has(output.path) ? 1 : 0;
      const extent = { prefixLines, lineCount: Number.POSITIVE_INFINITY };
      this.#outputs.set(output.path, registerOutput(output.path, output.data, extent));
    }
  }

  #wrap(original: NodeJS.Require, folder: string): NodeJS.Require {
    return new Proxy(original, {
      apply: (_target, _self, args: [string]) =>
        intrinsics.own(() => this.#resolve(original, folder, args[0]))
    });
  }

  #resolve(original: NodeJS.Require, folder: string, id: string): unknown {
    const builtin = Object.hasOwn(this.#builtins, id) ? this.#builtins[id] : undefined;
    if (builtin !== undefined) {
      return builtin();
    }
    const file = this.#outputFor(folder, id);
    const code = file && this.#outputs.get(file);
    if (file === undefined || code === undefined) {
      return this.#requirePackage(original, folder, id);
    }
    const module = this.#loaded.get(file);
    return module === undefined ? this.#load(file, code) : module.exports;
  }

  /** A package that says for `import` only which file it is, is loaded by the name of that file. */
  #requirePackage(original: NodeJS.Require, folder: string, id: string): unknown {
    try {
      return intrinsics.users(() => original(id) as unknown);
    } catch (error) {
      const { code } = Object(error) as { readonly code?: unknown };
      if (code !== 'ERR_PACKAGE_PATH_NOT_EXPORTED') throw error;
      const file = importedFile(id, NodeModule._nodeModulePaths(folder));
      if (file === null) throw error;
      return intrinsics.users(() => original(file) as unknown);
    }
  }

  /** The converted file that `id` names, with its ending, without it, or by its folder. */
  #outputFor(folder: string, id: string): string | undefined {
    if (!/^(\.{1,2}(\/|$)|\/|[a-z]:)/i.test(id)) return undefined;
    const file = path.posix.resolve(folder.replaceAll('\\', '/'), id.replaceAll('\\', '/'));
    const named = [file, `${file}.js`, path.posix.join(file, 'index.js')];
    return named.find(one => this.#outputs.has(one));
  }

  #load(file: string, code: string): unknown {
    const module = new NodeModule(file);
    module.filename = file;
    module.paths = NodeModule._nodeModulePaths(path.dirname(file));
    module.require = this.#wrap(module.require.bind(module) as NodeJS.Require, path.dirname(file));
    const load = (id: string): unknown => module.require(id);
    module[FILE_SCOPE] = createModuleScope(file, load, { isMain: false });
    this.#loaded.set(file, module);
    try {
      intrinsics.users(() => module._compile(code, file));
    } catch (error) {
      this.#loaded.delete(file);
      throw error;
    }
    return module.exports;
  }
}

/** Codes of the errors of `require` for modules that only `import()` loads. */
const ONLY_IMPORTED: readonly unknown[] = ['ERR_REQUIRE_ASYNC_MODULE', 'ERR_REQUIRE_ESM'];

/**
 * Node's own `import()`. A script whose compiled code was kept by an earlier process cannot have one: V8 does not
 * keep what Node needs to know about the script.
 */
const nativeImport = new vm.Script('id => import(id)', {
  importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER
}).runInThisContext() as (id: string) => Promise<object>;

/**
 * `import.meta` and `import(…)` of `file`, as Node has them. `import(…)` loads by `require`, so that
 * both give the same modules, and by Node's own `import()` what waits at its top level.
 */
function createModuleScope(
  file: string,
  require: (id: string) => unknown,
  { isMain }: { readonly isMain: boolean }
): ModuleScope {
  const { href: url } = pathToFileURL(file);
  const resolve = (id: unknown): string => resolveUrl(String(id), url);
  const meta = { dirname: path.dirname(file), filename: file, main: isMain, resolve, url };
  return { meta, load: async id => load(String(id), url, require) };
}

async function load(id: string, from: string, require: (id: string) => unknown): Promise<object> {
  try {
    return namespaceOf(require(id.startsWith('file:') ? fileURLToPath(id) : id));
  } catch (error) {
    const code = (error as { readonly code?: unknown } | null | undefined)?.code;
    if (!ONLY_IMPORTED.includes(code)) throw error;
    return nativeImport(resolveUrl(id, from));
  }
}

/** The result of `import * as m` for a module from `require`. */
function namespaceOf(module: unknown): object {
  if (!isReference(module)) return { default: module };
  if (types.isModuleNamespaceObject(module)) return module;
  if ('__esModule' in module && module.__esModule === true) return module;
  const names = Object.keys(module).filter(name => name !== 'default');
  return names.reduce(
    (namespace, name) =>
      Object.defineProperty(namespace, name, { enumerable: true, get: () => read(module, name) }),
    { default: module }
  );
}

function read(module: object, name: string): unknown {
  return (module as Readonly<Record<string, unknown>>)[name];
}

/** The URL of what `id` means in the module at `from`: a URL, a relative one, or a package's name. */
function resolveUrl(id: string, from: string): string {
  if (/^\.{0,2}\//.test(id) || URL.canParse(id)) return new URL(id, from).href;
  const found = resolvePackage(id, createRequire(from).resolve);
  return path.isAbsolute(found) ? pathToFileURL(found).href : `node:${found}`;
}

function resolvePackage(id: string, resolve: NodeJS.RequireResolve): string {
  try {
    return resolve(id);
  } catch (error) {
    const file = importedFile(id, resolve.paths(id) ?? []);
    if (file === null) throw error;
    return file;
  }
}

/** Conditions under which Node imports a package. */
const CONDITIONS: readonly string[] = ['node', 'import', 'module-sync', 'default'];
const PACKAGE_ID = /^(@[^/]+\/[^/]+|[^./@][^/]*)(\/.*)?$/;

/**
 * The file that `import` loads for `id`, the name of a package or of a part of it, from the first of
 * `folders` that has the package; null where its `exports` do not say. `require` does not find the
 * file of a package that names it for `import` only, and can load it all the same.
 */
function importedFile(id: string, folders: readonly string[]): string | null {
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
