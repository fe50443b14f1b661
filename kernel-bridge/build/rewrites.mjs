import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { bridge, packageFolder } from './places.mjs';

const COMPILER = /^@tslab\/typescript-for-tslab$/;
const SOURCES = path.join(bridge, 'src', path.sep);
const SHIM = path.join(SOURCES, 'typescriptShim.ts');
const TYPE_ROOTS = '"..", "node_modules", "@types"';

/** The wheel builder drops folders called node_modules, so the types of Node lie in `types`. */
function rewriteTypeRoots({ path: file }) {
  const source = readFileSync(file, 'utf8');
  if (!source.includes(TYPE_ROOTS)) {
    throw new Error(`${file}: tslab has changed, ${TYPE_ROOTS} is not there`);
  }
  return { contents: source.replace(TYPE_ROOTS, '"..", "types"'), loader: 'js' };
}

/** tslab gets the shim in place of its TypeScript; the bridge's own sources get the real one. */
function resolveCompiler({ importer }) {
  const real = path.join(packageFolder('@tslab/typescript-for-tslab'), 'lib', 'typescript.js');
  return { path: importer.startsWith(SOURCES) ? real : SHIM };
}

/** The core is bundled from its sources, one instance for the kernel and its cells. */
function resolveCore(core) {
  return ({ path: id }) => {
    const subpath = id.split('/')[1] ?? 'index';
    const file = path.join(core, `${subpath}.ts`);
    return { path: existsSync(file) ? file : path.join(core, subpath, 'index.ts') };
  };
}

/** esbuild plug-in with the three things that a kernel bundle needs. */
export function kernelPlugin(core) {
  return {
    name: 'kernelscope',
    setup(builder) {
      builder.onLoad({ filter: /tslab[\\/]dist[\\/]converter\.js$/ }, rewriteTypeRoots);
      builder.onResolve({ filter: COMPILER }, resolveCompiler);
      builder.onResolve({ filter: /^kernelscope(\/\w+)?$/ }, resolveCore(core));
    }
  };
}
