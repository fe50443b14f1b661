import { existsSync, rmSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';
import { runStep } from './command.mjs';
import { compileAddon } from './nativeAddon.mjs';
import { at, nodeProgram, venvExecutable } from './paths.mjs';
import { WHEEL_SBOM, writeWheelBill } from './sbom.mjs';
import { whenChanged } from './stamp.mjs';

const TOOLS = ['package.json', 'package-lock.json', 'tsconfig.base.json'];

const withVenv = () => ({
  PATH: `${dirname(venvExecutable('python'))}${delimiter}${process.env.PATH}`
});

const builder = () =>
  existsSync(venvExecutable('jupyter-builder'))
    ? venvExecutable('jupyter-builder')
    : 'jupyter-builder';

/** Compiles the TypeScript of the product. */
export const compileTypes = () =>
  whenChanged({
    name: 'types',
    title: 'Compiling TypeScript',
    inputs: ['src', 'kernel-bridge', 'extension', ...TOOLS],
    outputs: ['src/lib/index.js', 'extension/lib/index.js'],
    work: () =>
      runStep({
        name: 'types',
        title: 'Compiling TypeScript',
        command: [
          ...nodeProgram('typescript', 'bin', 'tsc'),
          ...['-b', 'src', 'kernel-bridge', 'extension']
        ],
        cure: 'mend the type errors above'
      })
  });

/** Bundles the npm package into `src/lib/bundle`, beside its compiled TypeScript. */
export const bundlePackage = () =>
  whenChanged({
    name: 'package',
    title: 'Bundling the package',
    inputs: ['src', 'style', ...TOOLS],
    outputs: ['src/lib/bundle/index.js', 'src/lib/bundle/cli.js'],
    work: () =>
      runStep({
        name: 'package',
        title: 'Bundling the package',
        command: [process.execPath, at('src', 'build.mjs')],
        cure: 'mend the error above'
      })
  });

/** Bundles the Jupyter kernel with everything it needs into `kernel-bridge/dist/kernel`. */
export const bundleKernel = () =>
  whenChanged({
    name: 'kernel',
    title: 'Bundling the kernel',
    inputs: ['src', 'kernel-bridge', 'style', 'LICENSE', ...TOOLS],
    outputs: ['kernel-bridge/dist/kernel/kernel.json'],
    work: () =>
      runStep({
        name: 'kernel',
        title: 'Bundling the kernel',
        command: [process.execPath, at('kernel-bridge', 'build.mjs')],
        cure: 'mend the error above'
      })
  });

/** Builds the prebuilt JupyterLab extension into `extension/labextension`. */
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

/** Everything the wheel carries, in the order of dependence; the native addon depends on none of the rest. */
export async function buildProduct() {
  await Promise.all([compileTypes().then(bundlePackage), compileAddon()]);
  await bundleKernel();
  await buildLabextension();
  await writeSbom();
}
