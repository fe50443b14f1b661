import { statSync } from 'node:fs';
import { extname } from 'node:path';
import { KernelscopeError } from '../base/errors';
import { ownFlags } from '../engine/members/launched/ownFlags';
import { typescriptFlags } from './typescriptFlags';

/** A program cannot be run as it was asked; nothing has run. */
export class ProgramError extends KernelscopeError {}

/** The languages of a program, by the ending of its file. */
const JAVASCRIPT = ['.js', '.mjs', '.cjs'];
const TYPESCRIPT = ['.ts', '.mts', '.cts', '.tsx', '.jsx'];

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
  throw new ProgramError(`Cannot run ${file}: its ending is not one of ${known}`);
}

function requireFile(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) throw new ProgramError(`Cannot run ${file}: there is no such file`);
  if (!found.isFile()) throw new ProgramError(`Cannot run ${file}: it is not a file`);
}

function compilerFlags(file: string, isRecorded: boolean): readonly string[] {
  const found = typescriptFlags(file);
  if (found !== null) return [...found.flags, ...(isRecorded ? found.ownFlags : [])];
  throw new ProgramError(
    `Cannot run ${file}: Node ${process.versions.node} does not run it directly. ` +
      'Install the package tsx: npm install tsx'
  );
}
