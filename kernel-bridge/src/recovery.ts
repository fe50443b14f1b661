import { readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Recording } from 'kernelscope/host';
import { FinishedProfile, loadProfile } from 'kernelscope/host';
import { describeThrown } from './failure';

/** Folder, in the kernel's start folder, for profiles of kernels that ended while recording. */
const RECOVERY_FOLDER = '.kernelscope';

/** Recovered profiles that are kept; older files give way. */
const MAX_FILES = 5;
const ENDING = '.recovered.kscope';

/** Saves what is being recorded when the process ends, and finds what earlier kernels saved. */
export class Recovery {
  readonly #folder: string;
  readonly #warn: (text: string) => void;

  /**
   * `startFolder` is where the kernel was started: that of the notebook. `warn` receives one line
   * for each profile that could not be saved, at a time when no client hears any more.
   */
  constructor(startFolder: string, warn: (text: string) => void) {
    this.#folder = path.join(startFolder, RECOVERY_FOLDER);
    this.#warn = warn;
  }

  /**
   * Ends open recordings and writes them, synchronously and without ever throwing: it runs while
   * the process exits.
   */
  save(recordings: readonly Recording[]): void {
    for (const recording of recordings) {
      this.#try(() => {
        const profile = recording.stop('exited');
        profile.save(path.join(this.#folder, `${profile.id}${ENDING}`));
      });
    }
    this.#try(() => this.#trim());
  }

  /** Profiles that earlier kernels in this folder left, oldest first; unreadable files are skipped. */
  load(): FinishedProfile[] {
    return this.#files().flatMap(file => {
      try {
        const { data } = loadProfile(file);
        return [new FinishedProfile({ ...data, meta: { ...data.meta, status: 'recovered' } })];
      } catch {
        return [];
      }
    });
  }

  #try(action: () => void): void {
    try {
      action();
    } catch (error) {
      this.#warn(`kernelscope: a recording was lost at the end: ${describeThrown(error).evalue}\n`);
    }
  }

  #trim(): void {
    for (const file of this.#files().slice(0, -MAX_FILES)) {
      rmSync(file, { force: true });
    }
  }

  #files(): string[] {
    try {
      return readdirSync(this.#folder)
        .filter(name => name.endsWith(ENDING))
        .map(name => path.join(this.#folder, name))
        .map(file => ({ file, changedMs: statSync(file).mtimeMs }))
        .sort((a, b) => a.changedMs - b.changedMs)
        .map(({ file }) => file);
    } catch {
      return [];
    }
  }
}
