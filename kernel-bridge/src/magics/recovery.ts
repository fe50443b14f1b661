import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import {
  RecordedProfile,
  type Recording,
  formatBytes,
  loadProfile,
  withFullHeap
} from 'kernelscope/host';
import { describeThrown } from '../tslab/failure';

/** Folder, in the kernel's start folder, for profiles of kernels that ended while recording. */
const RECOVERY_FOLDER = '.kernelscope';

/** Recovered profiles that are kept; older files give way. */
const MAX_FILES = 5;
const ENDING = '.recovered.kscope';

/** Files that say why there is none. */
const LOSS_ENDING = '.lost.txt';

/** Characters of a reason that are shown. */
const REASON_LENGTH = 1000;

/** Saves open recordings when the process ends, and finds those that earlier kernels saved. */
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
   * Ends open recordings and writes them, synchronously and without ever throwing: it runs while the
   * process exits. If one cannot be saved, the reason is reported and kept.
   */
  save(recordings: readonly Recording[]): void {
    for (const recording of recordings) this.#saveOne(recording, () => recording.stop('exited'));
    this.#trim();
  }

  /**
   * The same where the heap of the kernel has reached its limit, bytes, which is its end.
   *
   * @returns what became of each recording, a sentence each
   */
  saveFull(recordings: readonly Recording[], limitBytes: number): readonly string[] {
    const said = recordings.map(recording => {
      const full = { what: 'the kernel', limitBytes, before: recording.spacesBefore };
      return this.#saveOne(
        recording,
        () => new RecordedProfile(withFullHeap(recording.stop('error').data, full))
      );
    });
    this.#trim();
    const size = formatBytes(limitBytes);
    return [`The kernel ran out of memory: its heap of ${size} is full.`, ...said];
  }

  /** Saves what `end` returns, or says why that is lost. */
  #saveOne({ options }: Recording, end: () => RecordedProfile): string {
    try {
      const profile = end();
      const file = path.join(this.#folder, `${profile.id}${ENDING}`);
      profile.save(file);
      const place = path.join(RECOVERY_FOLDER, path.basename(file));
      return `What was recorded until then is in ${place}: %profile show ${profile.id} shows it after the restart.`;
    } catch (error) {
      return this.#lose(options.name, describeThrown(error).evalue);
    }
  }

  /** Profiles that earlier kernels in this folder left, oldest first; unreadable files are skipped. */
  load(): RecordedProfile[] {
    return this.#files(ENDING).flatMap(file => {
      const read = readLeft(file);
      return read instanceof RecordedProfile ? [read] : [];
    });
  }

  /** One line for each recording that earlier kernels could not leave, or not whole; why, oldest first. */
  losses(): string[] {
    const unreadable = this.#files(ENDING).map(readLeft).filter(isText);
    return [...this.#files(LOSS_ENDING).map(readReason), ...unreadable];
  }

  #lose(name: string, reason: string): string {
    const text = `${name || 'a recording'} was lost at the end of a kernel: ${reason}`;
    this.#warn(`kernelscope: ${text}\n`);
    try {
      mkdirSync(this.#folder, { recursive: true });
      const file = `${Date.now()}-${process.pid}${LOSS_ENDING}`;
      appendFileSync(path.join(this.#folder, file), text);
    } catch {
      // If nothing can be written, print to stderr.
    }
    return text;
  }

  #trim(): void {
    const old = [ENDING, LOSS_ENDING].flatMap(ending => this.#files(ending).slice(0, -MAX_FILES));
    for (const file of old) {
      try {
        rmSync(file, { force: true });
      } catch (error) {
        this.#warn(`kernelscope: ${file} cannot be removed: ${describeThrown(error).evalue}\n`);
      }
    }
  }

  #files(ending: string): string[] {
    try {
      return readdirSync(this.#folder)
        .filter(name => name.endsWith(ending))
        .map(name => path.join(this.#folder, name))
        .map(file => ({ file, changedMs: statSync(file).mtimeMs }))
        .sort((a, b) => a.changedMs - b.changedMs)
        .map(({ file }) => file);
    } catch {
      return [];
    }
  }
}

/** A profile that was left, or a line that says why it cannot be read. */
function readLeft(file: string): RecordedProfile | string {
  try {
    const { data } = loadProfile(file);
    return new RecordedProfile({ ...data, meta: { ...data.meta, status: 'recovered' } });
  } catch (error) {
    return describeThrown(error).evalue;
  }
}

function readReason(file: string): string {
  try {
    return readFileSync(file, 'utf8').slice(0, REASON_LENGTH);
  } catch (error) {
    return describeThrown(error).evalue;
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
