import { readdirSync, rmSync } from 'node:fs';
import { runStep } from './command.mjs';
import { at, venvExecutable } from './paths.mjs';
import { pipStep } from './pythonEnvironment.mjs';
import { whenChanged } from './stamp.mjs';

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
