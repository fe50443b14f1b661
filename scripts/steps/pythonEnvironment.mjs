import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runLogged, runStep, sayUpToDate } from './command.mjs';
import { withLock } from './lock.mjs';
import { at, venvExecutable } from './paths.mjs';
import { findPython } from './requirements.mjs';
import { contentStamp, stampMatches, writeStamp } from './stamp.mjs';

const CONSTRAINTS = 'scripts/python/constraints.txt';
const DROP_UNFINISHED = at('scripts', 'python', 'drop_unfinished.py');
const CURE = 'check the network and the Python package index, then run this again';

/** Lists of pinned packages, each with its own stamp in `.venv`. */
const LISTS = {
  product: {
    name: 'pip',
    title: 'Installing JupyterLab and the build tools into .venv',
    requirements: 'scripts/python/requirements.txt',
    stampName: '.kernelscope-stamp'
  },
  tests: {
    name: 'pip-tests',
    title: 'Installing what the tests need into .venv',
    requirements: 'scripts/python/testRequirements.txt',
    stampName: '.kernelscope-tests-stamp'
  }
};

/** There once the environment has been made to its end; those with a stamp were made before it was written. */
const MADE = at('.venv', '.kernelscope-made');

const isMade = () =>
  existsSync(venvExecutable('python')) &&
  [MADE, at('.venv', LISTS.product.stampName)].some(existsSync);

/**
 * Makes the repository's own Python environment, without packages, where it is not there.
 *
 * @param {{ command: string[] }} [python] with which; the first on this machine that is recent enough
 */
export const makeEnvironment = python =>
  withLock('venv', async () => {
    if (isMade()) return;
    await runStep({
      name: 'venv',
      title: 'Making the Python environment .venv',
      command: [...(python ?? findPython()).command, '-m', 'venv', '--clear', at('.venv')],
      cure: 'delete .venv and run this again'
    });
    writeStamp(MADE, '');
  });

/** What is never imported is not compiled; Python compiles the rest when it is first imported. */
const INSTALL = ['install', '--no-compile'];

const pipCommand = python => [python, '-m', 'pip', '--disable-pip-version-check'];

/** Runs pip of the repository's environment as one step. */
export const pipStep = ({ name, title, args }) =>
  withLock('venv', async () => {
    await makeEnvironment();
    const command = [...pipCommand(venvExecutable('python')), ...args];
    await runStep({ name, title, command, cure: CURE, downloads: true });
  });

const dropUnfinished = () =>
  runLogged({
    name: 'pip-unfinished',
    title: 'Looking for what pip left half done',
    command: [venvExecutable('python'), DROP_UNFINISHED],
    cure: 'delete .venv and run this again'
  });

const installList = ({ name, title, requirements, stampName }, python) =>
  withLock('venv', async () => {
    const stampPath = at('.venv', stampName);
    const stamp = contentStamp([requirements, CONSTRAINTS], python.version);
    if (stampMatches(stampPath, stamp) && existsSync(venvExecutable('jupyter'))) {
      sayUpToDate(title);
      return;
    }
    await makeEnvironment(python);
    rmSync(stampPath, { force: true });
    await dropUnfinished();
    const args = [...INSTALL, '-r', at(requirements), '-c', at(CONSTRAINTS)];
    await pipStep({ name, title, args });
    writeStamp(stampPath, stamp);
  });

/** Makes `.venv` with `python` and installs what the product and its build need. */
export const installPythonPackages = python => installList(LISTS.product, python);

/** Adds what the tests need. */
export const installTestPackages = python => installList(LISTS.tests, python);

/**
 * Makes a Python environment of its own in `.build` for tools whose packages do not go with those of `.venv`,
 * and returns its folder; `requirements` has all of its packages.
 */
export const installApart = ({ name, title, requirements }) =>
  withLock(name, async () => {
    const folder = at('.build', name);
    const stampPath = join(folder, '.kernelscope-stamp');
    const stamp = contentStamp([requirements], process.version);
    if (stampMatches(stampPath, stamp)) {
      sayUpToDate(title);
      return folder;
    }
    const step = (part, command) =>
      runStep({
        name: part,
        title: part === name ? title : `Making a Python environment for ${name}`,
        command,
        cure: CURE,
        downloads: true
      });
    const { command } = findPython();
    await step(`${name}-venv`, [...command, '-m', 'venv', '--clear', folder]);
    const pip = pipCommand(join(folder, 'bin', 'python'));
    await step(name, [...pip, ...INSTALL, '-r', at(requirements)]);
    writeStamp(stampPath, stamp);
    return folder;
  });

/**
 * Installs one Python package without what it depends on into a folder of its own in `.build`, where nothing is
 * installed yet: the folder is there whole or not at all. Returns it.
 *
 * @param {{ name: string, title: string, requirement: string, folder: string }} package
 */
export const installInFolder = ({ name, title, requirement, folder }) =>
  withLock(name, async () => {
    const target = at('.build', folder);
    if (existsSync(target)) {
      sayUpToDate(title);
      return target;
    }
    const unfinished = `${target}.unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    await makeEnvironment();
    await runStep({
      name,
      title,
      command: [
        ...pipCommand(venvExecutable('python')),
        ...['install', '--no-deps', '--target', unfinished, requirement]
      ],
      cure: CURE,
      downloads: true
    });
    renameSync(unfinished, target);
    return target;
  });
