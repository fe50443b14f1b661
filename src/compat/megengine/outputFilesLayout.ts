import type { OutputFormatName } from '../../engine/arguments/outputFormats';
import type { RecordingHost } from '../../engine/recording/recordingHost';
import type { Cycle, CycleLayout } from '../../engine/sessions/cycleLayout';
import type { RecordedProfile } from '../../engine/results/recordedProfile';
import { SessionFiles } from './sessionFiles';
import { NS_PER_MS } from '../../base/time';
import type { Clock } from '../../base/clock';

/** The dependencies of `outputFilesLayout`. */
export interface OutputFilesDeps {
  readonly host: RecordingHost;
  /** The folder that files are written to; made when the first one is. */
  readonly path: string;
  /** The formats to write for each session, from `readFormats`. */
  readonly formats: readonly OutputFormatName[];
  /** Warns of a file that cannot be written. */
  readonly warn: (message: string) => void;
  /** Memory of the sessions of one file, bytes, beyond which the next file is begun; 16 MB. */
  readonly fullBytes?: number;
}

/** Sessions beyond this size in memory go into the next file, bytes. */
const FULL_BYTES = 16 * 2 ** 20;
/** The limit on sessions kept because they cannot be written, as a multiple of a full file. */
const MOST_FULL = 4;
/** The longest that a session waits for its file when sessions follow closely, milliseconds. */
const PATIENCE_MS = 1000;

/**
 * MegEngine's layout: `<path>/<pid>.<format>` with all sessions of one object, as slices `session 1` …,
 * replaced as a whole when a session ends. If that would take more than a tenth of the time, it is done
 * within a second, and when the process exits. Memory is bounded: sessions of more than 16 MB continue
 * in a file `<pid>-2.<format>`, which is also the first name of a second object with that path.
 */
export function outputFilesLayout(parts: OutputFilesDeps): CycleLayout {
  return new OutputFilesLayout(parts);
}

class OutputFilesLayout implements CycleLayout {
  #files: SessionFiles | null = null;
  #sessions = 0;
  #openCycles = 0;
  #isExiting = false;
  #isWritingSoon = false;
  readonly #pace: WritePace;
  readonly #onExit = (): void => this.#endAll();

  constructor(private readonly parts: OutputFilesDeps) {
    this.#pace = new WritePace(parts.host.recorder.now);
  }

  begin(): Cycle {
    const files = this.#filesWithRoom();
    this.#openCycles++;
    this.parts.host.exitActions.add(this.#onExit);
    return {
      path: files.path,
      save: (profile, metadata) => {
        this.#openCycles--;
        this.#save(files, profile, metadata);
        return true;
      },
      drop: () => {
        this.#openCycles--;
        this.#settle();
      }
    };
  }

  /** Nothing waits for the end of a run: each session is written when it ends. */
  close(): void {
    return;
  }

  #save(
    files: SessionFiles,
    profile: RecordedProfile,
    metadata: ReadonlyMap<string, string>
  ): void {
    this.#sessions++;
    files.add(profile.data, `session ${this.#sessions}`, metadata);
    if (this.#pace.isDue || this.#isExiting) this.#write(files);
    else this.#writeSoon();
  }

  #write(files: SessionFiles): void {
    this.#pace.run(() => this.parts.host.recorder.ownWork(() => files.write()));
    this.#settle();
  }

  #writeSoon(): void {
    if (this.#isWritingSoon) return;
    this.#isWritingSoon = true;
    setTimeout(() => {
      this.#isWritingSoon = false;
      this.#writeStale();
    }, PATIENCE_MS).unref();
  }

  #writeStale(): void {
    if (this.#files?.isStale === true) this.#write(this.#files);
  }

  /** The files that the next session goes to: the same as long as there is room. */
  #filesWithRoom(): SessionFiles {
    const files = this.#files;
    const { fullBytes = FULL_BYTES } = this.parts;
    const hasRoom = files !== null && files.sizeBytes <= fullBytes;
    if (hasRoom) return files;
    if (files?.isStale === true) this.#write(files);
    if (files?.isStale === true) {
      if (files.sizeBytes <= MOST_FULL * fullBytes) return files;
      this.parts.warn(`${files.path} was given up: its missing sessions are lost.`);
    }
    return this.#nextFiles();
  }

  #nextFiles(): SessionFiles {
    const { host, path, formats, warn } = this.parts;
    this.#files = new SessionFiles({ stem: host.outputNames.take(path), formats, warn });
    return this.#files;
  }

  /** Stops keeping the process alive if nothing is left to write. */
  #settle(): void {
    const isSettled = this.#openCycles === 0 && this.#files?.isStale !== true;
    if (isSettled) this.parts.host.exitActions.delete(this.#onExit);
  }

  #endAll(): void {
    this.#isExiting = true;
    this.#writeStale();
  }
}

/**
 * The time that writing may take immediately; after that it is limited to a share of the passing time.
 */
const FREE_MS = 200;
const SHARE = 0.1;

/**
 * Decides when a file that grows with every session is rewritten: immediately, as long as that takes
 * little of the time, so that a thousand sessions do not cost a thousand times the whole file.
 */
class WritePace {
  readonly #begun: bigint;
  #spentMs = 0;

  constructor(private readonly now: Clock) {
    this.#begun = now();
  }

  /** True when there is time to write again. */
  get isDue(): boolean {
    const passedMs = Number(this.now() - this.#begun) / NS_PER_MS;
    return this.#spentMs <= FREE_MS + SHARE * passedMs;
  }

  /** Runs `write` and counts its time. */
  run<T>(write: () => T): T {
    const from = this.now();
    try {
      return write();
    } finally {
      this.#spentMs += Number(this.now() - from) / NS_PER_MS;
    }
  }
}
