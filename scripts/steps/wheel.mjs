import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { runStep } from './command.mjs';
import { at, venvExecutable } from './paths.mjs';
import { pipStep } from './pythonEnvironment.mjs';
import { forget, whenChanged } from './stamp.mjs';
import { StepError } from './stepError.mjs';

const INPUTS = [
  'src',
  'kernel-bridge',
  'extension',
  'style',
  'pyproject.toml',
  'install.json',
  'package.json',
  'package-lock.json',
  'LICENSE'
];

/** What is built and has a place of its own in an environment: where it is made, and where it goes. */
const SHARED = [
  ['extension/labextension', '.venv/share/jupyter/labextensions/@kernelscope/labextension'],
  ['kernel-bridge/dist/kernel', '.venv/share/jupyter/kernels/kernelscope'],
  ['install.json', '.venv/share/jupyter/labextensions/@kernelscope/labextension/install.json']
];

/** The path of the one wheel in `dist/`. */
export function wheelPath() {
  const wheel = readdirSync(at('dist')).find(name => name.endsWith('.whl'));
  if (!wheel) throw new Error('dist/ has no wheel');
  return at('dist', wheel);
}

/** Builds the wheel in `dist/` from what is already built. */
export const buildWheel = () =>
  runStep({
    name: 'wheel',
    title: 'Building the wheel',
    command: [venvExecutable('python'), '-m', 'build', '--wheel', '--no-isolation'],
    cure: 'mend the error above'
  });

/** Builds the wheel and installs it into `.venv`. */
export const installWheel = () =>
  whenChanged({
    name: 'wheel',
    title: 'Building and installing the wheel',
    inputs: INPUTS,
    outputs: ['dist', '.venv/share/jupyter/kernels/kernelscope/kernel.json'],
    work: async () => {
      rmSync(at('dist'), { recursive: true, force: true });
      await buildWheel();
      await pipStep({
        name: 'wheel-install',
        title: 'Installing the wheel into .venv',
        args: ['install', '--force-reinstall', '--no-deps', wheelPath()]
      });
    }
  });

/** @throws {StepError} if the wheel was never installed into `.venv` */
export function requireInstalledWheel() {
  if (existsSync(at(SHARED[1][1], 'kernel.json'))) return;
  throw new StepError('The wheel is not installed in .venv', 'run `npm run demo` first');
}

/**
 * Puts the extension and the kernel as they are built into `.venv`, where the wheel is installed: what a new wheel
 * would change of them, without one. The next set-up installs the wheel all the same.
 */
export function copyIntoEnvironment() {
  forget('wheel');
  for (const [from, to] of SHARED) {
    rmSync(at(to), { recursive: true, force: true });
    cpSync(at(from), at(to), { recursive: true });
  }
  console.log('✓ The extension and the kernel are in .venv');
}
