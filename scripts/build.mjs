// Builds what the wheel carries, or for tests a part of it: `npm run build [-- kernel | debug | lab]`.
//
//   kernel   bundle the package and the kernel from the sources, and compile the addons whose sources changed
//   debug    the same, the kernel with readable code and a map to its sources
//   lab      build the extension for JupyterLab, and put it and the kernel as it is built into .venv
import { existsSync } from 'node:fs';
import {
  buildKernel,
  buildLabextension,
  buildProduct,
  bundleKernelForDebugger,
  bundlePackage,
  compileTypes,
  hasBuilder,
  KERNEL_TYPES,
  rebuildKernel
} from './steps/builds.mjs';
import { installNpmPackages } from './steps/npmPackages.mjs';
import { at } from './steps/paths.mjs';
import { installPythonPackages } from './steps/pythonEnvironment.mjs';
import { findPython, requireNode } from './steps/requirements.mjs';
import { StepError, runMain } from './steps/stepError.mjs';
import { copyIntoEnvironment, requireInstalledWheel } from './steps/wheel.mjs';

async function buildAll() {
  const hasOwn = await hasBuilder();
  const builder = hasOwn ? Promise.resolve() : installPythonPackages(findPython());
  const built = installNpmPackages('product').then(() => buildProduct(builder));
  await Promise.all([built, builder]);
}

/** What tests of the kernel start. Its types for cells are compiled where there are none. */
async function buildForKernel() {
  await installNpmPackages('product');
  const kernel = existsSync(at(KERNEL_TYPES)) ? rebuildKernel() : buildKernel();
  await Promise.all([bundlePackage(), kernel]);
}

async function buildForDebugger() {
  if (!existsSync(at(KERNEL_TYPES))) await buildForKernel();
  await bundleKernelForDebugger();
}

async function buildForLab() {
  requireInstalledWheel();
  await installNpmPackages('product');
  await compileTypes();
  await buildLabextension();
  copyIntoEnvironment();
}

const PARTS = {
  all: buildAll,
  kernel: buildForKernel,
  debug: buildForDebugger,
  lab: buildForLab
};

await runMain(async () => {
  requireNode();
  const [part = 'all', ...more] = process.argv.slice(2);
  if (!Object.hasOwn(PARTS, part) || more.length > 0) {
    throw new StepError(
      `There is no part ${[part, ...more].join(' ')}`,
      'use `npm run build`, alone or with one of `-- kernel`, `-- debug` and `-- lab`'
    );
  }
  await PARTS[part]();
});
