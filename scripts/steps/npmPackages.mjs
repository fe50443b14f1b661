import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { runStep, sayUpToDate } from './command.mjs';
import { at, npmCommand } from './paths.mjs';
import { stampMatches, writeStamp } from './stamp.mjs';

const TITLE = 'Installing the npm packages';
const CURE = 'check the network and the npm registry, then run this again';

const SELECTION = {
  product: ['-w', 'src', '-w', 'kernel-bridge', '-w', 'extension', '--include-workspace-root'],
  all: []
};

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
 * `selection` is `'product'` (what the product and its tutorials need) or `'all'` (the tests too).
 */
export async function installNpmPackages(selection) {
  const lock = createHash('sha256')
    .update(readFileSync(at('package-lock.json')))
    .digest('hex');
  const stampPath = at('node_modules', '.kernelscope-stamp');
  const stamp = `product ${lock}`;
  if (everythingInstalled() || (selection === 'product' && stampMatches(stampPath, stamp))) {
    sayUpToDate(TITLE);
    return;
  }
  await runStep({
    name: 'npm-ci',
    title: TITLE,
    command: [...npmCommand(), 'ci', '--ignore-scripts', ...SELECTION[selection]],
    cure: CURE
  });
  if (selection === 'product') writeStamp(stampPath, stamp);
}
