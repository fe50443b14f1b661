import { readFileSync, statSync } from 'node:fs';
import { wrap } from 'node:module';
import path from 'node:path';
import vm from 'node:vm';

/** The code of a file that runs, and what V8 has compiled of it. */
export interface LoadedCode {
  /** Where compiled code is kept for the next process; null where it is not. */
  readonly file: string | null;
  /** True if what lay there was used. */
  readonly wasCompiled: boolean;
  /** The code that V8 has compiled so far, which it accepts only under the options of now. */
  compiled(): Uint8Array;
}

type ModuleFunction = (
  exports: object,
  require: NodeJS.Require,
  module: { readonly exports: object },
  file: string,
  folder: string
) => void;

/**
 * Runs a CommonJS file with the code that an earlier process has kept in `compiledFile`, if V8 takes it: then
 * little is left to compile. The file has to be ASCII.
 */
export function loadCode<Exports extends object>(
  file: string,
  compiledFile: string | null,
  require: NodeJS.Require
): { readonly exports: Exports; readonly code: LoadedCode } {
  const cachedData = compiledFile === null ? undefined : ownFile(compiledFile);
  const script = new vm.Script(wrap(readFileSync(file, 'latin1')), {
    filename: file,
    cachedData,
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER
  });
  const module: { exports: object } = { exports: {} };
  const run = script.runInThisContext() as ModuleFunction;
  run(module.exports, require, module, file, path.dirname(file));
  const code: LoadedCode = {
    file: compiledFile,
    wasCompiled: script.cachedDataRejected === false,
    compiled: () => script.createCachedData()
  };
  return { exports: module.exports as Exports, code };
}

/** The contents of a file of this user; undefined if there is none. */
function ownFile(file: string): Buffer | undefined {
  try {
    const isOwn = process.getuid === undefined || statSync(file).uid === process.getuid();
    return isOwn ? readFileSync(file) : undefined;
  } catch {
    return undefined;
  }
}
