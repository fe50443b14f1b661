import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { runStep, sayUpToDate } from './command.mjs';
import { at, npmCommand } from './paths.mjs';
import { stampMatches, writeStamp } from './stamp.mjs';

const TITLE = 'Installing the npm packages';
const CURE = 'check the network and the npm registry, then run this again';

const PRODUCT = ['-w', 'src', '-w', 'kernel-bridge', '-w', 'extension'];

const SELECTION = {
  product: [...PRODUCT, '--include-workspace-root'],
  vscode: [...PRODUCT, '-w', 'vscode', '--include-workspace-root'],
  all: []
};

/** The selections that hold another, which need not be installed after them. */
const LARGER = { product: ['product', 'vscode'], vscode: ['vscode'], all: [] };

/** The stamps with which `selection` of a lockfile, named by its hash, is installed. */
export const stampsOf = (selection, lock) => LARGER[selection].map(each => `${each} ${lock}`);

const packagesOf = path => JSON.parse(readFileSync(path, 'utf8')).packages;

function everythingInstalled() {
  const installedPath = at('node_modules', '.package-lock.json');
  if (!existsSync(installedPath)) return false;
  const installed = packagesOf(installedPath);
  return Object.entries(packagesOf(at('package-lock.json'))).every(
    ([path, wanted]) =>
      path === '' ||
      (installed[path] ? installed[path].version === wanted.version : wanted.optional === true)
  );
}

/**
 * Installs exactly what `package-lock.json` says, without running any package's scripts.
 * `selection` is `'product'` (what the product and its tutorials need), `'vscode'` (the extension for VS Code too) or
 * `'all'` (the tests too).
 */
export async function installNpmPackages(selection) {
  const lock = createHash('sha256')
    .update(readFileSync(at('package-lock.json')))
    .digest('hex');
  const stampPath = at('node_modules', '.kernelscope-stamp');
  const isInstalled = stampsOf(selection, lock).some(stamp => stampMatches(stampPath, stamp));
  if (everythingInstalled() || isInstalled) {
    sayUpToDate(TITLE);
    return;
  }
  await runStep({
    name: 'npm-ci',
    title: TITLE,
    command: [...npmCommand(), 'ci', '--ignore-scripts', ...SELECTION[selection]],
    cure: CURE
  });
  if (selection !== 'all') writeStamp(stampPath, `${selection} ${lock}`);
}
