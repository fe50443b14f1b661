import { build } from 'esbuild';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { kernelFolder } from './places.mjs';

/** What is started by its path: names as in `src/native/packageFiles.ts`. */
const ENTRIES = {
  register: 'register.ts',
  standBy: path.join('program', 'recorded', 'standByThread.ts'),
  heapDiffWorker: path.join('sources', 'heapSnapshots', 'heapDiffWorker.ts'),
  keepLines: path.join('program', 'lines', 'keepLines.ts'),
  lineHooks: path.join('program', 'lines', 'lineHooks.ts'),
  continuousDumpWorker: path.join('engine', 'live', 'continuousDumpWorker.ts'),
  memberWatchWorker: path.join('program', 'recorded', 'memberWatchWorker.ts'),
  programWatchWorker: path.join('program', 'recorded', 'programWatchWorker.ts'),
  offlineWorker: path.join('compat', 'mindspore', 'offline', 'offlineWorker.ts'),
  memoryWorker: path.join('sources', 'process', 'memoryWorker.ts')
};

/** What a program imports and what has it record itself are one instance, hence one bundle. */
const CORE = `
export * as index from './index';
export { recordThisProgram } from './program/recorded/recordThisProgram';
`;

const REGISTER = `'use strict';\nexports.recordThisProgram = require('./core.js').recordThisProgram;\n`;

/**
 * Bundles the package `kernelscope` for what does not share the kernel's own instance: the worker
 * threads and processes that cells start, and the programs of `kernelscope run`. `options` are those of
 * every bundle; returns its inputs.
 */
export async function bundleLibrary(core, options) {
  const folder = path.join(kernelFolder, 'packages', 'kernelscope');
  const shared = { ...options, define: { ...options.define, KERNELSCOPE_KERNEL: '"../.."' } };
  const stdin = { contents: CORE, resolveDir: core, loader: 'ts' };
  const one = await build({ ...shared, stdin, outfile: path.join(folder, 'core.js') });
  const entryPoints = Object.entries(ENTRIES).map(([out, file]) => ({
    in: path.join(core, file),
    out
  }));
  const others = await build({ ...shared, entryPoints, outdir: folder });
  writeFileSync(path.join(folder, 'index.js'), entryText(path.join(folder, 'core.js')));
  writeFileSync(path.join(folder, 'registerProgram.js'), REGISTER);
  const { name, version, license } = JSON.parse(
    readFileSync(path.join(core, 'package.json'), 'utf8')
  );
  const description = { name, version, license, main: 'index.js' };
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(description, null, 2)}\n`);
  return [one, others].flatMap(({ metafile }) => Object.keys(metafile.inputs));
}

/** The module that programs import, in a form whose names Node finds for `import` too. */
function entryText(coreFile) {
  const { index } = createRequire(import.meta.url)(coreFile);
  const names = Object.keys(index).filter(name => name !== 'default');
  return [
    `'use strict';`,
    `Object.defineProperty(exports, '__esModule', { value: true });`,
    `const { index } = require('./core.js');`,
    ...names.map(name => `exports.${name} = index.${name};`),
    ''
  ].join('\n');
}
