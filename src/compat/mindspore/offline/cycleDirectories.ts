import { type Dirent, existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { KernelscopeError, messageOf } from '../../../base/errors';
import { RAW_PROFILE_FILE, TREE_SUFFIX } from '../outputTree/treeNames';

/** There is nothing to analyse at a path; the message begins with MindSpore's words. */
export class OfflinePathError extends KernelscopeError {
  constructor(folder: string, reason: string) {
    super(
      `Invalid path: ${folder}. Expected a *${TREE_SUFFIX} directory or a parent directory of ` +
        `multiple *${TREE_SUFFIX}: ${reason}.`
    );
  }
}

/** The result of {@link findCycleDirectories}. */
export interface CycleDirectories {
  /** Absolute path of the named folder. */
  readonly root: string;
  /** True if it is itself the directory of one cycle. */
  readonly isSingle: boolean;
  /** Absolute paths, in the order of their names; one at least. */
  readonly directories: readonly string[];
  /** Folders that could not be looked into, with the reason. */
  readonly unreadable: readonly { readonly directory: string; readonly reason: string }[];
}

/**
 * The directories of cycles at `where`: that folder itself, or those in it and in its subfolders, for
 * programs that write one folder per rank. Deeper folders are not searched.
 *
 * @throws OfflinePathError if there are none
 */
export function findCycleDirectories(where: string): CycleDirectories {
  const root = path.resolve(where);
  const entries = entriesOf(root);
  if (isCycle(root) && (existsSync(path.join(root, RAW_PROFILE_FILE)) || !entries.some(isCycle))) {
    return { root, isSingle: true, directories: [root], unreadable: [] };
  }
  const directories = entries.filter(isCycle);
  const unreadable: { directory: string; reason: string }[] = [];
  for (const folder of entries.filter(entry => !isCycle(entry))) {
    try {
      directories.push(...foldersIn(folder).filter(isCycle));
    } catch (error) {
      unreadable.push({ directory: folder, reason: messageOf(error) });
    }
  }
  if (directories.length === 0) throw new OfflinePathError(root, nothingReason(unreadable));
  directories.sort((a, b) => compareNames(path.relative(root, a), path.relative(root, b)));
  return { root, isSingle: false, directories, unreadable };
}

function isCycle(folder: string): boolean {
  return path.basename(folder).endsWith(TREE_SUFFIX);
}

function entriesOf(root: string): string[] {
  const stats = attempt(root, () => statSync(root, { throwIfNoEntry: false }));
  if (!stats) throw new OfflinePathError(root, 'there is nothing at this path');
  if (!stats.isDirectory()) throw new OfflinePathError(root, 'it is a file');
  return attempt(root, () => foldersIn(root));
}

function attempt<T>(root: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new OfflinePathError(root, messageOf(error));
  }
}

function foldersIn(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries
    .filter(entry => isFolder(folder, entry))
    .map(({ name }) => path.join(folder, name));
}

/** A link counts as its target; a broken link is ignored. */
function isFolder(folder: string, entry: Dirent): boolean {
  if (!entry.isSymbolicLink()) return entry.isDirectory();
  try {
    return statSync(path.join(folder, entry.name)).isDirectory();
  } catch {
    return false;
  }
}

/** Names in the order in which people count: `rank2` comes before `rank10`. */
function compareNames(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true }) || (a < b ? -1 : 1);
}

function nothingReason(unreadable: CycleDirectories['unreadable']): string {
  if (unreadable.length === 0) return 'there is none in it or in its folders';
  const [{ directory, reason }] = unreadable;
  return `none was found, and ${directory} cannot be read: ${reason}`;
}
