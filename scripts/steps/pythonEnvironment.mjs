import { existsSync } from 'node:fs';
import { runStep, sayUpToDate } from './command.mjs';
import { at, venvExecutable } from './paths.mjs';
import { contentStamp, stampMatches, writeStamp } from './stamp.mjs';

const TITLE = 'Installing JupyterLab and the build tools into .venv';
const REQUIREMENTS = 'scripts/python/requirements.txt';
const CONSTRAINTS = 'scripts/python/constraints.txt';

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

/** Makes `.venv` with `python` and installs the pinned Python packages into it. */
export async function installPythonPackages(python) {
  const stampPath = at('.venv', '.kernelscope-stamp');
  const stamp = contentStamp([REQUIREMENTS, CONSTRAINTS], python.version);
  if (stampMatches(stampPath, stamp) && existsSync(venvExecutable('jupyter'))) {
    sayUpToDate(TITLE);
    return;
  }
  await createEnvironment(python);
  await pipStep({
    name: 'pip',
    title: TITLE,
    args: ['install', '-r', at(REQUIREMENTS), '-c', at(CONSTRAINTS)]
  });
  writeStamp(stampPath, stamp);
}
