import { mkdirSync, rmdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { codeOf } from '../../../base/errors';
import { makeFolder } from '../../../engine/files/atomicWrite';
import { TREE_SUFFIX } from './treeNames';

/** The owner of the directory, and its time. */
export interface TreeOwner {
  readonly host: string;
  readonly pid: number;
  /** Milliseconds since the Unix epoch. */
  readonly startedAtMs: number;
}

/** Characters of a host's name that a directory is called by at most. */
const MAX_HOST_LENGTH = 100;

/** Directories of one host and process that may begin within one millisecond, or have been there. */
const MAX_ATTEMPTS = 10_000;

/**
 * `<host>_<pid>_<yyyymmddHHMMSSmmm>_kscope`, in local time. Characters of the host's name that not
 * every file system takes become `_`.
 */
export function treeName({ host, pid, startedAtMs }: TreeOwner): string {
  const safe = host
    .replace(/[^\w.-]/g, '_')
    .replace(/^\.+/, '_')
    .slice(0, MAX_HOST_LENGTH);
  return `${safe || 'host'}_${pid}_${stampOf(new Date(startedAtMs))}${TREE_SUFFIX}`;
}

/** The directory of one cycle, which nobody else has. */
export class TreeDirectory {
  private constructor(
    readonly path: string,
    /** Folders around it that were made for it, outermost first. */
    private readonly madeAround: readonly string[]
  ) {}

  /**
   * Makes a directory in `outputPath`. Where its name is taken, by another process or by another
   * cycle of the same millisecond, it is named by the next millisecond that is free.
   *
   * @throws Error of the file system
   */
  static make(outputPath: string, owner: TreeOwner): TreeDirectory {
    const folder = path.resolve(outputPath);
    const madeAround = makeFolder(folder);
    for (let later = 0; later < MAX_ATTEMPTS; later++) {
      const startedAtMs = owner.startedAtMs + later;
      const directory = path.join(folder, treeName({ ...owner, startedAtMs }));
      if (madeNow(directory)) return new TreeDirectory(directory, madeAround);
    }
    throw new Error(`${MAX_ATTEMPTS} names from ${treeName(owner)} on are taken`);
  }

  /** Removes it with all that is in it, and the folders made for it that are empty then. */
  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
    try {
      for (const folder of [...this.madeAround].reverse()) rmdirSync(folder);
    } catch {
      return;
    }
  }
}

/** False if something with that name exists. */
function madeNow(directory: string): boolean {
  try {
    mkdirSync(directory);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

function stampOf(date: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}${two(date.getMonth() + 1)}${two(date.getDate())}`;
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join('');
  return `${day}${time}${String(date.getMilliseconds()).padStart(3, '0')}`;
}
