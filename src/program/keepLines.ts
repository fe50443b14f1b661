/**
 * Makes a program whose TypeScript is compiled as it is loaded keep the lines of its source. It is
 * imported after the compiler, whose results it sees; see `spreadLines`.
 */
import Module, { register } from 'node:module';
import { pathToFileURL } from 'node:url';
import { intrinsics } from '../base/intrinsics/intrinsics';
import { apply } from '../base/intrinsics/ownFunctions';
import { packageFiles } from '../native/packageFiles';
import { wrapMethod } from '../engine/members/launched/wrapMethod';
import { unseenCall } from '../native/unseenCall';
import { hasCompleteHooks, isSpread, loadSync } from './lineHooks';
import { spreadLines } from './spreadLines';

/** Parts of Node's module system that its types do not declare, or only in later versions. */
interface ModuleSystem {
  readonly prototype: { readonly _compile: object };
  readonly registerHooks?: (hooks: { readonly load: typeof loadSync }) => void;
}

const { prototype, registerHooks } = Module as unknown as ModuleSystem;

const compile = prototype._compile;
// The code of modules runs within: no stack of theirs is to have this.
wrapMethod(prototype, '_compile', original =>
  unseenCall({
    prepare(...args: unknown[]) {
      const { 0: code, 1: file } = args;
      if (typeof code === 'string' && typeof file === 'string') {
        args[0] = intrinsics.aside(() => (isSpread(file) ? spreadLines(code) : code));
      }
      return [apply, undefined, original, this, args];
    }
  })
);
// V8 calls a function without a name in stacks as the property that holds it, which is not this one any more.
Object.defineProperty(compile, 'name', { value: '_compile', configurable: true });

if (registerHooks && hasCompleteHooks(process.versions.node)) registerHooks({ load: loadSync });
else register(pathToFileURL(packageFiles().lineHooks).href);
