import { build, transform } from 'esbuild';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** An import in a finished file: its name there, and what it imports. */
const IMPORT = /\b(\w+) = require\("([^"]+)"\)/g;

/** A deferred module: its file and its own name. */
const DEFERRED = /^(\.\/\w+\.js)\?(\w+)$/;

/**
 * Bundles `entryPoints` into one instance of CommonJS in which the modules of `later` (a name for each
 * file below `core`), and what they alone import, are loaded when one of them is first used. They share
 * the file `laterFile`, which exports each under its name. So are `packages`, a set of names, those of Node
 * among them. Returns esbuild's metafile.
 *
 * A module can be deferred if all its importers use it in functions; a use while they load, such as
 * `extends`, loads it at once. The file also exports the modules of `exported`, which are not deferred.
 */
export async function bundleLazily({
  core,
  entryPoints,
  later,
  laterFile,
  packages,
  exported = {},
  outdir,
  options
}) {
  const { minify, keepNames, define, plugins = [], ...rest } = options;
  const { outputFiles, metafile } = await build({
    ...rest,
    entryPoints: { ...entryPoints, [laterFile]: 'kernelscope:later' },
    outdir,
    write: false,
    format: 'esm',
    splitting: true,
    chunkNames: '[name]-[hash]',
    minifySyntax: true,
    define,
    plugins: [...plugins, deferring({ core, later, laterFile, exported })]
  });
  mkdirSync(outdir, { recursive: true });
  for (const { path: file, text } of outputFiles) {
    const code = await asCommonJs(text, { target: rest.target, packages });
    writeFileSync(file, minify ? await minified(code, { keepNames, target: rest.target }) : code);
  }
  return metafile;
}

/** Plug-in that leaves the modules of `later` to the file of that name. */
function deferring({ core, later, laterFile, exported }) {
  const names = new Map(Object.entries(later).map(([name, file]) => [path.join(core, file), name]));
  const contents = Object.entries({ ...later, ...exported })
    .map(([name, file]) => `export * as ${name} from './${file}';`)
    .join('\n');
  return {
    name: 'deferring',
    setup(builder) {
      builder.onResolve({ filter: /^kernelscope:later$/ }, () => ({
        path: 'later',
        namespace: 'later'
      }));
      builder.onLoad({ filter: /.*/, namespace: 'later' }, () => ({
        contents,
        resolveDir: core,
        loader: 'ts'
      }));
      builder.onResolve({ filter: /^\./ }, async ({ path: id, pluginData, ...from }) => {
        if (pluginData === names || from.namespace === 'later') return undefined;
        const found = await builder.resolve(id, { ...from, pluginData: names });
        const name = names.get(found.path);
        return name === undefined ? found : { path: `./${laterFile}.js?${name}`, external: true };
      });
    }
  };
}

/** An ES module of esbuild's as CommonJS, in which what is deferred are functions that load it. */
async function asCommonJs(text, { target, packages }) {
  const { code } = await transform(text, {
    format: 'cjs',
    platform: 'node',
    target,
    supported: { 'dynamic-import': false }
  });
  const deferred = [];
  const lazy = code.replace(IMPORT, (whole, name, imported) => {
    const [, file, own] = DEFERRED.exec(imported) ?? [];
    if (file === undefined && !packages.has(imported)) return whole;
    deferred.push(name);
    const load = file === undefined ? loadPackage(imported) : `require("${file}").${own}`;
    return `${name} = (loaded => () => loaded ??= ${load})()`;
  });
  const called = deferred.reduce(
    (result, name) => result.replace(new RegExp(`\\b${name}\\.`, 'g'), `(${name}()).`),
    lazy
  );
  const left = /\.js\?\w+"/.exec(called);
  if (left !== null) throw new Error(`${left[0]} cannot be deferred: it is imported as a whole`);
  return called;
}

/** Programs may replace `require` before something is loaded, but mean their own modules by that. */
const loadPackage = name =>
  name.startsWith('node:') ? `process.getBuiltinModule("${name}")` : `require("${name}")`;

async function minified(code, options) {
  const result = await transform(code, { ...options, minify: true, platform: 'node' });
  return result.code;
}
