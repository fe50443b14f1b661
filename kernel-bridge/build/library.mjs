import { build } from 'esbuild';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { kernelFolder } from './places.mjs';

/** Entry points of the package, which look for each other in one folder. */
const ENTRIES = {
  index: 'index.ts',
  continuousDumpWorker: path.join('api', 'continuousDump', 'continuousDumpWorker.ts'),
  offlineWorker: path.join('api', 'offline', 'offlineWorker.ts'),
  memoryWorker: path.join('sources', 'memoryWorker.ts')
};

/**
 * Bundles the package `kernelscope` for the worker threads and processes that cells start, which do
 * not share the kernel's own instance. `options` are those of every bundle; returns its inputs.
 */
export async function bundleLibrary(core, options) {
  const folder = path.join(kernelFolder, 'packages', 'kernelscope');
  const entryPoints = Object.entries(ENTRIES).map(([out, file]) => ({
    in: path.join(core, file),
    out
  }));
  const { metafile } = await build({ ...options, entryPoints, outdir: folder });
  const { name, version, license } = JSON.parse(
    readFileSync(path.join(core, 'package.json'), 'utf8')
  );
  const description = { name, version, license, main: 'index.js' };
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(description, null, 2)}\n`);
  return Object.keys(metafile.inputs);
}
