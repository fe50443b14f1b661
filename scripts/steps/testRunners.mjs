import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runStep } from './command.mjs';
import { at, npmCommand } from './paths.mjs';
import { whenChanged } from './stamp.mjs';

/** Runners of tests that programs are recorded with, and what compiles TypeScript for them. */
const PACKAGES = {
  jest: '30.2.0',
  mocha: '11.7.5',
  'ts-jest': '29.4.5',
  '@swc/core': '1.15.2',
  '@swc/jest': '0.2.39',
  typescript: '5.9.3'
};

const NAME = 'test-runners';

/** Installs them where they are not there; the folder with their `node_modules`. */
export async function installTestRunners() {
  const folder = at('.build', NAME);
  await whenChanged({
    name: NAME,
    title: 'Installing Jest and Mocha',
    inputs: ['scripts/steps/testRunners.mjs'],
    outputs: [`.build/${NAME}/node_modules`],
    work: async () => {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
      const packages = Object.entries(PACKAGES).map(([name, version]) => `${name}@${version}`);
      const options = ['--ignore-scripts', '--no-audit', '--prefer-offline'];
      await runStep({
        name: NAME,
        title: 'Installing Jest and Mocha',
        command: [...npmCommand(), 'install', ...options, ...packages],
        cwd: folder,
        cure: 'check the network and the package index, then run this again',
        downloads: true
      });
    }
  });
  return folder;
}
