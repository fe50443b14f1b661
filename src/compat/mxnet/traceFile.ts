import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { OutputFileError } from '../../engine/files/atomicWrite';
import { type SavedFile, dumpOutput, writeOutput } from '../../engine/files/exportProfile';
import type { RecordedProfile } from '../../engine/results/recordedProfile';

/** File times are those of a clock that steps by up to so many milliseconds. */
const FILE_CLOCK_STEP_MS = 10;

/** The files of one trace, which never shrink while it grows. */
export class TraceFile {
  readonly #sizes = new Map<string, number>();
  readonly #keptUpToDate = new Set<string>();

  /** @param startedAtMs when the trace began, on the wall clock. */
  constructor(private readonly startedAtMs: number) {}

  /** Notes that another thread writes this file too: then its size on the disk counts. */
  keepsUpToDate(filename: string): void {
    this.#keptUpToDate.add(path.resolve(filename));
  }

  /** Bytes that the trace has written to `filename`, from whichever thread; 0 when it has not. */
  sizeSoFar(filename: string): number {
    const file = path.resolve(filename);
    const own = this.#sizes.get(file) ?? 0;
    if (!this.#keptUpToDate.has(file) || !existsSync(file)) return own;
    const { mtimeMs, size } = statSync(file);
    return mtimeMs >= this.startedAtMs - FILE_CLOCK_STEP_MS ? Math.max(own, size) : own;
  }

  /**
   * Writes the trace. JSON is never shorter than the previous content of that file.
   *
   * @throws OutputFileError; the recording and the existing file are kept.
   */
  write(trace: RecordedProfile, filename: string): SavedFile {
    const file = path.resolve(filename);
    const exported = { profile: trace.data, sections: () => trace.sections() };
    try {
      const saved = writeOutput(exported, dumpOutput(filename), this.sizeSoFar(file));
      this.#sizes.set(file, saved.sizeBytes);
      return saved;
    } catch (error) {
      if (!(error instanceof OutputFileError)) throw error;
      throw new OutputFileError(
        `${error.message} The recording is kept: set another filename and dump again.`,
        { cause: error }
      );
    }
  }
}
