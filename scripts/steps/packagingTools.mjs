import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runStep } from './command.mjs';
import { at, npmCommand } from './paths.mjs';
import { installApart } from './pythonEnvironment.mjs';
import { installNode } from './secondNode.mjs';
import { whenChanged } from './stamp.mjs';

/** The Python environment that has what checks wheels, in `.build`. */
const CHECKS = 'package-checks';

const CURE = 'check the network and the package index, then run this again';

/**
 * A program of that environment.
 *
 * @param {string} name
 */
export const checksExecutable = name => at('.build', CHECKS, 'bin', name);

/** The Python of that environment. */
export const CHECKS_PYTHON = checksExecutable('python');

/** Other programs that run JavaScript. */
const RUNTIMES = { bun: '1.4.5', deno: '2.9.6' };

const isLinux = process.platform === 'linux' && process.arch === 'x64';

/** Installs what checks wheels, apart from what builds them. */
export const installPackageChecks = () =>
  installApart({
    name: CHECKS,
    title: 'Installing what checks wheels',
    requirements: 'scripts/python/packagingRequirements.txt'
  });

const RUNTIMES_FOLDER = ['packaging', 'runtimes'];

/** Installs Bun, Deno and Node 22, on which the npm package is tried; on Linux on x64 alone. */
export async function installRuntimes() {
  if (!isLinux) {
    console.log('• The npm package is not tried on Bun, Deno and Node 22: this takes Linux on x64');
    return;
  }
  await Promise.all([installBunAndDeno(), installNode('22')]);
}

const installBunAndDeno = () =>
  installNpmApart({
    name: 'packaging-runtimes',
    title: 'Installing Bun and Deno',
    folder: RUNTIMES_FOLDER,
    packages: [`@oven/bun-linux-x64@${RUNTIMES.bun}`, `@deno/linux-x64-glibc@${RUNTIMES.deno}`]
  });

/** VS Code's own packager, which checks the package that is made here; without what it signs in by. */
const VSCE = '4.1.0';

/**
 * Installs that packager, and returns its script. It asks for a newer Node than the product.
 *
 * @returns {Promise<string>}
 */
export async function installVsce() {
  const folder = ['packaging', 'vsce'];
  await installNpmApart({
    name: 'packaging-vsce',
    title: 'Installing what checks the package for VS Code',
    folder,
    packages: ['--omit=optional', `@vscode/vsce@${VSCE}`]
  });
  return at('.build', ...folder, 'node_modules', '@vscode', 'vsce', 'vsce');
}

/** Installs packages of npm in a folder of `.build`, where they are not yet. */
const installNpmApart = ({ name, title, folder, packages }) =>
  whenChanged({
    name,
    title,
    inputs: ['scripts/steps/packagingTools.mjs'],
    outputs: [join('.build', ...folder, 'node_modules')],
    work: async () => {
      const cwd = at('.build', ...folder);
      rmSync(cwd, { recursive: true, force: true });
      mkdirSync(cwd, { recursive: true });
      writeFileSync(join(cwd, 'package.json'), '{ "private": true }\n');
      const options = ['--ignore-scripts', '--no-audit', '--prefer-offline'];
      const command = [...npmCommand(), 'install', ...options, ...packages];
      await runStep({ name, title, command, cwd, cure: CURE, downloads: true });
    }
  });
