import { mergeProfiles } from '../../model/merge/mergeProfiles';
import type { Profile } from '../../model/profile/profile';
import { DEFAULT_SLICE_LIMIT, type SliceLimit } from '../../record/logs/sliceLimit';
import { RecordedProfile } from '../../engine/results/recordedProfile';
import type { Recording } from '../../engine/recording/recording';
import type { TraceFile } from './traceFile';

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
