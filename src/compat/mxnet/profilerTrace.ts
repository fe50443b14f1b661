import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { mergeProfiles } from '../../model/merge/mergeProfiles';
import type { Profile } from '../../model/profile/profile';
import { DEFAULT_SLICE_LIMIT, type SliceLimit } from '../../record/logs/sliceLimit';
import { RecordedProfile } from '../../engine/results/recordedProfile';
import type { Recording } from '../../engine/recording/recording';
import { OutputFileError, type SavedFile } from '../../engine/results/atomicWrite';
import { dumpOutput, writeOutput } from '../../engine/results/exportProfile';

/** The runs that end up in one file: all from the first after a finished dump to the next one. */
export class ProfilerTrace {
  readonly #runs: RecordedProfile[] = [];
  #merged: RecordedProfile | null = null;
  #ended = false;

  constructor(
    /** The files that it is written to. */
    readonly file: TraceFile
  ) {}

  /** True once it was written and the next run begins another trace. */
  get isEnded(): boolean {
    return this.#ended;
  }

  /** The runs that have ended, oldest first. */
  get profiles(): readonly Profile[] {
    return this.#runs.map(({ data }) => data);
  }

  /** The limit of the next run, so that the whole trace stays within the limit of a recording. */
  get limit(): SliceLimit {
    const used = this.#runs.reduce((sum, { data }) => sum + data.slices.length, 0);
    const slices = Math.max(1, DEFAULT_SLICE_LIMIT.slices - used);
    return { ...DEFAULT_SLICE_LIMIT, slices };
  }

  /** Adds a run that has ended. */
  add(run: RecordedProfile): void {
    this.#runs.push(run);
    this.#merged = null;
  }

  /** All runs as one profile, including the current one so far. */
  whole(live: Recording | null): RecordedProfile {
    if (live) return new RecordedProfile(mergeProfiles([...this.profiles, live.snapshot().data]));
    this.#merged ??= new RecordedProfile(mergeProfiles(this.profiles));
    return this.#merged;
  }

  /** Notes that it was written: it stays as it is. */
  end(): void {
    this.#ended = true;
  }
}

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
