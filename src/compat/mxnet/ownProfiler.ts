import path from 'node:path';
import { KernelscopeError, messageOf } from '../../base/errors';
import { joinWords } from '../../base/text';
import { NS_PER_MS, NS_PER_S } from '../../base/time';
import type { ProfileStatus } from '../../model/profile/profile';
import { unknownEnding, writableExtensions } from '../../settings/table/outputFile';
import type { ContinuousDump } from '../../engine/live/continuousDump';
import { keepUpToDate } from '../../engine/live/keepUpToDate';
import { type DumpsOptions, type Compat, compatDumpsText, mxnetSections } from './compatDumps';
import type { SavedFile } from '../../engine/results/atomicWrite';
import { writeMemoryProfile } from './memoryProfileFile';
import type { Recording } from '../../engine/recording/recording';
import type { RecordingHost } from '../../engine/recording/recordingHost';
import { type ProfilerConfig, readConfig, recordingOptions, type ProfilerState } from './config';
import { ProfilerTrace, TraceFile } from './profilerTrace';
import {
  type AggregateSection,
  type ProfileMark,
  markProfile,
  mergeSections,
  profileSince
} from '../../analysis';
import { profileNotes } from '../../report';
import { RecordedProfile } from '../../engine/results/recordedProfile';

/** A file of the profiler was requested before its first run. */
export class ProfilerNotRunError extends KernelscopeError {
  constructor() {
    super("Profiler hasn't been run. Config and start profiler first");
  }
}

/** A run under way, with the thread that keeps its file up to date. */
interface LiveRun {
  readonly recording: Recording;
  readonly continuousDump: ContinuousDump | null;
}

/** `setInterval` takes no longer period, milliseconds. */
const MAX_PERIOD_MS = 2 ** 31 - 1;

const MS_PER_S = NS_PER_S / NS_PER_MS;

/** The profiler of this process: its configuration, its runs, and what became of them. */
export class OwnProfiler {
  #config = readConfig(undefined);
  #isConfigured = false;
  /** The folder of the configured files, even after the program has changed folders. */
  #folder = process.cwd();
  #live: LiveRun | null = null;
  /** The trace of the latest runs; null before the first. */
  #trace: ProfilerTrace | null = null;
  readonly #statistics = new RunStatistics();
  readonly #onExit = (): void => this.#saveAtExit();
  #hasWarned = false;
  readonly #warnedEndings = new Set<string>();

  /** `warn` receives messages for the user. */
  constructor(
    private readonly host: RecordingHost,
    private readonly warn: (message: string) => void
  ) {}

  /** `'run'` from `setState('run')` to the stop. */
  get state(): ProfilerState {
    return this.#live ? 'run' : 'stop';
  }

  /** Sets a new configuration; recording follows it from the next run on. */
  setConfig(config: ProfilerConfig): void {
    this.#config = config;
    this.#isConfigured = true;
    this.#folder = process.cwd();
    this.#warnOfEnding(config.filename);
  }

  /** Begins or ends a run; the state it is in already changes nothing. */
  setState(state: ProfilerState): void {
    this.host.recorder.ownWork(() => {
      if (state === 'run') this.#run();
      else this.#stop('complete');
    });
  }

  /** Holds all recording under way. */
  pause(): void {
    this.host.recorder.pause();
  }

  /** Goes on after `pause`. */
  resume(): void {
    this.host.recorder.resume();
  }

  /**
   * Writes the trace. With `finished` the run is ended first, and the next one begins a new trace.
   *
   * @throws ProfilerNotRunError before the first run, OutputFileError for a file that cannot be
   *   written: the trace goes on then.
   */
  dump(finished: boolean): readonly SavedFile[] {
    return this.host.recorder.ownWork(() => this.#writeFiles(finished));
  }

  /** The statistics of all runs since the last reset; see `ProfilerModule.dumps`. */
  dumps(options: DumpsOptions & { readonly reset: boolean }): string {
    return this.host.recorder.ownWork(() => this.#statisticsText(options));
  }

  #writeFiles(finished: boolean): readonly SavedFile[] {
    const trace = this.#trace;
    const config = this.#config;
    const file = this.#inFolder(config.filename);
    if (!trace) throw new ProfilerNotRunError();
    if (finished) this.#stop('complete');
    const whole = trace.whole(this.#live?.recording ?? null);
    const files: SavedFile[] = [];
    const write = (): void => {
      files.push(trace.file.write(whole, file));
    };
    if (this.#live?.continuousDump) this.#live.continuousDump.apart(write);
    else write();
    const memory = writeMemoryProfile(
      whole.data,
      this.#inFolder(config.gpuMemoryProfileFilenamePrefix)
    );
    if (memory) files.push(memory);
    if (finished) trace.end();
    return files;
  }

  #statisticsText(options: DumpsOptions & { readonly reset: boolean }): string {
    const own = this.#live?.recording ?? null;
    const others = this.host.openRecordings().filter(one => one !== own);
    const other = others[others.length - 1] ?? null;
    if (!this.#trace && !other) return '';
    if (this.#config.aggregateStats || other) {
      return this.#statistics.dumps(this.#trace ? own : other, options);
    }
    if (options.reset) this.#statistics.clear(own);
    this.#warnOfEmptiness();
    return '';
  }

  #run(): void {
    if (this.#live) return;
    if (!this.#isConfigured) this.#folder = process.cwd();
    const trace = this.#openTrace();
    this.host.recorder.resume();
    const recording = this.host.startAlone({
      ...recordingOptions(this.#config),
      limit: trace.limit
    });
    const continuousDump = this.#startContinuousDump(recording, trace);
    this.#live = { recording, continuousDump };
    this.#trace = trace;
    if (continuousDump) this.host.exitActions.add(this.#onExit);
  }

  /** The trace of the next run. */
  #openTrace(): ProfilerTrace {
    if (this.#trace && !this.#trace.isEnded) return this.#trace;
    if (this.#config.aggregateStats) this.#statistics.settle();
    else this.#statistics.clear(null);
    return new ProfilerTrace(new TraceFile(Date.now()));
  }

  /** As in MXNet, a program that never called `setConfig` finds no file that it did not ask for. */
  #startContinuousDump(recording: Recording, trace: ProfilerTrace): ContinuousDump | null {
    const { continuousDump, dumpPeriod } = this.#config;
    if (!continuousDump || !this.#isConfigured) return null;
    const filename = this.#inFolder(this.#config.filename);
    const before = { profiles: trace.profiles, sizeBytes: trace.file.sizeSoFar(filename) };
    trace.file.keepsUpToDate(filename);
    return keepUpToDate(this.host, recording, {
      file: path.resolve(filename),
      periodMs: Math.min(MAX_PERIOD_MS, dumpPeriod * MS_PER_S),
      status: 'complete',
      before,
      completedBy: 'dump()',
      warn: this.warn
    });
  }

  #stop(status: ProfileStatus): void {
    const { host } = this;
    const live = this.#live;
    const trace = this.#trace;
    if (!live || !trace) return;
    this.#live = null;
    host.exitActions.delete(this.#onExit);
    live.continuousDump?.stop();
    const run = host.keep(live.recording.stop(status));
    host.recorder.resume();
    trace.add(run);
    this.#statistics.add(run, live.recording);
  }

  #inFolder(file: string): string {
    return process.cwd() === this.#folder ? file : path.resolve(this.#folder, file);
  }

  #saveAtExit(): void {
    this.#stop('exited');
    try {
      this.dump(true);
    } catch (error) {
      process.stderr.write(`${messageOf(error)}\n`);
    }
  }

  #warnOfEnding(filename: string): void {
    const ending = unknownEnding(filename);
    if (ending === null || this.#warnedEndings.has(ending)) return;
    this.#warnedEndings.add(ending);
    this.warn(
      `${filename} will be Chrome JSON: ${ending} is not a known format. ` +
        `Known endings: ${joinWords(writableExtensions(), 'and')}.`
    );
  }

  #warnOfEmptiness(): void {
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    this.warn("profiler.dumps() returns '' because setConfig was not given aggregateStats: true.");
  }
}

/** Statistics in each form that `dumps` prints. */
type SettledSections = Readonly<Record<'own' | Compat, readonly AggregateSection[]>>;

/** The statistics of all runs since the last reset. */
class RunStatistics {
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
