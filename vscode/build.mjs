// Bundles the extension for VS Code into dist: the renderer with what it loads late, and the host's part.
import { build, transform } from 'esbuild';
import { rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { licensesText, packagesOf } from '../src/build/licenses.mjs';

const folder = fileURLToPath(new URL('.', import.meta.url));
const root = path.dirname(path.resolve(folder));
const PURE_ENTRIES = ['analysis', 'browser', 'formats', 'layout', 'model', 'report', 'settings'];

const LUMINO_SOURCES = /[\\/]@lumino[\\/]\w+[\\/]src$/;
const FOREIGN_READERS =
  /[\\/]src[\\/]formats[\\/](?:(?:chrome|cpuprofile|perfetto)[\\/]read|nvprof[\\/](?:readCudaTrace|traceProfile))[.]ts$/;

const shared = {
  bundle: true,
  minify: true,
  target: 'es2022',
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
  alias: Object.fromEntries(
    PURE_ENTRIES.map(name => [`kernelscope/${name}`, path.join(root, 'src', name, 'index.ts')])
  )
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

/**
 * Takes Lumino from the sources that its packages have beside their bundles: a bundle is one module, of which
 * nothing can be left out. Their class fields are those of TypeScript, not of ECMAScript.
 */
const luminoPlugin = {
  name: 'lumino',
  setup({ onResolve, onLoad }) {
    const found = file => ({ path: file, sideEffects: false });
    const compilerOptions = { useDefineForClassFields: false };
    onResolve({ filter: /^@lumino[/]\w+$/ }, ({ path: name }) =>
      found(path.join(root, 'node_modules', name, 'src', 'index.ts'))
    );
    onResolve({ filter: /^[.][/]/ }, ({ path: name, resolveDir }) =>
      LUMINO_SOURCES.test(resolveDir) ? found(path.join(resolveDir, `${name}.ts`)) : undefined
    );
    onLoad({ filter: /[\\/]@lumino[\\/].*[.]ts$/ }, async ({ path: file }) => {
      const options = { loader: 'ts', target: shared.target, tsconfigRaw: { compilerOptions } };
      return { contents: (await transform(await readFile(file, 'utf8'), options)).code };
    });
  }
};

/**
 * Leaves out the readers of formats: the renderer saves profiles in every format of the table, but reads those of
 * outputs and `.kscope` files alone.
 */
const writersPlugin = {
  name: 'writers',
  setup({ onLoad }) {
    onLoad({ filter: FOREIGN_READERS }, () => ({ contents: 'module.exports = {};' }));
  }
};

/** Builds the renderer, an ES module with chunks beside it, and returns what went into it. */
async function buildRenderer(outdir) {
  const { metafile } = await build({
    ...shared,
    entryPoints: [path.join(folder, 'src', 'renderer', 'renderer.ts')],
    outdir,
    format: 'esm',
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    plugins: [stylePlugin, luminoPlugin, writersPlugin],
    // plotly.js brings the style sheet of maps, of which there are none.
    loader: { '.css': 'empty' },
    define: { global: 'globalThis', 'process.env.NODE_ENV': '"production"' }
  });
  return Object.keys(metafile.inputs);
}

/** Builds the part for the extension host, which is CommonJS there. */
async function buildHost(outfile) {
  await build({
    ...shared,
    entryPoints: [path.join(folder, 'src', 'host', 'host.ts')],
    outfile,
    format: 'cjs',
    platform: 'neutral',
    external: ['vscode']
  });
}

/** Builds everything into `outdir`, which is emptied first. */
export async function buildExtension(outdir) {
  rmSync(outdir, { recursive: true, force: true });
  const inputs = await buildRenderer(path.join(outdir, 'renderer'));
  await buildHost(path.join(outdir, 'host.js'));
  const packages = packagesOf(inputs.map(input => path.resolve(input)));
  const heading = 'The renderer contains the following packages.';
  writeFileSync(path.join(outdir, 'THIRD_PARTY_LICENSES'), licensesText(heading, packages));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildExtension(path.join(folder, 'dist'));
}
