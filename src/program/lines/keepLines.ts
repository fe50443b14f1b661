/**
 * Makes a program whose TypeScript is compiled as it is loaded keep the lines of its source. It is
 * imported after the compiler, whose results it sees; see `spreadLines`.
 */
import Module, { register } from 'node:module';
import { pathToFileURL } from 'node:url';
import { packageFiles } from '../../native/packageFiles';
import { hasCompleteHooks, isSpread, loadSync } from './lineHooks';
import { spreadLines } from './spreadLines';

/** Parts of Node's module system that its types do not declare, or only in later versions. */
interface ModuleSystem {
  readonly prototype: { _compile: Compile };
  readonly registerHooks?: (hooks: { readonly load: typeof loadSync }) => void;
}

type Compile = (this: unknown, code: unknown, file: string, ...rest: readonly unknown[]) => unknown;

const { prototype, registerHooks } = Module as unknown as ModuleSystem;

const compile = prototype._compile;
prototype._compile = function (code, file, ...rest) {
  const text = typeof code === 'string' && isSpread(file) ? spreadLines(code) : code;
  return Reflect.apply(compile, this, [text, file, ...rest]);
};

if (registerHooks && hasCompleteHooks(process.versions.node)) registerHooks({ load: loadSync });
else register(pathToFileURL(packageFiles().lineHooks).href);
