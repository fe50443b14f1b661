import { statSync } from 'node:fs';
import { extname } from 'node:path';
import { KernelscopeError } from '../base/errors';
import { packageFiles } from '../native/packageFiles';
import { keepLinesFlags, typescriptFlags } from './typescriptFlags';

/** A program cannot be run as it was asked; nothing has run. */
export class ProgramError extends KernelscopeError {}

/** What a program may be written in, by the ending of its file. */
const JAVASCRIPT = ['.js', '.mjs', '.cjs'];
const TYPESCRIPT = ['.ts', '.mts', '.cts', '.tsx', '.jsx'];

/**
 * What a recorded program is launched with, and does not see. Without the first, Node aborts
 * when a program that computes without a pause is interrupted.
 */
const ownFlags = (): readonly string[] => [
  '--no-force-async-hooks-checks',
  '--require',
  packageFiles().register
];

/**
 * The arguments with which Node runs `file`, recorded or not, without those of the program; see
 * `typescriptFlags` for TypeScript.
 *
 * @throws ProgramError for a file that is not there or no program
 */
export function programCommand(file: string, isRecorded: boolean): readonly string[] {
  requireFile(file);
  const ending = extname(file).toLowerCase();
  const flags = isRecorded ? ownFlags() : [];
  if (JAVASCRIPT.includes(ending)) return [...flags, file];
  if (TYPESCRIPT.includes(ending)) return [...flags, ...compilerFlags(file, isRecorded), file];
  const known = [...JAVASCRIPT, ...TYPESCRIPT].join(' ');
  throw new ProgramError(`Cannot run ${file}: its ending is none of ${known}`);
}

/** Takes those flags out of `flags` that {@link programCommand} adds for the profiler. */
export function dropOwnFlags(flags: string[]): void {
  for (const own of [ownFlags(), keepLinesFlags()]) {
    const at = flags.findIndex((_, from) =>
      own.every((flag, index) => flags[from + index] === flag)
    );
    if (at >= 0) flags.splice(at, own.length);
  }
}

function requireFile(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) throw new ProgramError(`Cannot run ${file}: there is no such file`);
  if (!found.isFile()) throw new ProgramError(`Cannot run ${file}: it is no file`);
}

function compilerFlags(file: string, isRecorded: boolean): readonly string[] {
  const found = typescriptFlags(file);
  if (found !== null) return [...found.flags, ...(isRecorded ? found.ownFlags : [])];
  throw new ProgramError(
    `Cannot run ${file}: Node ${process.versions.node} does not run it by itself. ` +
      'Install the package tsx: npm install tsx'
  );
}
