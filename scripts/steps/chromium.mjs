import { accessSync, constants, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { runStep } from './command.mjs';
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

const step = (name, title, command) =>
  runStep({ name, title, command, cure: CURE, env: { DEBIAN_FRONTEND: 'noninteractive' } });

async function fromDebian() {
  const debian = existsSync('/etc/debian_version') && process.getuid?.() === 0;
  if (!debian) return undefined;
  await step('apt-update', 'Reading the package lists', ['apt-get', 'update']);
  await step('apt-chromium', 'Installing Chromium', ['apt-get', 'install', '-y', 'chromium']);
  return onPath();
}

async function fromPlaywright() {
  await step('playwright', 'Installing Chromium with Playwright', [
    ...nodeProgram('playwright-core', 'cli.js'),
    ...['install', '--with-deps', 'chromium']
  ]);
  const require = createRequire(at('test', 'package.json'));
  return require('playwright-core').chromium.executablePath();
}

/** The path of a Chromium for the tests in a browser; installs one where there is none. */
export async function findChromium() {
  const path = fromEnvironment() ?? onPath() ?? (await fromDebian()) ?? (await fromPlaywright());
  console.log(`✓ Chromium: ${path}`);
  return path;
}
