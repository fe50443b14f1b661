import { readdirSync } from 'node:fs';
import path from 'node:path';
import typescript from 'typescript';

/** Options that tslab's own TypeScript knows, and TypeScript of today does not. */
interface TslabOptions extends typescript.CompilerOptions {
  readonly noImplicitUseStrict?: boolean;
  readonly disableTopLevelAwait?: boolean;
}

type DecoratorOptions = Pick<
  typescript.CompilerOptions,
  'experimentalDecorators' | 'emitDecoratorMetadata'
>;

/**
 * Options for cells and the files that they import, from those that tslab requests. The first pass
 * leaves all JavaScript as written; syntax that the running Node cannot read is lowered by the second
 * one (see `emitTarget`). File names resolve as in bundlers: `exports` of packages count, and files may
 * be named with any ending or none. Decorators are the standard ones, unless a `tsconfig.json` in the
 * notebook's folder sets `experimentalDecorators`.
 */
export function cellOptions(
  asked: TslabOptions,
  system: Pick<typescript.System, 'readFile' | 'fileExists' | 'getCurrentDirectory'>
): typescript.CompilerOptions {
  const { noImplicitUseStrict, disableTopLevelAwait, experimentalDecorators, ...kept } = asked;
  return {
    ...kept,
    target: typescript.ScriptTarget.ESNext,
    lib: platformLibrary(),
    moduleResolution: typescript.ModuleResolutionKind.Bundler,
    customConditions: ['node'],
    rewriteRelativeImportExtensions: true,
    typeRoots: withNodeTypes(asked.typeRoots ?? []),
    paths: { kernelscope: [KERNELSCOPE_TYPES] },
    inlineSourceMap: true,
    inlineSources: true,
    ...decoratorOptions(system)
  };
}

/** The decorator options of the `tsconfig.json` in the notebook's folder, directly or by `extends`. */
function decoratorOptions(
  system: Pick<typescript.System, 'readFile' | 'fileExists' | 'getCurrentDirectory'>
): DecoratorOptions {
  const folder = system.getCurrentDirectory();
  const file = path.posix.join(folder.replaceAll('\\', '/'), 'tsconfig.json');
  if (!system.fileExists(file)) return {};
  const { config } = typescript.readConfigFile(file, name => system.readFile(name)) as {
    readonly config?: unknown;
  };
  const host: typescript.ParseConfigHost = {
    useCaseSensitiveFileNames: true,
    fileExists: name => system.fileExists(name),
    readFile: name => system.readFile(name),
    readDirectory: () => []
  };
  const { options } = typescript.parseJsonConfigFileContent(config, host, folder);
  const { experimentalDecorators, emitDecoratorMetadata } = options;
  return experimentalDecorators === true ? { experimentalDecorators, emitDecoratorMetadata } : {};
}

/** Folder of the kernel's types, beside that of the bundle. */
const TYPES = path.join(__dirname, '..', 'types');
const RELEASE = /^node(\d+)$/;

/** The kernel's own types of `kernelscope`, for cells that import it. */
const KERNELSCOPE_TYPES = slashed(path.join(TYPES, 'kernelscope', 'index.d.ts'));

/** The place where tslab searches for the types of Node if the notebook's folder has none. */
const TSLAB_ROOT = slashed(path.join(__dirname, '..', 'node_modules', '@types'));

/**
 * `typeRoots` with the kernel's types of Node in the place of tslab's: those of the release that runs
 * the kernel, or of the newest one before it that the kernel has types of.
 */
function withNodeTypes(typeRoots: readonly string[]): string[] {
  const running = Number.parseInt(process.versions.node, 10);
  const releases = readdirSync(TYPES).flatMap(name => Number(RELEASE.exec(name)?.[1] ?? []));
  const release = closestRelease(releases, running);
  const root = slashed(path.join(TYPES, `node${release}`));
  return typeRoots.map(one => (one === TSLAB_ROOT ? root : one));
}

/** The newest of `releases` that is not newer than `running`; the oldest where all are newer. */
function closestRelease(releases: readonly number[], running: number): number {
  const older = releases.filter(release => release <= running);
  return older.length > 0 ? Math.max(...older) : Math.min(...releases);
}

function slashed(file: string): string {
  return file.replaceAll('\\', '/');
}

/** Parts of TypeScript's library that only some of the supported releases of Node have. */
const PARTS: Readonly<Record<string, () => boolean>> = {
  'es2024.arraybuffer': () => hasMethod(ArrayBuffer.prototype, 'transfer'),
  'es2024.collection': () => hasMethod(Map, 'groupBy'),
  'es2024.object': () => hasMethod(Object, 'groupBy'),
  'es2024.promise': () => hasMethod(Promise, 'withResolvers'),
  'es2024.regexp': () => 'unicodeSets' in RegExp.prototype,
  'es2024.sharedmemory': () => hasMethod(Atomics, 'waitAsync'),
  'es2024.string': () => hasMethod(String.prototype, 'isWellFormed'),
  'esnext.array': () => hasMethod(Array, 'fromAsync'),
  'esnext.collection': () => hasMethod(Set.prototype, 'union'),
  'esnext.disposable': () => hasGlobal('DisposableStack') && hasGlobal('SuppressedError'),
  'esnext.error': () => hasMethod(Error, 'isError'),
  'esnext.float16': () => hasGlobal('Float16Array'),
  'esnext.iterator': () => hasGlobal('Iterator'),
  'esnext.promise': () => hasMethod(Promise, 'try'),
  'esnext.sharedmemory': () => hasMethod(Atomics, 'pause')
};

/** The library that every supported release of Node has. */
const BASE = 'es2023';

function hasMethod(owner: object, name: string): boolean {
  return typeof (owner as Readonly<Record<string, unknown>>)[name] === 'function';
}

function hasGlobal(name: string): boolean {
  return hasMethod(globalThis, name);
}

/**
 * File names of TypeScript's library for the features of the running engine, and nothing else: a cell
 * that calls a missing function gets a diagnostic, not a TypeError when it runs. Checks the engine's
 * own built-ins, so call it before any cell has run.
 */
function platformLibrary(): string[] {
  const parts = Object.entries(PARTS).filter(([, isThere]) => isThere());
  return [BASE, ...parts.map(([part]) => part)].map(part => `lib.${part}.d.ts`);
}
