import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { KernelscopeError } from '../../base/errors';

/** A program cannot be run as it was asked; nothing has run. */
export class ProgramError extends KernelscopeError {}

/** What a program may be written in, by the ending of its file. */
const JAVASCRIPT = ['.js', '.mjs', '.cjs'];
const TYPESCRIPT = ['.ts', '.mts', '.cts', '.tsx', '.jsx'];

/** The module that makes a program record itself, in the compiled package. */
const REGISTER_FILE = join(__dirname, '..', '..', 'register.js');

/**
 * What a recorded program is launched with, and what it launches is not. Without the first, Node aborts
 * when a program that computes without a pause is interrupted.
 */
const OWN_FLAGS = ['--no-force-async-hooks-checks', '--require', REGISTER_FILE];

/**
 * The arguments with which Node runs `file`, recorded or not, without those of the program.
 * TypeScript goes through `tsx`: that of the program's folder, or the one that came with this package.
 *
 * @throws ProgramError for a file that is not there or no program
 */
export function programCommand(file: string, isRecorded: boolean): readonly string[] {
  requireFile(file);
  const ending = extname(file).toLowerCase();
  const flags = isRecorded ? OWN_FLAGS : [];
  if (JAVASCRIPT.includes(ending)) return [...flags, file];
  if (TYPESCRIPT.includes(ending)) return [...flags, '--import', tsxFor(file), file];
  const known = [...JAVASCRIPT, ...TYPESCRIPT].join(' ');
  throw new ProgramError(`Cannot run ${file}: its ending is none of ${known}`);
}

/** Takes those flags out of `flags` that {@link programCommand} puts in front. */
export function dropOwnFlags(flags: string[]): void {
  if (OWN_FLAGS.every((flag, index) => flags[index] === flag)) flags.splice(0, OWN_FLAGS.length);
}

function requireFile(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) throw new ProgramError(`Cannot run ${file}: there is no such file`);
  if (!found.isFile()) throw new ProgramError(`Cannot run ${file}: it is no file`);
}

function tsxFor(file: string): string {
  for (const from of [resolve(file), __filename]) {
    try {
      return pathToFileURL(createRequire(from).resolve('tsx')).href;
    } catch {
      // Not there: the next place may have it.
    }
  }
  throw new ProgramError(
    `Cannot run ${file}: TypeScript programs need the package tsx. Install it: npm install tsx`
  );
}
