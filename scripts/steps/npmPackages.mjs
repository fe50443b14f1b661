import { existsSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runStep, sayUpToDate } from './command.mjs';
import { withLock } from './lock.mjs';
import {
  disagreeing,
  installedPackages,
  isVersionThere,
  lockedPackages,
  missingPaths,
  neededPaths,
  suspectPaths
} from './npmTree.mjs';
import { at, npmCommand, root } from './paths.mjs';
import { writeStamp } from './stamp.mjs';
import { StepError } from './stepError.mjs';

const TITLE = 'Installing the npm packages';
const CURE = 'check the network and the npm registry, then run this again';

/** There while npm works, and afterwards where it was interrupted: what may be half done then, as a list in JSON. */
const UNFINISHED = at('node_modules', '.kernelscope-unfinished');

const BIN = join('node_modules', '.bin');

const PRODUCT = ['src', 'kernel-bridge', 'extension'];

/** The workspaces of each selection. */
const WORKSPACES = {
  product: PRODUCT,
  vscode: [...PRODUCT, 'vscode'],
  all: [...PRODUCT, 'vscode', 'test']
};

/** Nothing is taken away but what npm replaces, and neither package.json nor the lock file is written. */
function installCommand(selection) {
  const some = WORKSPACES[selection].flatMap(workspace => ['-w', workspace]);
  const which = selection === 'all' ? [] : [...some, '--include-workspace-root'];
  const quietly = ['--ignore-scripts', '--no-audit', '--no-fund'];
  return [...npmCommand(), 'install', '--no-save', '--prefer-offline', ...quietly, ...which];
}

/** Names to which npm moves packages and links that it replaces. */
const isRetired = name => /^\..+-[A-Za-z0-9]{1,8}$/.test(name) && !name.startsWith('.kernelscope');

/** Removes what an interrupted npm has moved away, from all folders with packages and their links. */
function removeRetired(locked) {
  const paths = Object.keys(locked).filter(path => path.includes('node_modules'));
  const folders = paths.map(path => dirname(path));
  const links = paths.map(path => join(path.slice(0, path.lastIndexOf('node_modules')), BIN));
  for (const folder of new Set([...folders, ...links])) {
    const names = existsSync(at(folder)) ? readdirSync(at(folder)) : [];
    names.filter(isRetired).forEach(name => rmSync(at(folder, name), { recursive: true }));
  }
}

/**
 * Removes what an interrupted npm may have left half done: npm takes a package to be there when its package.json is.
 * The list of what is installed is made old, so that npm looks into the folders.
 */
function removeSuspects(suspects, locked, installed) {
  suspects.forEach(path => rmSync(at(path), { recursive: true, force: true }));
  removeRetired(locked);
  if (installed !== undefined) utimesSync(at('node_modules', '.package-lock.json'), 0, 0);
}

function requireAgreement(locked) {
  const files = disagreeing(root, locked);
  if (files.length === 0) return;
  throw new StepError(
    `${files.join(', ')} and package-lock.json disagree`,
    'run `npm install --ignore-scripts`, which writes the lock file'
  );
}

/** What an interrupted install may have left half done, by its own list; everything without one. */
function unfinishedOf(locked) {
  try {
    return JSON.parse(readFileSync(UNFINISHED, 'utf8'));
  } catch {
    return suspectPaths(locked, {});
  }
}

/** What of the selection is missing, and whether an install was interrupted. */
function stateOf(selection) {
  const locked = lockedPackages(root);
  const installed = installedPackages(root);
  const isThere = path => isVersionThere(root, path, locked[path]);
  const needed = neededPaths(locked, ['', ...WORKSPACES[selection]]);
  const missing = missingPaths({ locked, installed, needed }, isThere);
  const isBegun = existsSync(at('node_modules'));
  const isUnfinished = isBegun && (existsSync(UNFINISHED) || installed === undefined);
  return { locked, installed, missing, isUnfinished, isThere };
}

/** Whether all packages of `selection` are installed as `package-lock.json` says. */
export function hasNpmPackages(selection) {
  const { missing, isUnfinished } = stateOf(selection);
  return missing.length === 0 && !isUnfinished;
}

async function install(selection) {
  const { locked, installed, missing, isUnfinished, isThere } = stateOf(selection);
  requireAgreement(locked);
  if (missing.length === 0 && !isUnfinished) {
    sayUpToDate(TITLE);
    return;
  }
  const before = isUnfinished ? unfinishedOf(locked) : [];
  const suspects = [...new Set([...before, ...suspectPaths(locked, installed, isThere)])];
  writeStamp(UNFINISHED, JSON.stringify(suspects));
  if (isUnfinished) removeSuspects(suspects, locked, installed);
  await runStep({
    name: 'npm',
    title: TITLE,
    command: installCommand(selection),
    cure: CURE,
    downloads: true
  });
  const left = stateOf(selection).missing;
  if (left.length > 0)
    throw new StepError(`npm did not install ${left[0]}`, 'see .build/logs/npm.log');
  rmSync(UNFINISHED);
}

/**
 * Installs exactly what `package-lock.json` says and is missing, without running any package's scripts. What is there
 * and right stays as it is; an install that was interrupted at any moment goes on with the next call. `selection` is
 * `'product'` (what the product and its tutorials need), `'vscode'` (the extension for VS Code too) or `'all'` (the
 * tests too).
 *
 * @param {'product' | 'vscode' | 'all'} selection
 */
export const installNpmPackages = selection => withLock('npm', () => install(selection));
