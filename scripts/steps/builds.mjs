import { existsSync, rmSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';
import { copyNativeAddon } from '../../kernel-bridge/build/nativeAddon.mjs';
import { exitCodeOf, runStep } from './command.mjs';
import { withLock } from './lock.mjs';
import { compileV8Addons } from './v8Addon.mjs';
import { compileAddon } from './nativeAddon.mjs';
import { at, venvExecutable } from './paths.mjs';
import { WHEEL_SBOM, writeWheelBill } from './sbom.mjs';
import { forget, whenChanged } from './stamp.mjs';

/** The types that cells import, in the built kernel. */
export const KERNEL_TYPES = 'kernel-bridge/dist/kernel/types/kernelscope/index.d.ts';

const TOOLS = ['package.json', 'package-lock.json', 'tsconfig.base.json'];

const withVenv = () => ({
  PATH: `${dirname(venvExecutable('python'))}${delimiter}${process.env.PATH}`
});

const builder = () =>
  existsSync(venvExecutable('jupyter-builder'))
    ? venvExecutable('jupyter-builder')
    : 'jupyter-builder';

/** Whether there is what builds extensions of JupyterLab, in `.venv` or among the programs of this machine. */
export const hasBuilder = async () =>
  (await exitCodeOf([builder(), '--version'], { stdio: 'ignore' })) === 0;

/** One program of Node that builds something unless its inputs are those of its last success. */
const build = ({ name, title, inputs, outputs, script, cure = 'mend the error above' }) =>
  whenChanged({
    ...{ name, title, outputs },
    inputs: [...inputs, ...TOOLS],
    work: () => runStep({ name, title, command: [process.execPath, ...script], cure })
  });

/** Compiles the TypeScript of the product. */
export const compileTypes = () =>
  build({
    name: 'types',
    title: 'Compiling TypeScript',
    inputs: ['src', 'kernel-bridge', 'extension'],
    outputs: ['src/lib/index.js', 'extension/lib/index.js'],
    script: [
      at('node_modules', 'typescript-native', 'bin', 'tsc'),
      ...['-b', 'src', 'kernel-bridge', 'extension']
    ],
    cure: 'mend the type errors above'
  });

/** Bundles the npm package from its sources into `src/lib/bundle`, beside its compiled TypeScript. */
export const bundlePackage = () =>
  build({
    name: 'package',
    title: 'Bundling the package',
    inputs: ['src', 'style'],
    outputs: ['src/lib/bundle/index.js', 'src/lib/bundle/cli.js'],
    script: [at('src', 'build.mjs')]
  });

/**
 * Bundles the Jupyter kernel with everything it needs into `kernel-bridge/dist/kernel`, from the sources. What is
 * compiled in it is that of the last {@link completeKernel}.
 */
export const bundleKernel = () =>
  build({
    name: 'kernel',
    title: 'Bundling the kernel',
    inputs: ['src', 'kernel-bridge', 'style', 'LICENSE'],
    outputs: ['kernel-bridge/dist/kernel/kernel.json'],
    script: [at('kernel-bridge', 'build.mjs')]
  });

/** Bundles it with readable code and a map to its sources; the next {@link bundleKernel} makes the usual one again. */
export const bundleKernelForDebugger = () =>
  withLock('kernel', () => {
    forget('kernel');
    return runStep({
      name: 'kernel',
      title: 'Bundling the kernel for a debugger',
      command: [process.execPath, at('kernel-bridge', 'build.mjs'), '--debug'],
      cure: 'mend the error above'
    });
  });

/** Puts what is compiled into the bundled kernel: the addon, and the types that cells import. */
export const completeKernel = () =>
  build({
    name: 'kernel-compiled',
    title: 'Putting types and addon into the kernel',
    inputs: ['src', 'kernel-bridge'],
    outputs: [KERNEL_TYPES],
    script: [at('kernel-bridge', 'complete.mjs')]
  });

/** Builds the prebuilt JupyterLab extension into `extension/labextension`, from its compiled TypeScript. */
export const buildLabextension = () =>
  whenChanged({
    name: 'labextension',
    title: 'Building the JupyterLab extension',
    inputs: ['src', 'extension', 'style', ...TOOLS],
    outputs: ['extension/labextension/package.json'],
    work: () => {
      rmSync(at('extension', 'labextension'), { recursive: true, force: true });
      return runStep({
        name: 'labextension',
        title: 'Building the JupyterLab extension',
        command: [builder(), 'build', '.'],
        cwd: at('extension'),
        env: withVenv(),
        cure: 'mend the error above'
      });
    }
  });

/** Lists the packages that the kernel and the extension contain, in `kernel-bridge/dist`. */
const writeSbom = () =>
  whenChanged({
    name: 'sbom',
    title: 'Writing the bill of materials',
    inputs: ['src', 'kernel-bridge', 'extension', 'style', 'scripts/steps/sbom.mjs', ...TOOLS],
    outputs: [WHEEL_SBOM],
    work: writeWheelBill
  });

/** The kernel with its types as they are, and with the addons, which are compiled where their sources changed. */
export async function rebuildKernel() {
  await Promise.all([bundleKernel(), compileAddon(), compileV8Addons()]);
  copyNativeAddon();
}

/** The kernel with all that is compiled in it. */
export async function buildKernel() {
  await Promise.all([compileTypes(), bundleKernel(), compileAddon(), compileV8Addons()]);
  await completeKernel();
}

/**
 * Everything the wheel carries: bundlers read sources and run beside the compilers, of whose results the extension
 * for JupyterLab and the rest of the kernel are made.
 *
 * @param {Promise<unknown>} builderReady resolves when `.venv` has what builds extensions of JupyterLab
 */
export async function buildProduct(builderReady = Promise.resolve()) {
  const types = compileTypes();
  const extension = Promise.all([types, builderReady]).then(buildLabextension);
  const compiled = Promise.all([types, bundleKernel(), compileAddon(), compileV8Addons()]);
  const kernel = compiled.then(completeKernel);
  await Promise.all([extension, kernel, bundlePackage()]);
  await writeSbom();
}
