import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runStep, sayUpToDate } from './command.mjs';
import { at, venvExecutable } from './paths.mjs';
import { contentStamp, stampMatches, writeStamp } from './stamp.mjs';

const CONSTRAINTS = 'scripts/python/constraints.txt';

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

/** Runs pip of the repository's environment as one step. */
export const pipStep = ({ name, title, args }) =>
  runStep({
    name,
    title,
    command: [venvExecutable('python'), '-m', 'pip', '--disable-pip-version-check', ...args],
    cure: 'check the network and the Python package index, then run this again'
  });

async function createEnvironment(python) {
  if (existsSync(venvExecutable('python'))) return;
  await runStep({
    name: 'venv',
    title: 'Making the Python environment .venv',
    command: [...python.command, '-m', 'venv', at('.venv')],
    cure: 'delete .venv and run this again'
  });
}

async function installList({ name, title, requirements, stampName }, python) {
  const stampPath = at('.venv', stampName);
  const stamp = contentStamp([requirements, CONSTRAINTS], python.version);
  if (stampMatches(stampPath, stamp) && existsSync(venvExecutable('jupyter'))) {
    sayUpToDate(title);
    return;
  }
  await createEnvironment(python);
  await pipStep({ name, title, args: ['install', '-r', at(requirements), '-c', at(CONSTRAINTS)] });
  writeStamp(stampPath, stamp);
}

/**
 * Makes `.venv` with `python` and installs the pinned Python packages into it. `selection` is
 * `'product'` or `'all'` (what the tests need too).
 */
export async function installPythonPackages(python, selection) {
  await installList(LISTS.product, python);
  if (selection === 'all') await installList(LISTS.tests, python);
}

/**
 * Makes a Python environment of its own in `.build` for tools whose packages do not go with those of `.venv`,
 * and returns its folder; `requirements` has all of its packages.
 */
export async function installApart({ name, title, requirements }) {
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
      cure: 'check the Python package index, then run this again'
    });
  await step(`${name}-venv`, [venvExecutable('python'), '-m', 'venv', '--clear', folder]);
  const pip = [join(folder, 'bin', 'python'), '-m', 'pip', '--disable-pip-version-check'];
  await step(name, [...pip, 'install', '-r', at(requirements)]);
  writeStamp(stampPath, stamp);
  return folder;
}
