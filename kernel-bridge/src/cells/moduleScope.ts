import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { types } from 'node:util';
import vm from 'node:vm';
import type { ModuleScope } from './compiler/moduleForms';
import { importedFile } from './importedPackage';

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
export function createModuleScope(
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
  if (!isObject(module)) return { default: module };
  if (types.isModuleNamespaceObject(module)) return module;
  if ('__esModule' in module && module.__esModule === true) return module;
  const names = Object.keys(module).filter(name => name !== 'default');
  return names.reduce(
    (namespace, name) =>
      Object.defineProperty(namespace, name, { enumerable: true, get: () => read(module, name) }),
    { default: module }
  );
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
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
