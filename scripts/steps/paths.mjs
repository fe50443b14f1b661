import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * A path below the repository.
 *
 * @param {string[]} parts
 */
export const at = (...parts) => join(root, ...parts);

const windows = process.platform === 'win32';

/** An executable of the repository's own Python environment. */
export const venvExecutable = name =>
  windows ? at('.venv', 'Scripts', `${name}.exe`) : at('.venv', 'bin', name);

/**
 * How to start npm: `[command, …leading arguments]`, the same npm that runs this script. It says why it fails even where
 * that one is silent.
 *
 * @returns {string[]}
 */
export function npmCommand() {
  const script = process.env.npm_execpath;
  const isKnown = script?.endsWith('.js') && existsSync(script);
  const npm = isKnown ? [process.execPath, script] : [windows ? 'npm.cmd' : 'npm'];
  return [...npm, '--loglevel=notice'];
}

/**
 * How to start a program of an npm package by the path of its script.
 *
 * @param {string[]} script
 */
export const nodeProgram = (...script) => [process.execPath, at('node_modules', ...script)];
