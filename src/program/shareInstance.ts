import Module, { createRequire, register } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageFiles } from '../native/packageFiles';

const NAME = 'kernelscope';

/** Module whose hooks give `data` for the name of this package; runs in Node's own loader thread. */
const HOOKS = `
let entry;
export function initialize(data) { entry = data; }
export function resolve(specifier, context, next) {
  if (specifier === '${NAME}') return { url: entry, format: 'commonjs', shortCircuit: true };
  return next(specifier, context);
}`;

/**
 * If a program has its own copy of this package, gives it this one instead: its uses of `range` then
 * become part of this recording.
 */
export function shareInstance(program: string | undefined = process.argv[1]): void {
  const { entry } = packageFiles();
  if (program === undefined || !hasOtherCopy(program, entry)) return;
  const loader = Module as unknown as {
    _resolveFilename: (name: string, ...rest: never) => string;
  };
  const resolveFilename = loader._resolveFilename;
  loader._resolveFilename = function (name, ...rest) {
    if (name === NAME) return entry;
    return Reflect.apply(resolveFilename, this, [name, ...rest]) as string;
  };
  const hooks = `data:text/javascript,${encodeURIComponent(HOOKS)}`;
  register(hooks, { data: pathToFileURL(entry).href });
}

function hasOtherCopy(program: string, entry: string): boolean {
  try {
    return createRequire(resolve(program)).resolve(NAME) !== entry;
  } catch {
    return false;
  }
}
