import { createHash } from 'node:crypto';
import {
  appendFileSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync
} from 'node:fs';
import path from 'node:path';

/** A notebook keeps at most so many files of output, and so many bytes of them. */
const MAX_FILES = 20;
const MAX_BYTES = 2_000_000_000;
/** Maximum bytes of one file; later text is lost. */
const MAX_FILE_BYTES = 1_000_000_000;
const PREFIX = 'output-';
const ENDING = '.txt';

/** The cell that an output file belongs to. */
export interface OutputFileOwner {
  /** Id of the request, of any form. */
  readonly requestId: string;
  /** Id of the cell in its notebook, where the client sends one. */
  readonly cellId: string | undefined;
}

/** A file for the text that a cell writes beyond the limit of its output. */
export interface OutputFile {
  /** Its name, as seen from the notebook's folder. */
  readonly name: string;
  /** Adds text immediately; false if the file is full. @throws the error of the file system */
  append(text: string): boolean;
  /** Closes it; later text opens it again. */
  close(): void;
  /** Deletes it. */
  remove(): void;
}

class OpenFile implements OutputFile {
  readonly #path: string;
  #descriptor: number | null = null;
  #sizeBytes = 0;

  constructor(
    root: string,
    readonly name: string
  ) {
    this.#path = path.join(root, name);
  }

  append(text: string): boolean {
    if (this.#sizeBytes >= MAX_FILE_BYTES) return false;
    this.#descriptor ??= openSync(this.#path, 'a');
    appendFileSync(this.#descriptor, text);
    this.#sizeBytes += Buffer.byteLength(text);
    return true;
  }

  close(): void {
    if (this.#descriptor !== null) {
      closeSync(this.#descriptor);
      this.#descriptor = null;
    }
  }

  remove(): void {
    this.close();
    rmSync(this.#path, { force: true });
  }
}

/** Output files beside the notebook, in the folder of its whole profiles. */
export class OutputFiles {
  readonly #root: string;
  readonly #folder: string;
  readonly #nameByCell = new Map<string, string>();
  #count = 0;

  /** `root` is the notebook's folder; `folder` the name of the one in it. */
  constructor(root: string, folder: string) {
    this.#root = root;
    this.#folder = folder;
  }

  /**
   * Begins an empty file in place of the one that the same cell left before, and removes the
   * oldest beyond the bounds. @throws the error of the file system
   */
  create({ requestId, cellId }: OutputFileOwner): OutputFile {
    this.#count += 1;
    const hash = createHash('sha256').update(`${requestId} ${this.#count}`).digest('hex');
    const name = `${this.#folder}/${PREFIX}${hash.slice(0, 12)}${ENDING}`;
    mkdirSync(path.join(this.#root, this.#folder), { recursive: true });
    this.#replace(cellId, name);
    this.#trim();
    return new OpenFile(this.#root, name);
  }

  #replace(cellId: string | undefined, name: string): void {
    if (cellId === undefined) {
      return;
    }
    const before = this.#nameByCell.get(cellId);
    if (before !== undefined) {
      rmSync(path.join(this.#root, before), { force: true });
    }
    this.#nameByCell.set(cellId, name);
  }

  #trim(): void {
    const folder = path.join(this.#root, this.#folder);
    const files = readdirSync(folder)
      .filter(name => name.startsWith(PREFIX) && name.endsWith(ENDING))
      .map(name => ({ name, stats: statSync(path.join(folder, name)) }))
      .sort((a, b) => b.stats.mtimeMs - a.stats.mtimeMs);
    let bytes = 0;
    files.forEach(({ name, stats }, index) => {
      bytes += stats.size;
      if (index >= MAX_FILES - 1 || bytes > MAX_BYTES) {
        rmSync(path.join(folder, name), { force: true });
      }
    });
  }
}
