import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { runStep } from './command.mjs';
import { installFromDebian, isDebian } from './debian.mjs';
import { withLock } from './lock.mjs';
import { at, nodeProgram } from './paths.mjs';
import { StepError } from './stepError.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];
const CURE = 'install Chromium and set CHROMIUM_PATH to its executable';

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function onPath() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return NAMES.flatMap(name => folders.map(folder => join(folder, name))).find(isExecutable);
}

function fromEnvironment() {
  const path = process.env.CHROMIUM_PATH;
  if (!path || isExecutable(path)) return path;
  throw new StepError(`CHROMIUM_PATH names ${path}, which cannot be run`, CURE);
}

async function fromDebian() {
  if (!isDebian()) return undefined;
  const title = 'Installing Chromium';
  await installFromDebian({ name: 'chromium', title, packageName: 'chromium', cure: CURE });
  return onPath();
}

async function fromPlaywright() {
  const require = createRequire(at('test', 'package.json'));
  const path = require('playwright-core').chromium.executablePath();
  if (isExecutable(path)) return path;
  await runStep({
    name: 'playwright',
    title: 'Installing Chromium with Playwright',
    command: [
      ...nodeProgram('playwright-core', 'cli.js'),
      ...['install', '--with-deps', 'chromium']
    ],
    cure: CURE,
    downloads: true,
    env: { DEBIAN_FRONTEND: 'noninteractive' }
  });
  return path;
}

/**
 * The path of a Chromium for the tests in a browser; installs one where there is none, for which the npm packages of
 * the tests must be there.
 */
export const findChromium = () =>
  withLock('chromium', async () => {
    const path = fromEnvironment() ?? onPath() ?? (await fromDebian()) ?? (await fromPlaywright());
    console.log(`✓ Chromium: ${path}`);
    return path;
  });
