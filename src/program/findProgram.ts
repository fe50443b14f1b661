import { realpathSync, statSync } from 'node:fs';
import { dirname, extname, join, parse, resolve } from 'node:path';
import { packageFiles } from '../native/packageFiles';
import { ProgramError } from './programError';
import type { Program } from './runProgram';
import { textOf } from '../engine/results/readWithin';

const BIN = join('node_modules', '.bin');

/** Larger files are no script that starts another one, bytes. */
const MAX_SHIM_BYTES = 10_000;

/** The program that a script of `node_modules/.bin` starts, as npm writes it on Windows, and pnpm everywhere. */
const SHIM_TARGET = /"\$basedir\/(?<target>[^"\n]+\.[cm]?js)"/;

/**
 * The program that is asked for: a file, the name of a tool in `node_modules/.bin` of `folder` or of a folder
 * above it, `npx` and such a name, which downloads nothing here, or `node` with its own arguments.
 *
 * @throws ProgramError for a tool that is not there, and for options of `npx`
 */
export function findProgram({ file, args }: Program, folder: string = process.cwd()): Program {
  if (isFile(resolve(folder, file))) return { file: scriptOf(file, folder), args };
  if (file === 'npx') return ofNpx(args, folder);
  if (file === 'node') return ofNode(args, folder);
  const tool = findTool(file, folder);
  return { file: tool === null ? file : scriptOf(tool, folder), args };
}

function ofNpx([name, ...args]: readonly string[], folder: string): Program {
  if (name === undefined || name.startsWith('-')) {
    throw new ProgramError('Cannot run npx: name a tool after it, without options of npx');
  }
  const tool = findTool(name, folder);
  if (tool !== null) return { file: scriptOf(tool, folder), args };
  throw new ProgramError(
    `Cannot run npx ${name}: no folder ${BIN} has it, and nothing is downloaded. Install its package`
  );
}

/** The file that Node is to run, or else, with flags such as `--test`, Node itself. */
function ofNode(words: readonly string[], folder: string): Program {
  const [file, ...args] = words;
  const isNamed = file !== undefined && !file.startsWith('-');
  return isNamed
    ? findProgram({ file, args }, folder)
    : { file: packageFiles().startedNode, args: words };
}

/** The tool of that name nearest to a folder; null if there is none. */
function findTool(name: string, folder: string): string | null {
  if (name !== parse(name).base) return null;
  for (let at = resolve(folder); ; at = dirname(at)) {
    const tool = join(at, BIN, name);
    if (isFile(tool)) return tool;
    if (at === dirname(at)) return null;
  }
}

/** The script that a file starts by a shell; the file itself where it is no such file. */
function scriptOf(file: string, folder: string): string {
  const place = resolve(folder, file);
  const { size } = statSync(place);
  if (extname(realpathSync(place)) !== '' || size > MAX_SHIM_BYTES) return file;
  const target = SHIM_TARGET.exec(textOf(place))?.groups?.['target'];
  return target === undefined ? file : join(dirname(place), target);
}

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
}
