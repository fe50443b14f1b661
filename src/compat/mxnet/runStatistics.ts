import {
  type AggregateSection,
  type ProfileMark,
  markProfile,
  mergeSections,
  profileSince
} from '../../analysis';
import { profileNotes } from '../../report';
import { RecordedProfile } from '../../engine/results/recordedProfile';
import type { Recording } from '../../engine/recording/recording';
import {
  type Compat,
  type DumpsOptions,
  compatDumpsText,
  mxnetSections
} from './report/compatDumps';

/** Statistics in each form that `dumps` prints. */
type SettledSections = Readonly<Record<'own' | Compat, readonly AggregateSection[]>>;

/** The statistics of all runs since the last reset. */
export class RunStatistics {
  #runs: RecordedProfile[] = [];
  /** Of runs whose profiles are given up. */
  #settled: SettledSections | null = null;
  /** The position of each running recording at a reset. */
  readonly #marks = new WeakMap<Recording, ProfileMark>();

  /** Adds a run that has ended. */
  add(run: RecordedProfile, recording: Recording): void {
    this.#runs.push(this.#sinceReset(run, recording));
  }

  /** Keeps the numbers of all runs so far, and their profiles no longer. */
  settle(): void {
    const mxnet = this.#sections(this.#runs, 'mxnet');
    this.#settled = { own: this.#sections(this.#runs, undefined), mxnet };
    this.#runs = [];
  }

  /** Forgets the runs that have ended, and the counts of the current one so far. */
  clear(live: Recording | null): void {
    this.#reset(live, live?.snapshot() ?? null);
  }

  /**
   * The text of `dumps`, including the current recording so far. With `reset`, the next text begins
   * after this one.
   */
  dumps(live: Recording | null, options: DumpsOptions & { readonly reset: boolean }): string {
    const soFar = live?.snapshot() ?? null;
    const runs = live && soFar ? [...this.#runs, this.#sinceReset(soFar, live)] : this.#runs;
    const notes = new Set(runs.flatMap(({ data }) => profileNotes(data)));
    const sections = this.#sections(runs, options.compat);
    if (options.reset) this.#reset(live, soFar);
    return compatDumpsText({ sections, notes: [...notes] }, options);
  }

  #reset(live: Recording | null, soFar: RecordedProfile | null): void {
    this.#runs = [];
    this.#settled = null;
    if (live && soFar) this.#marks.set(live, markProfile(soFar.data));
  }

  #sinceReset(profile: RecordedProfile, recording: Recording): RecordedProfile {
    const mark = this.#marks.get(recording);
    return mark ? new RecordedProfile(profileSince(profile.data, mark)) : profile;
  }

  #sections(
    runs: readonly RecordedProfile[],
    compat: Compat | undefined
  ): readonly AggregateSection[] {
    const settled = this.#settled ? [this.#settled[compat ?? 'own']] : [];
    const sectionsOf = (run: RecordedProfile): readonly AggregateSection[] =>
      compat === undefined ? run.sections() : mxnetSections(run.data);
    return mergeSections([...settled, ...runs.map(sectionsOf)]);
  }
}
