import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, relative } from 'node:path';
import { readKscopeMeta } from '../formats/kscope/kscopeRecording';
import { inflateBounded } from '../engine/results/readWithin';

/** Bytes at the start of a file that hold its header, as good as always. */
const HEADER_BYTES = 1 << 16;

/** A recording that goes on is written far more often, milliseconds; its process may be another by now. */
const STALE_MS = 30_000;

/** Files that are named; of more only their number. */
const MOST_NAMED = 3;

/** True for a `.kscope` file that a run has left that was killed and is over. */
export function isLeftBehind(path: string): boolean {
  try {
    // to open a named pipe may take for ever
    const stats = statSync(path);
    if (!stats.isFile()) return false;
    const { status, host, pid } = readKscopeMeta(startOf(path), inflateBounded);
    if (status !== 'recovered') return false;
    const isStale = Date.now() - stats.mtimeMs > STALE_MS;
    return isStale || host !== hostname() || !isRunning(pid);
  } catch {
    return false;
  }
}

function startOf(path: string): Uint8Array {
  const descriptor = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(HEADER_BYTES);
    return bytes.subarray(0, readSync(descriptor, bytes, 0, HEADER_BYTES, 0));
  } finally {
    closeSync(descriptor);
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isDefunct(pid);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** True for a process that has ended and of which only its number is left. */
function isDefunct(pid: number): boolean {
  try {
    return /\) Z [^)]*$/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/**
 * One line about the recordings of killed runs in `folders`, newest first, with paths relative to the
 * first folder; null if there are none.
 */
export function leftBehindText(folders: readonly string[]): string | null {
  const found = [...new Set(folders)].flatMap(kscopeFiles).filter(isLeftBehind);
  const changedMs = new Map(found.map(file => [file, statSync(file).mtimeMs]));
  found.sort((a, b) => (changedMs.get(b) ?? 0) - (changedMs.get(a) ?? 0));
  if (found.length === 0) return null;
  const named = found.slice(0, MOST_NAMED).map(file => relative(folders[0], file));
  const more = found.length - named.length;
  const files = more === 0 ? named.join(', ') : `${named.join(', ')} and ${more} more`;
  return `a run that was killed left ${files}; to look at it: kernelscope show ${named[0]}`;
}

function kscopeFiles(folder: string): string[] {
  try {
    const names = readdirSync(folder).filter(name => name.endsWith('.kscope'));
    return names.map(name => join(folder, name));
  } catch {
    return [];
  }
}
