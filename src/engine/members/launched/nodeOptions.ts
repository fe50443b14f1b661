import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { pathToFileURL } from 'node:url';
import { packageFiles } from '../../../native/packageFiles';

/** Environment variable with flags for every Node that a process launches. */
export const NODE_OPTIONS = 'NODE_OPTIONS';

/** The text of `NODE_OPTIONS` with a flag in front of `text` that has Node load `file` first. */
export function withRequired(text: string | undefined, file: string): string {
  const flag = requireFlag(file);
  if (text === undefined || text === '') return flag;
  return text.includes(flag) ? text : `${flag} ${text}`;
}

/** `text` without that flag; undefined when nothing is left, as where the variable was not set. */
export function withoutRequired(text: string | undefined, file: string): string | undefined {
  const flag = requireFlag(file);
  if (text === undefined) return undefined;
  const rest = text.replace(`${flag} `, '').replace(flag, '');
  return rest.trim() === '' && text.includes(flag) ? undefined : rest;
}

/** Arguments of Node that name a file with variables. */
const FILE_FLAG = /^--env-file(?:-if-exists)?(?:=(?<file>[^]*))?$/;

/**
 * The text of `NODE_OPTIONS` in the files that the arguments of a Node name for variables, as Node takes it from them where
 * the variable is not set; undefined where none has it. Node tells of files that it cannot read.
 */
export function optionsInFiles(args: readonly string[], folder: string): string | undefined {
  const end = args.indexOf('--');
  const own = end < 0 ? args : args.slice(0, end);
  let found: string | undefined;
  for (const [at, arg] of own.entries()) {
    const flag = FILE_FLAG.exec(arg);
    if (flag === null) continue;
    const file = flag.groups?.['file'] ?? own[at + 1];
    found = (file === undefined ? undefined : optionsIn(resolve(folder, file))) ?? found;
  }
  return found;
}

function optionsIn(file: string): string | undefined {
  try {
    return parseEnv(readFileSync(file, 'utf8'))[NODE_OPTIONS];
  } catch {
    return undefined;
  }
}

/** Quoted as Node reads it: a folder may have spaces in its name. */
function requireFlag(file: string): string {
  return `--require="${file.replace(/["\\]/g, '\\$&')}"`;
}

/**
 * The flags of Node that a recorded program is launched with and does not see. Without the first, Node
 * aborts when a program that computes without a pause is interrupted.
 */
export function ownFlags(): readonly string[] {
  return ['--no-force-async-hooks-checks', '--require', packageFiles().register];
}

/** The flags that preserve lines with the package `tsx`. */
export function keepLinesFlags(): readonly string[] {
  return ['--import', pathToFileURL(packageFiles().keepLines).href];
}

/** Takes {@link ownFlags} and {@link keepLinesFlags} out of `flags`. */
export function dropOwnFlags(flags: string[]): void {
  for (const own of [ownFlags(), keepLinesFlags()]) {
    const at = flags.findIndex((_, from) =>
      own.every((flag, index) => flags[from + index] === flag)
    );
    if (at >= 0) flags.splice(at, own.length);
  }
}
