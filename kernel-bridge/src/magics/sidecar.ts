import { createHash } from 'node:crypto';
import { readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { type RecordedProfile, writeFileAtomically } from 'kernelscope/host';
import { encodeKscope } from 'kernelscope/formats';
import type { BundleSidecar } from 'kernelscope/model';
import { notebookFile } from '../cells/notebookFile';

/** A notebook keeps at most so many whole profiles, and so many bytes of them. */
const MAX_FILES = 20;
const MAX_BYTES = 500_000_000;
const EXTENSION = '.kscope';
const FAST = { level: 1 };

/** The owner of a profile: a cell, if the client named it. */
export interface SidecarOwner {
  readonly cellId: string | undefined;
}

/** Folder for whole profiles and long outputs, beside the notebook of this kernel. */
export function sidecarFolder(folder: string, sessionName: string | undefined): string {
  return `${path.basename(notebookFile(folder, sessionName), '.ipynb')}${EXTENSION}`;
}

/** Whole profiles beside the notebook, in `<notebook>.kscope/`, for outputs that hold only a part. */
export class Sidecars {
  readonly #folder: string;
  readonly #name: string;
  readonly #fileByCell = new Map<string, string>();

  constructor(folder: string, sessionName: string | undefined) {
    this.#folder = folder;
    this.#name = sidecarFolder(folder, sessionName);
  }

  /**
   * Writes the profile in place of the one that the same cell left before, and removes the oldest
   * files beyond the bounds.
   * @throws {OutputFileError} when the folder cannot be written
   */
  write(profile: RecordedProfile, { cellId }: SidecarOwner): BundleSidecar {
    const bytes = encodeKscope(profile.data, { deflate: raw => deflateRawSync(raw, FAST) });
    const relative = `${this.#name}/${profile.id}${EXTENSION}`;
    writeFileAtomically(path.join(this.#folder, relative), bytes);
    this.#replace(cellId, relative);
    this.#trim(relative);
    return {
      path: relative,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      sizeBytes: bytes.length,
      slices: profile.data.slices.length
    };
  }

  #replace(cellId: string | undefined, relative: string): void {
    if (cellId === undefined) {
      return;
    }
    const before = this.#fileByCell.get(cellId);
    if (before !== undefined && before !== relative) {
      rmSync(path.join(this.#folder, before), { force: true });
    }
    this.#fileByCell.set(cellId, relative);
  }

  #trim(newest: string): void {
    const folder = path.join(this.#folder, path.dirname(newest));
    const files = readdirSync(folder)
      .filter(name => name.endsWith(EXTENSION))
      .map(name => ({ name, ...stampOf(path.join(folder, name)) }))
      .sort((a, b) => b.changedMs - a.changedMs);
    let bytes = 0;
    files.forEach(({ name, sizeBytes }, index) => {
      bytes += sizeBytes;
      if (name !== path.basename(newest) && (index >= MAX_FILES || bytes > MAX_BYTES)) {
        rmSync(path.join(folder, name), { force: true });
      }
    });
  }
}

function stampOf(file: string): { changedMs: number; sizeBytes: number } {
  const { mtimeMs, size } = statSync(file);
  return { changedMs: mtimeMs, sizeBytes: size };
}
