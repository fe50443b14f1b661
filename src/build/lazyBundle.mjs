import { build, transform } from 'esbuild';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The import of a deferred module in a finished file: its name there, its file and its own name. */
const DEFERRED_IMPORT = /\b(\w+) = require\("(\.\/\w+\.js)\?(\w+)"\)/g;

/**
 * Bundles `entryPoints` into one instance of CommonJS in which the modules of `later` (a name for each
 * file below `core`), and what they alone import, are loaded when one of them is first used. They share
 * the file `laterFile`, which exports each under its name. Returns esbuild's metafile.
 *
 * A module can be deferred if all its importers use it in functions; a use while they load, such as
 * `extends`, loads it at once. The file also exports the modules of `exported`, which are not deferred.
 */
export async function bundleLazily({
  core,
  entryPoints,
  later,
  laterFile,
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
    const code = await asCommonJs(text, rest.target);
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

/** An ES module of esbuild's as CommonJS, in which deferred modules are functions that load them. */
async function asCommonJs(text, target) {
  const { code } = await transform(text, {
    format: 'cjs',
    platform: 'node',
    target,
    supported: { 'dynamic-import': false }
  });
  const imported = [...code.matchAll(DEFERRED_IMPORT)].map(([, name]) => name);
  const lazy = code.replace(DEFERRED_IMPORT, '$1 = () => require("$2").$3');
  const called = imported.reduce(
    (result, name) => result.replace(new RegExp(`\\b${name}\\.`, 'g'), `${name}().`),
    lazy
  );
  const left = /\.js\?\w+"/.exec(called);
  if (left !== null) throw new Error(`${left[0]} cannot be deferred: it is imported as a whole`);
  return called;
}

async function minified(code, options) {
  const result = await transform(code, { ...options, minify: true, platform: 'node' });
  return result.code;
}
