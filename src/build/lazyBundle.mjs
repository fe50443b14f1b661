import { build, transform } from 'esbuild';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** An import in a finished file: its name there, and what it imports. */
const IMPORT = /\b(\w+) = (?:require\("([^"]+)"\)|__toESM\(require\("([^"]+)"\)(?:, 1)?\))/g;

/** The exports of a finished file, which are getters, copied to others; and without that: a file has a thousand. */
const COPIED_EXPORTS = 'module.exports = __toCommonJS(stdin_exports);';
const OWN_EXPORTS =
  'module.exports = Object.defineProperty(stdin_exports, "__esModule", { value: true });';

/** A module of Node with a default export, for which esbuild looks at each of its properties. */
const COPIED_BUILTIN =
  /__toESM\(((?:require|process\.getBuiltinModule)\("node:[^"]+"\))(?:, 1)?\)/g;

/** The same without looking at any: Node loads some when they are looked at, and opens stderr for one of `node:util`. */
const WITH_DEFAULT = 'var __withDefault = from => __create(from, { default: { value: from } });';

/** The prefix under which esbuild imports a file of deferred modules. */
const LATER = 'kernelscope:later/';

/** A deferred module: its file and its own name. */
const DEFERRED = /^(\.\/\w+\.js)\?(\w+)$/;

/**
 * Bundles `entryPoints` into one instance of CommonJS in which the modules of `later`, and what they alone
 * import, are loaded when one of them is first used. `later` has the modules of each file that is loaded
 * so, a name for each path below `core`; the file exports each under its name. So are `packages`, a set of
 * names, those of Node among them. Returns esbuild's metafile.
 *
 * A module can be deferred if all its importers use it in functions; a use while they load, such as
 * `extends`, loads it at once. A file of `exported` also exports these modules, which are not deferred.
 */
export async function bundleLazily({
  core,
  entryPoints,
  later,
  packages,
  exported = {},
  outdir,
  options
}) {
  const { minify, keepNames, define, plugins = [], ...rest } = options;
  const laterEntries = Object.fromEntries(
    Object.keys(later).map(file => [file, `${LATER}${file}`])
  );
  const { outputFiles, metafile } = await build({
    ...rest,
    entryPoints: { ...entryPoints, ...laterEntries },
    outdir,
    write: false,
    format: 'esm',
    splitting: true,
    tsconfigRaw: {},
    chunkNames: '[name]-[hash]',
    minifySyntax: true,
    define,
    plugins: [...plugins, deferring({ core, later, exported })]
  });
  mkdirSync(outdir, { recursive: true });
  for (const { path: file, text } of outputFiles) {
    const code = inAscii(await asCommonJs(text, { target: rest.target, packages }));
    writeFileSync(file, minify ? await minified(code, { keepNames, target: rest.target }) : code);
  }
  return metafile;
}

/**
 * Imports of files with these names, and of folders where a file is the index of one: a plug-in is asked for each import
 * that its filter lets through, of which there are ten thousand.
 */
function importsOf(files) {
  const names = files.map(file => path.parse(file).name);
  const folders = files.map(file => path.basename(path.dirname(file)));
  const either = [...new Set([...names, ...folders])].join('|');
  return new RegExp(`^\\.(.*/)?(\\.|${either})(\\.\\w+)?/?$`);
}

/** Plug-in that leaves the modules of `later` to its files. */
function deferring({ core, later, exported }) {
  const places = new Map(
    Object.entries(later).flatMap(([file, modules]) =>
      Object.entries(modules).map(([name, at]) => [path.join(core, at), `./${file}.js?${name}`])
    )
  );
  const contentsOf = file =>
    Object.entries({ ...later[file], ...exported[file] })
      .map(([name, at]) => `export * as ${name} from './${at}';`)
      .join('\n');
  return {
    name: 'deferring',
    setup(builder) {
      builder.onResolve({ filter: /^kernelscope:later\// }, ({ path: id }) => ({
        path: id.slice(LATER.length),
        namespace: 'later'
      }));
      builder.onLoad({ filter: /.*/, namespace: 'later' }, ({ path: file }) => ({
        contents: contentsOf(file),
        resolveDir: core,
        loader: 'ts'
      }));
      builder.onResolve(
        { filter: importsOf([...places.keys()]) },
        async ({ path: id, pluginData, ...from }) => {
          if (pluginData === places || from.namespace === 'later') return undefined;
          const found = await builder.resolve(id, { ...from, pluginData: places });
          const place = places.get(found.path);
          return place === undefined ? found : { path: place, external: true };
        }
      );
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
  const deferred = new Set();
  const lazy = code.replace(IMPORT, (whole, name, imported, withDefault) => {
    const [, file, own] = DEFERRED.exec(imported) ?? [];
    const from = imported ?? withDefault;
    if (file === undefined && !packages.has(from)) return whole;
    deferred.add(name);
    const loaded = file === undefined ? loadPackage(from) : `require("${file}").${own}`;
    const load = withDefault === undefined ? loaded : `__toESM(${loaded})`;
    return `${name} = (loaded => () => loaded ??= ${load})()`;
  });
  const called = lazy.replace(/\b(\w+)\./g, (whole, name) =>
    deferred.has(name) ? `(${name}()).` : whole
  );
  const exported = called
    .replace(COPIED_EXPORTS, OWN_EXPORTS)
    .replaceAll(COPIED_BUILTIN, '__withDefault($1)')
    .replace(/^var __toESM = /m, `${WITH_DEFAULT}\n$&`);
  const left = /\.js\?\w+"/.exec(exported);
  if (left !== null) throw new Error(`${left[0]} cannot be deferred: it is imported as a whole`);
  return exported;
}

/** What esbuild leaves of other characters, in comments and regular expressions, would have V8 keep two bytes for each. */
const inAscii = code =>
  code.replace(/[^\0-\x7f]/g, one => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Programs may replace `require` before something is loaded, but mean their own modules by that. */
const loadPackage = name =>
  name.startsWith('node:') ? `process.getBuiltinModule("${name}")` : `require("${name}")`;

async function minified(code, options) {
  const result = await transform(code, { ...options, minify: true, platform: 'node' });
  return result.code;
}
