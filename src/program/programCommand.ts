import { closeSync, openSync, readSync, realpathSync, statSync } from 'node:fs';
import { extname } from 'node:path';
import { ownFlags } from '../engine/members/launched/nodeOptions';
import { ProgramError } from './programError';
import { typescriptFlags } from './typescriptFlags';

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
  const ending = extname(realpathSync(file)).toLowerCase();
  const flags = isRecorded ? ownFlags() : [];
  if (JAVASCRIPT.includes(ending) || isTool(file, ending)) return [...flags, file];
  if (TYPESCRIPT.includes(ending)) return [...flags, ...compilerFlags(file, isRecorded), file];
  const known = [...JAVASCRIPT, ...TYPESCRIPT].join(' ');
  throw new ProgramError(
    `Cannot run ${file}: its ending is not one of ${known}, and its first line names no node`
  );
}

/** The first line of a script that the system starts by Node. */
const STARTED_BY_NODE = /^#!.*\bnode\b/;

/** Bytes in which that line ends. */
const MAX_FIRST_LINE = 256;

/** True for a file without an ending that begins as a tool for Node. */
function isTool(file: string, ending: string): boolean {
  if (ending !== '') return false;
  const bytes = Buffer.alloc(MAX_FIRST_LINE);
  const descriptor = openSync(file, 'r');
  try {
    return STARTED_BY_NODE.test(bytes.toString('latin1', 0, readSync(descriptor, bytes)));
  } finally {
    closeSync(descriptor);
  }
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
