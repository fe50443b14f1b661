import Module, { createRequire, register } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const NAME = 'kernelscope';

/** The entry of this package. */
const OWN_ENTRY = join(__dirname, '..', '..', 'index.js');

/** Module whose hooks give `data` for the name of this package; runs in Node's own loader thread. */
const HOOKS = `
let entry;
export function initialize(data) { entry = data; }
export function resolve(specifier, context, next) {
  if (specifier === '${NAME}') return { url: entry, format: 'commonjs', shortCircuit: true };
  return next(specifier, context);
}`;

/**
 * Where a program has a copy of this package of its own, gives it this one in its place: what it marks
 * with `range` is then part of what is recorded here.
 */
export function shareInstance(program: string | undefined = process.argv[1]): void {
  if (program === undefined || !hasOtherCopy(program)) return;
  const loader = Module as unknown as {
    _resolveFilename: (name: string, ...rest: never) => string;
  };
  const resolveFilename = loader._resolveFilename;
  loader._resolveFilename = function (name, ...rest) {
    if (name === NAME) return OWN_ENTRY;
    return Reflect.apply(resolveFilename, this, [name, ...rest]) as string;
  };
  const hooks = `data:text/javascript,${encodeURIComponent(HOOKS)}`;
  register(hooks, { data: pathToFileURL(OWN_ENTRY).href });
}

function hasOtherCopy(program: string): boolean {
  try {
    return createRequire(resolve(program)).resolve(NAME) !== OWN_ENTRY;
  } catch {
    return false;
  }
}
