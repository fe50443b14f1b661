import path from 'node:path';
import typescript from 'typescript';
import { KERNELSCOPE_TYPES, withNodeTypes } from './nodeTypes';
import { platformLibrary } from './platformLibrary';

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
