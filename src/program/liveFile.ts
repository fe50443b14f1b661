import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  renameSync,
  rmSync,
  rmdirSync
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { extensionOf } from '../settings/table/outputFile';
import type { OutputFile } from '../formats/shared/format';
import { isLeftBehind } from './leftBehind';

/**
 * Folder, below the one where the command line was started, for recordings without a requested file.
 */
export const RUN_FOLDER = '.kernelscope';

const ENDING = '.kscope';

/** The file in which a program is recorded while it runs, so that nobody's death loses it. */
export interface LiveFile {
  readonly path: string;
  /** Where an existing recording in the way was moved; null if there was none. */
  readonly kept: string | null;
  /** Removes it, unless it is one of the requested files. */
  readonly release: () => void;
}

/** The facts that determine the place of a {@link LiveFile}. */
export interface LiveFilePlace {
  /** The requested files. */
  readonly outputs: readonly OutputFile[];
  readonly program: string;
  /** Folder in which the command line was started. */
  readonly folder: string;
}

/**
 * The requested `.kscope` file, else one with the same base name as the first requested file, else one
 * in `.kernelscope`. An existing file is left alone, and another name is used; a recording of a killed
 * run in the place of a requested file is moved. Null if none can be written.
 */
export function liveFile({ outputs, program, folder }: LiveFilePlace): LiveFile | null {
  const asked = outputs.find(({ format, gzip }) => format === 'kscope' && !gzip);
  try {
    if (asked) return inPlaceOf(resolve(folder, asked.path));
    return beside(outputs.at(0), { program, folder });
  } catch {
    return null;
  }
}

function inPlaceOf(path: string): LiveFile {
  requireFolder(dirname(path));
  const kept = isLeftBehind(path) ? freeName(path.slice(0, -ENDING.length)) : null;
  if (kept !== null) renameSync(path, kept);
  return { path, kept, release: () => undefined };
}

function beside(
  output: OutputFile | undefined,
  { program, folder }: Omit<LiveFilePlace, 'outputs'>
): LiveFile {
  const path = output
    ? freeName(withoutEnding(resolve(folder, output.path)))
    : spareFile(program, folder);
  requireFolder(dirname(path));
  const release = (): void => {
    rmSync(path, { force: true });
    if (!output) removeIfEmpty(dirname(path));
  };
  return { path, kept: null, release };
}

/** A file that is not there yet, for a recording of a program that has no other place, below `folder`. */
export function spareFile(program: string, folder: string): string {
  return freeName(join(folder, RUN_FOLDER, `${basename(program)}-${process.pid}`));
}

function withoutEnding(path: string): string {
  return path.slice(0, path.length - (extensionOf(path)?.extension.length ?? 0));
}

/** `base` as a `.kscope` file that is not there yet, not even as a link to one that is not. */
function freeName(base: string): string {
  if (!isThere(base + ENDING)) return base + ENDING;
  for (let number = 1; ; number++) {
    const path = `${base}.recovered${number === 1 ? '' : `-${number}`}${ENDING}`;
    if (!isThere(path)) return path;
  }
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** @throws Error of the file system where the folder is closed, or cannot be made */
function requireFolder(folder: string): void {
  let at = folder;
  while (!existsSync(at)) at = dirname(at);
  accessSync(at, constants.W_OK);
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Something else is in it now.
  }
}
