// Bundles the extension for VS Code into dist: the renderer with what it loads late, and the host's part.
import { build, transform } from 'esbuild';
import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { directImports } from './directImports.mjs';
import { licensesText, packagesOf } from '../src/build/licenses.mjs';

const folder = fileURLToPath(new URL('.', import.meta.url));
const root = path.dirname(path.resolve(folder));
const TARGET = 'es2022';

/** Folders whose modules do nothing when they are imported, so that those of which nothing is used are left out. */
const QUIET_FOLDERS =
  /[\\/](?:src|extension[\\/]src|vscode[\\/]src|@lumino[\\/]\w+[\\/]src)(?:[\\/]|$)/;

/** Modules of views, and of what is around them. */
const VIEWS = /[\\/](?:extension|vscode)[\\/]src[\\/].*[.]ts$/;

/** Readers of formats; those of `.kscope` files are the only ones that the renderer needs. */
const READERS =
  /[\\/]src[\\/]formats[\\/](?:\w+[\\/](?:read\w*|traceProfile|kscopeRecord\w+)|shared[\\/]protobufReader|unread[\\/]format)[.]ts$/;
/** Writers of formats, likewise for the worker that reads files. */
const WRITERS = /[\\/]src[\\/]formats[\\/](?:\w+[\\/](?:write|losses|\w+Trace)|csv)[.]ts$/;
/** Those of `.kscope` files, but for recordings that go on, which no output has. */
const KSCOPE = /[\\/]kscope[\\/](?!kscopeRecord)\w+[.]ts$/;

/** The product's own modules, and Lumino's: each from its source, and without those that are not used. */
const sourcesPlugin = {
  name: 'sources',
  setup({ onResolve, resolve }) {
    const entryOf = (filter, fileOf) =>
      onResolve({ filter }, ({ path: name }) => ({ path: fileOf(name), sideEffects: false }));
    entryOf(/^kernelscope[/]\w+$/, name =>
      path.join(root, 'src', name.slice('kernelscope/'.length), 'index.ts')
    );
    entryOf(/^@lumino[/]\w+$/, name => path.join(root, 'node_modules', name, 'src', 'index.ts'));
    onResolve(
      { filter: /^[.]/ },
      async ({ path: name, kind, importer, resolveDir, pluginData }) => {
        if (pluginData === sourcesPlugin || !QUIET_FOLDERS.test(resolveDir)) return undefined;
        const options = { kind, importer, resolveDir, pluginData: sourcesPlugin };
        return { ...(await resolve(name, options)), sideEffects: false };
      }
    );
  }
};

/**
 * Translates Lumino's sources: its packages also have bundles, but of a bundle nothing can be left out. Their class
 * fields are those of TypeScript, not of ECMAScript.
 */
const luminoPlugin = {
  name: 'lumino',
  setup({ onLoad }) {
    const compilerOptions = { useDefineForClassFields: false };
    onLoad({ filter: /[\\/]@lumino[\\/].*[.]ts$/ }, async ({ path: file }) => {
      const options = { loader: 'ts', target: TARGET, tsconfigRaw: { compilerOptions } };
      return { contents: (await transform(await readFile(file, 'utf8'), options)).code };
    });
  }
};

/** Style sheets with all that they import, as text in a module. */
const stylePlugin = {
  name: 'styles',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]style[\\/]\w+[.]css$/ }, async ({ path: entry }) => {
      const options = { entryPoints: [entry], bundle: true, minify: true, write: false };
      const { outputFiles } = await build(options);
      return { contents: `export const styles = ${JSON.stringify(outputFiles[0].text)};` };
    });
  }
};

/** In place of a module: what is read as a list in a table of formats is empty. */
const NOTHING = 'module.exports = { UNREAD: [] };';

/**
 * Leaves out modules of formats, but not those of `.kscope` files. The renderer saves profiles in every format of the
 * table, but reads those of outputs alone; the worker reads every format, and writes none.
 */
const without = filter => ({
  name: 'without',
  setup({ onLoad }) {
    onLoad({ filter }, ({ path: file }) => (KSCOPE.test(file) ? undefined : { contents: NOTHING }));
  }
});

const shared = {
  bundle: true,
  minify: true,
  target: TARGET,
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true
};

/** Builds the renderer and the page of files, ES modules with chunks beside them, and returns what went into them. */
async function buildRenderer(outdir) {
  const { metafile } = await build({
    ...shared,
    entryPoints: {
      renderer: path.join(folder, 'src', 'renderer', 'renderer.ts'),
      editor: path.join(folder, 'src', 'editor', 'editor.ts')
    },
    outdir,
    format: 'esm',
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    plugins: [
      stylePlugin,
      sourcesPlugin,
      luminoPlugin,
      directImports(path.join(root, 'src', 'formats'), VIEWS),
      without(READERS)
    ],
    // plotly.js brings the style sheet of maps, of which there are none.
    loader: { '.css': 'empty' },
    define: { global: 'globalThis', 'process.env.NODE_ENV': '"production"' }
  });
  return Object.keys(metafile.inputs);
}

/** Builds the worker that reads files, with the readers of all formats, and returns what went into it. */
async function buildReader(outfile) {
  const { metafile } = await build({
    ...shared,
    entryPoints: [path.join(folder, 'src', 'editor', 'reader.ts')],
    outfile,
    format: 'iife',
    platform: 'browser',
    plugins: [sourcesPlugin, without(WRITERS)]
  });
  return Object.keys(metafile.inputs);
}

/**
 * Builds the part for the extension host, which is CommonJS there: the one for browsers, and the one that also starts
 * kernels, with the program in Python that runs them.
 */
async function buildHost(outdir) {
  const entries = { host: ['neutral', 'host/host.ts'], main: ['node', 'controller/main.ts'] };
  for (const [name, [platform, entry]] of Object.entries(entries)) {
    await build({
      ...shared,
      entryPoints: [path.join(folder, 'src', entry)],
      outfile: path.join(outdir, `${name}.js`),
      format: 'cjs',
      platform,
      external: ['vscode'],
      plugins: [sourcesPlugin]
    });
  }
  const bridge = 'kernel_bridge.py';
  copyFileSync(path.join(folder, 'python', bridge), path.join(outdir, bridge));
}

/** Builds the plugin for the server of TypeScript, which is a function there. */
async function buildMagics(outfile) {
  await build({
    ...shared,
    entryPoints: [path.join(folder, 'src', 'magics', 'plugin.ts')],
    outfile,
    format: 'cjs',
    platform: 'neutral',
    footer: { js: 'module.exports = module.exports.plugin;' },
    plugins: [sourcesPlugin]
  });
}

/** Builds everything into `outdir`, which is emptied first. */
export async function buildExtension(outdir) {
  rmSync(outdir, { recursive: true, force: true });
  const inputs = [
    ...(await buildRenderer(path.join(outdir, 'renderer'))),
    ...(await buildReader(path.join(outdir, 'reader.js')))
  ];
  await buildHost(outdir);
  await buildMagics(path.join(outdir, 'magics.js'));
  const packages = packagesOf(inputs.map(input => path.resolve(input)));
  const heading = 'The extension contains the following packages.';
  writeFileSync(path.join(outdir, 'THIRD_PARTY_LICENSES'), licensesText(heading, packages));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildExtension(path.join(folder, 'dist'));
}
