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
  whenChanged({
    name: 'packaging-runtimes',
    title: 'Installing Bun and Deno',
    inputs: ['scripts/steps/packagingTools.mjs'],
    outputs: ['.build/packaging/runtimes/node_modules'],
    work: async () => {
      const folder = at('.build', ...RUNTIMES_FOLDER);
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
      const packages = [
        `@oven/bun-linux-x64@${RUNTIMES.bun}`,
        `@deno/linux-x64-glibc@${RUNTIMES.deno}`
      ];
      const options = ['--ignore-scripts', '--no-audit', '--prefer-offline'];
      await runStep({
        name: 'packaging-runtimes',
        title: 'Installing Bun and Deno',
        command: [...npmCommand(), 'install', ...options, ...packages],
        cwd: folder,
        cure: CURE,
        downloads: true
      });
    }
  });
