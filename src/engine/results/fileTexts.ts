import { closeSync, fstatSync, openSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { FrameKind } from '../../model/profile/profile';
import { classifyScript } from '../../model/profile/scriptKind';
import { isWithin } from './readWithin';
import type { SourceMapper } from '../../sources/v8/scripts/sourceMapper';

/** Files that are larger are no source that a person reads, bytes. */
const MAX_BYTES = 2 ** 20;

/** Endings of files with code: nothing else is ever read. */
const CODE = /\.(?:[cm]?[jt]sx?|vue|svelte)$/i;

/** The place and time of a recording. */
export interface FileTextOptions {
  /** The folder of the project; files are named relative to it, and none is read that is not in it. */
  readonly folder: string;
  readonly mapper: SourceMapper;
  /** When the process began, milliseconds since the Unix epoch: a file that has changed since is not read. */
  readonly sinceMs: number;
}

/**
 * Reads the sources of the project's own files, by the names that they have in profiles: as the process has loaded them,
 * from the source map of their script, or else from a file that has not changed since the process began. Null for
 * files outside of the folder, also by a link, for those of packages, and for all that is not code.
 */
export function fileTexts(options: FileTextOptions): (file: string) => string | null {
  return file => {
    try {
      return textOf(file, options);
    } catch {
      return null;
    }
  };
}

/** How source maps of webpack name files: below the folder that it ran in. */
const BY_WEBPACK = /^webpack:\/\/[^/]*\/(?:\.\/)?/;

function textOf(file: string, { folder, mapper, sinceMs }: FileTextOptions): string | null {
  const name = file.replace(BY_WEBPACK, '');
  const path = resolve(folder, name);
  if (!isOwnCode(folder, path) || name !== relative(folder, path).split(sep).join('/')) return null;
  const mapped = mapper.sourceText?.(name === file ? path : file) ?? null;
  if (mapped?.readFrom.every(each => isAsBefore(each, sinceMs))) {
    return mapped.text.length <= MAX_BYTES ? mapped.text : null;
  }
  // a file of that name may be another one than webpack has read
  if (name !== file) return null;
  const real = realpathSync(path);
  return isOwnCode(realpathSync(folder), real) ? readUnchanged(real, sinceMs) : null;
}

/** True for code in a folder that is not that of a package. */
function isOwnCode(folder: string, path: string): boolean {
  const way = relative(folder, path);
  const isBelow = way !== '' && isWithin(folder, path);
  return isBelow && CODE.test(path) && classifyScript(way) === FrameKind.user;
}

/** Neither the contents nor the name of a file have changed since; its own time of change can be set back. */
function isAsBefore(file: string, sinceMs: number): boolean {
  const { mtimeMs, ctimeMs } = statSync(file);
  return Math.max(mtimeMs, ctimeMs) <= sinceMs;
}

function readUnchanged(path: string, sinceMs: number): string | null {
  // Opening a pipe would wait, before its size could be read.
  if (!statSync(path).isFile()) return null;
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    if (size > MAX_BYTES) return null;
    const text = readFileSync(file, 'utf8');
    return isAsBefore(path, sinceMs) ? text : null;
  } finally {
    closeSync(file);
  }
}
