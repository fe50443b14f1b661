// Builds the kernel into dist/kernel, laid out as tslab's and ZeroMQ's own look-ups expect: all that is bundled and
// copied. What compilers make is put there by complete.mjs, and stays when this runs again.
import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync
} from 'node:fs';
import path from 'node:path';
import { bundleLibrary } from '../src/build/library.mjs';
import { copyAddons } from './build/addons.mjs';
import { writeLicenses } from './build/licenses.mjs';
import { bridge, COMPILED, kernelFolder, root } from './build/places.mjs';
import {
  compilerPlugin,
  kernelPlugin,
  usedModulesPlugin,
  withCompiler
} from './build/rewrites.mjs';
import { copySql } from './build/sql.mjs';
import { copySqlite } from './build/sqlite.mjs';
import {
  copyCellGlobals,
  copyCompilerLibrary,
  copyNodeTypes,
  outlineKernelscope
} from './build/types.mjs';

const core = path.join(root, 'src');

const kernelSpec = {
  argv: ['python', '-m', 'kernelscope', 'kernel', '{resource_dir}', '{connection_file}'],
  display_name: 'TypeScript (Kernelscope)',
  language: 'typescript',
  interrupt_mode: 'message',
  metadata: { debugger: false }
};

const shared = {
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  minify: true,
  keepNames: true,
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
  plugins: [kernelPlugin(core)],
  define: { KERNELSCOPE_KERNEL: '".."' }
};

/** For a debugger, all code of the kernel stays readable, with a map to its sources. */
const isForDebugger = process.argv.includes('--debug');
const mainOptions = isForDebugger
  ? { ...shared, minify: false, sourcemap: 'inline' }
  : { ...shared, plugins: [compilerPlugin, ...shared.plugins] };

/** Workers lie one folder below the kernel; what they look up beside themselves lies in its folder. */
const inWorkers = {
  ...shared,
  define: { ...shared.define, __dirname: '__kernelFolder' },
  banner: { js: 'const __kernelFolder = require("node:path").dirname(__dirname);' }
};

function bundle(entry, output, options = shared) {
  const outfile = path.join(kernelFolder, 'dist', output);
  return build({ ...options, entryPoints: [entry], outfile });
}

/** The thread that every kernel starts: of the core it has what it uses alone. */
const inHelper = { ...inWorkers, plugins: [usedModulesPlugin(core), ...inWorkers.plugins] };

/** Entry points of worker threads: the bridge's own, and those of the core. */
function workerEntries() {
  const helper = path.join(bridge, 'src', 'protocol', 'helperThread.ts');
  const dump = path.join(core, 'engine', 'live', 'continuousDumpWorker.ts');
  const offline = path.join(core, 'compat', 'mindspore', 'offline', 'offlineWorker.ts');
  return [
    { entry: helper, options: inHelper },
    { entry: dump, options: inWorkers },
    { entry: offline, options: inWorkers }
  ].map(one => ({ ...one, output: `workers/${path.parse(one.entry).name}.cjs` }));
}

/** The kernel, and what starts it with the code that V8 has compiled of it. */
async function bundleKernel() {
  const host = path.join(bridge, 'src', 'host');
  const main = await bundle(path.join(host, 'main.ts'), 'main.cjs', mainOptions);
  const file = path.join(kernelFolder, 'dist', 'main.cjs');
  const bundled = readFileSync(file, 'utf8');
  const text = inAscii(isForDebugger ? bundled : withCompiler(bundled));
  writeFileSync(file, text);
  const KERNELSCOPE_BUILD = JSON.stringify(
    createHash('sha256').update(text).digest('hex').slice(0, 16)
  );
  const define = { ...shared.define, KERNELSCOPE_BUILD };
  return [main, await bundle(path.join(host, 'launch.ts'), 'kernel.cjs', { ...shared, define })];
}

/** Scripts with other characters take twice the memory; esbuild leaves them in expressions and templates. */
function inAscii(script) {
  const escape = unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return script.replace(/[^\0-\x7f]/g, escape);
}

async function bundleAll() {
  const results = await bundleKernel();
  for (const { entry, output, options } of workerEntries()) {
    results.push(await bundle(entry, output, options));
  }
  const inputs = results.flatMap(({ metafile }) => Object.keys(metafile.inputs));
  return [...inputs, ...(await bundleProgramPackage())];
}

/**
 * Bundles the package for what does not share the kernel's own instance: the worker threads and processes
 * that cells start, and the programs of `kernelscope run`.
 */
async function bundleProgramPackage() {
  const folder = path.join(kernelFolder, 'packages', 'kernelscope');
  const inputs = await bundleLibrary(folder, {
    ...shared,
    define: { KERNELSCOPE_KERNEL: '"../.."' }
  });
  const { name, version, license } = JSON.parse(
    readFileSync(path.join(core, 'package.json'), 'utf8')
  );
  const description = { name, version, license, main: 'index.js' };
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(description, null, 2)}\n`);
  writeFileSync(
    path.join(kernelFolder, 'dist', 'cli.cjs'),
    "require('../packages/kernelscope/cli.js');\n"
  );
  return inputs;
}

/** Empties the kernel's folder but for what compilers made. */
function clear(folder = kernelFolder) {
  const kept = COMPILED.map(each => path.join(kernelFolder, each));
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const file = path.join(folder, name);
    if (kept.includes(file)) continue;
    if (kept.some(each => each.startsWith(file + path.sep))) clear(file);
    else rmSync(file, { recursive: true });
  }
}

clear();
mkdirSync(path.join(kernelFolder, 'dist'), { recursive: true });
const inputs = await bundleAll();
copyCompilerLibrary();
copyNodeTypes();
copyCellGlobals();
outlineKernelscope();
copyAddons();
copySqlite();
copySql(core);
writeLicenses(inputs);
cpSync(path.join(bridge, 'logos'), kernelFolder, { recursive: true });
writeFileSync(path.join(kernelFolder, 'kernel.json'), `${JSON.stringify(kernelSpec, null, 2)}\n`);
