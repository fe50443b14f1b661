import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { messageOf } from '../../../../base/errors';
import { RAW_PROFILE_FILE, TREE_SUFFIX } from '../../outputTree/treeNames';
import type { ProfileSource } from '../rows/sourceState';
import { ROWS_FOLDER, SUCCESS_FILE, cycleIdOf, withSlashes, BATCH_PREFIX } from '../rows/batches';
import type { Bucket, BucketObject } from './bucket';
import { isPlainName } from './bucketUrl';

/** The files that were written to a bucket, and those that could not be. */
interface PutFiles {
  /** Paths here. */
  readonly files: readonly string[];
  /** A sentence for each that could not be written. */
  readonly problems: readonly string[];
}

/**
 * A temporary folder with the directories of a folder in a bucket. Their profiles are there only while they
 * are read.
 */
export class BucketMirror implements ProfileSource {
  /** The folder that stands for that in the bucket; it has the same name. */
  readonly root: string;
  readonly #temporary: string;
  /** Files that the bucket has, by their names in it. */
  readonly #fetched = new Set<string>();

  /** Makes empty directories. @throws Error of the file system */
  constructor(
    private readonly bucket: Bucket,
    private readonly contents: BucketContents
  ) {
    this.#temporary = mkdtempSync(path.join(tmpdir(), 'kernelscope-bucket-'));
    this.root = path.join(this.#temporary, path.posix.basename(bucket.urlOf()));
    mkdirSync(this.root);
    for (const cycle of contents.cycles.keys()) {
      mkdirSync(path.join(this.root, cycle), { recursive: true });
    }
  }

  /** Fetches the rows of earlier calls. Returns a sentence for each batch that could not be read. */
  async fetchRows(): Promise<readonly string[]> {
    const notes: string[] = [];
    for (const [batch, files] of this.contents.batches) {
      try {
        await this.#fetchAll(files);
      } catch (error) {
        rmSync(path.join(this.root, ROWS_FOLDER, batch), { recursive: true, force: true });
        notes.push(`${ROWS_FOLDER}/${batch} was left out: ${messageOf(error)}`);
      }
    }
    return notes;
  }

  state(directory: string): BucketObject | null {
    return this.contents.cycles.get(cycleIdOf(directory, this.root)) ?? null;
  }

  /** Fetches the profile of a directory. @throws BucketError */
  async fetch(directory: string): Promise<void> {
    const profile = this.state(directory);
    if (profile) await this.bucket.fetch(profile, path.join(directory, RAW_PROFILE_FILE));
  }

  release(directory: string): void {
    rmSync(path.join(directory, RAW_PROFILE_FILE), { force: true });
  }

  /**
   * Writes files and folders of this folder to the bucket, of folders only what did not come from there. A
   * folder with a file that cannot be written is left incomplete: its mark of success comes last.
   */
  async put(files: readonly string[]): Promise<PutFiles> {
    const written: string[] = [];
    const problems: string[] = [];
    for (const file of files) {
      try {
        await this.#putAll(this.#newFiles(file));
        written.push(file);
      } catch (error) {
        problems.push(messageOf(error));
      }
    }
    return { files: written, problems };
  }

  /** A text of an analysis of this folder, as of the folder in the bucket. */
  inBucket(text: string): string {
    return text.replaceAll(this.root, () => this.bucket.urlOf());
  }

  /** The address of a file of this folder. */
  urlOf(file: string): string {
    return this.bucket.urlOf(this.#nameOf(file));
  }

  /** Removes the folder. */
  dispose(): void {
    rmSync(this.#temporary, { recursive: true, force: true });
  }

  async #fetchAll(objects: readonly BucketObject[]): Promise<void> {
    for (const object of objects) {
      await this.bucket.fetch(object, path.join(this.root, object.name));
      this.#fetched.add(object.name);
    }
  }

  async #putAll(files: readonly string[]): Promise<void> {
    for (const file of files) await this.bucket.put(file, this.#nameOf(file));
  }

  #nameOf(file: string): string {
    return withSlashes(path.relative(this.root, file));
  }

  /** The file, or those in the folder that are new, in the order in which they are written. */
  #newFiles(file: string): readonly string[] {
    if (!statSync(file).isDirectory()) return [file];
    const all = readdirSync(file, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => path.join(entry.parentPath, entry.name))
      .filter(each => !this.#fetched.has(this.#nameOf(each)));
    return all.sort((a, b) => writingOrder(file, a) - writingOrder(file, b));
  }
}

/** First the rows, then the mark that they count, then the files beside them, which refer to them. */
function writingOrder(folder: string, file: string): number {
  if (path.dirname(file) === folder) return 2;
  return path.basename(file) === SUCCESS_FILE ? 1 : 0;
}

/** A folder of a bucket, as far as its ranks are compared. */
export interface BucketContents {
  /** The profile of each directory of a cycle, by its path in the folder; null if it has none. */
  readonly cycles: ReadonlyMap<string, BucketObject | null>;
  /** The files of the batches of rows that count, by the names of the batches. */
  readonly batches: ReadonlyMap<string, readonly BucketObject[]>;
  /** Directories of cycles that cannot have the same name here. */
  readonly refused: readonly string[];
}

/** The directories of cycles among the objects of a folder, and the batches of rows. */
export function readContents(folderName: string, objects: readonly BucketObject[]): BucketContents {
  const isCycle = isCycleName(folderName) && isAlone(objects);
  const cycles = new Map<string, BucketObject | null>();
  const refused = new Set<string>();
  for (const object of objects) {
    const names = object.name.split('/');
    const depth = isCycle ? 0 : cycleDepth(names);
    if (depth === null) continue;
    const cycle = names.slice(0, depth);
    const isProfile = names.length === depth + 1 && names[depth] === RAW_PROFILE_FILE;
    if (!cycle.every(isPlainName)) refused.add(cycle.join('/'));
    else if (isProfile) cycles.set(cycle.join('/'), object);
    else if (!cycles.has(cycle.join('/'))) cycles.set(cycle.join('/'), null);
  }
  return { cycles, batches: completedBatches(objects), refused: [...refused] };
}

/** True if a folder with the name of a cycle is one, rather than a folder of some. */
function isAlone(objects: readonly BucketObject[]): boolean {
  return (
    objects.every(({ name }) => cycleDepth(name.split('/')) === null) ||
    objects.some(({ name }) => name === RAW_PROFILE_FILE)
  );
}

/** How many folders deep the cycle of an object is, 1 or 2; null if the object belongs to none. */
function cycleDepth(names: readonly string[]): number | null {
  const at = names.slice(0, Math.min(2, names.length - 1)).findIndex(isCycleName);
  return at < 0 ? null : at + 1;
}

function isCycleName(name: string): boolean {
  return name.endsWith(TREE_SUFFIX);
}

/** `rows/batch=<id>/…` */
function batchOf(name: string): string | null {
  const [rows, batch, ...rest] = name.split('/');
  const isBatch = rows === ROWS_FOLDER && batch?.startsWith(BATCH_PREFIX) && rest.length > 0;
  return isBatch && [batch, ...rest].every(isPlainName) ? batch : null;
}

function completedBatches(
  objects: readonly BucketObject[]
): ReadonlyMap<string, readonly BucketObject[]> {
  const batches = new Map<string, BucketObject[]>();
  for (const object of objects) {
    const batch = batchOf(object.name);
    if (batch === null) continue;
    const files = batches.get(batch) ?? [];
    files.push(object);
    batches.set(batch, files);
  }
  return new Map(
    [...batches].filter(([, files]) => files.some(({ name }) => name.endsWith(`/${SUCCESS_FILE}`)))
  );
}
