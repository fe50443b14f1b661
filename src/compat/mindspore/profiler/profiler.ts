import { explainDetached } from '../../../base/detachedMethods';
import { messageOf, shown } from '../../../base/errors';
import { aliasedBase, defineAliases, type EitherCase } from '../../../base/snakeCase';
import type { Profile, ProfileStatus } from '../../../model/profile/profile';
import type { EventList } from '../../torch/eventList';
import { ASYNC_DISPOSE, DISPOSE } from '../../../engine/annotate/disposable';
import { type FinishedProfile, finishedOf } from '../../torch/finishedProfile';
import { RecordedProfile } from '../../../engine/results/recordedProfile';
import type {
  InstrumentIteratorOptions,
  InstrumentIterator
} from '../../../engine/annotate/instrumentIterator';
import { DEFAULT_ANALYSE_OPTIONS, type AnalyseOptions } from '../outputTree/analyseOptions';
import { ProfilerArgumentError } from '../../../engine/arguments/argumentErrors';
import type { SessionDeps } from '../../torch/profileSession';
import { UnfinishedSessionError } from '../../torch/events/eventErrors';
import { asScheduleError } from '../../../engine/sessions/schedule';
import { activeProfile } from '../../../engine/sessions/activeProfile';
import { ActivityLog } from '../../../engine/sessions/activityLog';
import { handOver } from '../../../engine/sessions/recordCall';
import { sessionEvents } from '../../torch/sessionEvents';
import { type OpenSession, SessionResults } from '../../torch/sessionResults';
import { SessionWarnings } from '../../../engine/sessions/sessionWarnings';
import { PROFILER_NAMES, type ProfilerNames } from './names';
import {
  readAnalyseArguments,
  type AnalyseCall,
  analyseHere,
  analyseInWorker,
  type CycleWork,
  type CycleAnalysis
} from './analyseCycles';
import type { CycleLayout } from '../../../engine/sessions/cycleLayout';
import { CycleRun } from './cycleRun';
import { MISUSE } from './profilerErrors';
import type { ProfilerOptions } from './profilerOptions';
import {
  readProfilerSettings,
  type ProfilerSettings,
  type ProfilerOutput
} from './profilerSettings';
import { RecordedCycles } from './recordedCycles';
import { missingOfGpu } from './unavailable';
import { ProfilerCalls, type ProfilerWrap } from './profilerCalls';
import { type FindGpu, whyNoGpu } from '../../../engine/recording/gpuAvailability';

export interface ProfilerDeps extends Omit<SessionDeps, 'warnings'> {
  readonly findGpu: FindGpu;
  readonly instrumentIterator: InstrumentIterator;
  /** Creates the layout that receives windows. */
  readonly layoutOf: (output: ProfilerOutput, warn: (message: string) => void) => CycleLayout;
  readonly analysis: CycleAnalysis;
  /**
   * Shows a message to the user; immediately during the exit of the process, when nothing runs later.
   */
  readonly emit: (message: string, isExiting: boolean) => void;
}

/** The options of `Profiler`, whose `onTraceReady` is given the profiler itself. */
export type CycleProfilerOptions = EitherCase<ProfilerOptions<Profiler>>;

const DONE = Promise.resolve();

/**
 * MindSpore's and MegEngine's profiler: an object that is started and stopped any number of times in
 * turn. From a start to a stop it records one cycle or, with a schedule, one for each window; what
 * tables and exports show is the newest cycle. Misuse warns, and changes nothing.
 */
export class Profiler
  extends aliasedBase<SessionResults, Profiler, ProfilerNames>(SessionResults)
  implements OpenSession
{
  readonly #settings: ProfilerSettings;
  readonly #warnings: SessionWarnings;
  readonly #activities: ActivityLog;
  readonly #layout: CycleLayout;
  readonly #cycles: RecordedCycles;
  readonly #calls: ProfilerCalls;
  readonly #onExit = (): void => this.#saveAtExit();
  #live: CycleRun | null = null;
  #result: FinishedProfile | null = null;
  #nextStep = 0;
  #hasStepped = false;
  #hasInstrumented = false;
  #isExiting = false;

  /**
   * `fn` with every call recorded: from the call to its end, or to the end of the promise that it
   * returns. Also a decorator of methods, getters and setters.
   *
   * @throws ProfilerArgumentError if it is not a function; DecoratorTargetError for classes and fields
   */
  readonly wrap: ProfilerWrap;

  /**
   * Starts immediately, unless `startProfile` is false, or left out with options of MegEngine.
   *
   * @throws ProfilerArgumentError for invalid options; ActivityError; OutputFormatError;
   *   ConflictingOptionsError; ScheduleError
   */
  constructor(
    private readonly parts: ProfilerDeps,
    options?: CycleProfilerOptions
  ) {
    super();
    this.#settings = readProfilerSettings(options, parts.findGpu());
    const { activities, output, warnings, startProfile } = this.#settings;
    this.#warnings = new SessionWarnings(message => parts.emit(message, this.#isExiting));
    this.#activities = new ActivityLog(parts.host.recorder.now, activities);
    const warn = (message: string): void => this.#warnings.warn(message);
    this.#layout = parts.layoutOf(output, warn);
    this.#cycles = new RecordedCycles(output, warn);
    this.#calls = new ProfilerCalls(parts.host.callSessions, {
      enter: () => this.#enter(),
      leave: status => this.#endRun(status),
      leaveNow: status => this.#endNow(status)
    });
    this.wrap = this.#calls.wrap;
    for (const warning of warnings) this.#warnings.warnOnce(warning);
    if (startProfile) this.#begin();
  }

  /** `Profiler` until the first cycle is over and while it is started, then the newest profile's name. */
  get name(): string {
    return this.#live === null && this.#result !== null ? this.#result.name : 'Profiler';
  }

  /** True from a start to its stop. */
  get isStarted(): boolean {
    return this.#live !== null;
  }

  /** True if a schedule says when it records. */
  get hasSchedule(): boolean {
    return this.#settings.schedule !== null;
  }

  /** The number of the present step; the next start goes on with it. */
  get stepNumber(): number {
    return this.#live?.step ?? this.#nextStep;
  }

  /**
   * The location of the newest cycle: its directory, or its file; null before the first, and if it
   * could not be written.
   */
  get cyclePath(): string | null {
    return this.#cycles.newest;
  }

  /** True for cycles of an output tree that were not analysed since they were recorded. */
  get needsAnalysis(): boolean {
    return this.#cycles.needAnalysis;
  }

  get finished(): FinishedProfile {
    if (this.#result === null) throw new UnfinishedSessionError();
    return this.#result;
  }

  /** Begins to record, with the step that was the last. @throws ScheduleError */
  start(): void {
    if (this.#live) this.#warnings.warn(MISUSE.startedTwice);
    else this.#begin();
  }

  /**
   * Ends the cycle, or the run of the schedule with its open window, and saves it before this returns.
   * The promise only has more to wait for if attached threads and processes record as well, or
   * `onTraceReady` returns a promise.
   */
  stop(): Promise<void> {
    if (this.#settings.schedule && !this.#hasStepped) this.#warnings.warn(MISUSE.stopWithoutStep);
    else if (!this.#live) this.#warnings.warn(MISUSE.stopWithoutStart);
    else return this.#endRun('complete') ?? DONE;
    return DONE;
  }

  // hot
  /**
   * Ends the current step of the schedule and begins the next one. If a window ends here, it is saved
   * and `onTraceReady` is called before this returns; the promise, and the next window, wait for the
   * promise of `onTraceReady`. Rejects with ScheduleError if the schedule gives no action.
   */
  step(): Promise<void> {
    const live = this.#live;
    if (live === null || this.#settings.schedule === null) return this.#refuseStep();
    try {
      const done = live.next();
      this.#hasStepped = true;
      return done;
    } catch (error) {
      return Promise.reject(asScheduleError(error));
    }
  }

  /**
   * Makes the files for people and other tools of all cycles since the last analysis, or, if there are
   * none, those of that analysis again; a running profiler is stopped first. With a schedule that is all,
   * and a warning. With the mode `sync` they exist when this returns, unless the stop has something to
   * wait for.
   *
   * Rejects with ProfilerArgumentError for bad arguments, OfflinePathError for an `offlinePath` without
   * cycles, and with the errors of directories that could not be analysed.
   */
  async analyse(...given: AnalyseCall): Promise<void> {
    const { offlinePath, pretty, stepList, mode } = readAnalyseArguments(given);
    const ended = this.#endRun('complete');
    if (ended) await ended;
    if (this.#settings.schedule) {
      this.#warnings.warn(MISUSE.analyseWithSchedule);
      return;
    }
    const { analysis } = this.parts;
    const found =
      offlinePath === null ? this.#cycles.takeForAnalysis() : analysis.find(offlinePath);
    const work = this.#workWith({ pretty, stepList });
    if (mode === 'async') await analyseInWorker(found, work);
    else analyseHere(found, work);
  }

  /** Analyses the newest cycle alone, here and now. @throws Error that names its directory */
  analyseCycle(options: Partial<AnalyseOptions> = {}): void {
    analyseHere(this.#cycles.takeNewestForAnalysis(), this.#workWith(options));
  }

  /**
   * Runs `fn` between a start and a stop, and returns its value. A profiler that is already started
   * continues, and is stopped at the end of the outermost call. Rejects with the error of `fn`.
   */
  async run<T>(fn: (profiler: this) => T | PromiseLike<T>): Promise<T> {
    if (typeof fn === 'function') return this.#calls.run(() => fn(this));
    throw new ProfilerArgumentError(`Profiler.run runs a function, not ${shown(fn)}`);
  }

  /**
   * A wrapper of an iterable or an iterator that records how long a loop waits for its values, if the
   * profiler has `dataProcess`; else the source itself. @throws IteratorError
   */
  instrumentIterator<T extends object>(source: T, options?: InstrumentIteratorOptions): T {
    this.#hasInstrumented = true;
    return this.#settings.dataProcess ? this.parts.instrumentIterator(source, options) : source;
  }

  /** Ends the current run and saves it immediately; further calls do nothing. */
  dispose(): void {
    this.#warnOfUnusedSchedule();
    this.#endNow('complete');
  }

  [DISPOSE](): void {
    this.dispose();
  }

  async [ASYNC_DISPOSE](): Promise<void> {
    this.#warnOfUnusedSchedule();
    await this.#endRun('complete');
  }

  protected get hasResults(): boolean {
    return this.#result !== null;
  }

  protected get hasEvents(): boolean {
    return true;
  }

  protected makeEvents(profile: Profile): EventList {
    const { eventIds: ids, host } = this.parts;
    const { now } = host.recorder;
    const warnings = this.#warnings;
    const settings = this.#settings;
    const shows = { showsMemory: settings.showsMemory, showsShapes: false, withFlops: false };
    return sessionEvents(profile, { ids, now, warnings, timeoutMs: Infinity, ...shows });
  }

  #begin(): void {
    const { recording, isAlone, schedule } = this.#settings;
    this.#live = new CycleRun({
      host: this.parts.host,
      layout: this.#layout,
      recording,
      isAlone,
      schedule,
      firstStep: this.#nextStep,
      warn: message => this.#warnings.warn(message),
      kept: profile => this.#keptOf(profile),
      metadata: () => this.metadata.entries,
      onSaved: (profile, path) => this.#take(profile, path)
    });
    const { exitActions, openSessions } = this.parts.host;
    exitActions.add(this.#onExit);
    openSessions.add(this);
  }

  /** Ends the run, if there is one; null if there is nothing to wait for. */
  #endRun(status: ProfileStatus): Promise<void> | null {
    return this.#takeLive()?.finish(status) ?? null;
  }

  #endNow(status: ProfileStatus): void {
    this.#takeLive()?.stop(status);
  }

  #takeLive(): CycleRun | null {
    const { parts } = this;
    const live = this.#live;
    const { exitActions, openSessions } = parts.host;
    this.#nextStep = this.stepNumber;
    this.#live = null;
    exitActions.delete(this.#onExit);
    openSessions.delete(this);
    return live;
  }

  #keptOf(profile: RecordedProfile): RecordedProfile {
    const active = activeProfile(profile.data, this.#activities);
    return active === profile.data ? profile : new RecordedProfile(active);
  }

  #take(profile: RecordedProfile, path: string | null): Promise<void> | void {
    const { onTraceReady } = this.#settings;
    this.#warnOfLostGpu(profile.data);
    if (this.#settings.dataProcess && !this.#hasInstrumented) {
      this.#warnings.warnOnce(MISUSE.dataProcessWithoutData);
    }
    this.#result = finishedOf(this.parts.host.keep(profile));
    this.#cycles.add(path);
    return handOver(
      () => onTraceReady?.(this),
      error => this.#warnings.warn(`onTraceReady failed, and the run goes on: ${messageOf(error)}`)
    );
  }

  /**
   * Warns of requested GPU data that could not be recorded; problems known at the start were reported
   * then.
   */
  #warnOfLostGpu(profile: Profile): void {
    const reason = whyNoGpu(profile);
    const missing = reason === null ? [] : missingOfGpu(this.#settings.askedOfGpu, reason);
    for (const text of missing) this.#warnings.warnOnce(text);
  }

  #workWith(options: Partial<AnalyseOptions>): CycleWork {
    const { dataSimplification } = this.#settings;
    return {
      analysis: this.parts.analysis,
      options: { ...DEFAULT_ANALYSE_OPTIONS, dataSimplification, ...options },
      warn: message => this.#warnings.warn(message)
    };
  }

  #refuseStep(): Promise<void> {
    this.#warnings.warnOnce(
      this.hasSchedule ? MISUSE.stepWithoutStart : MISUSE.stepWithoutSchedule
    );
    return DONE;
  }

  #enter(): void {
    if (!this.#live) this.#begin();
  }

  #warnOfUnusedSchedule(): void {
    const isUnused = this.#live !== null && this.hasSchedule && !this.#hasStepped;
    if (isUnused) this.#warnings.warn(MISUSE.stopWithoutStep);
  }

  #saveAtExit(): void {
    if (!this.#live) return;
    this.#isExiting = true;
    this.#warnings.warn(MISUSE.endOfProgram);
    this.#endNow('exited');
  }
}

defineAliases(Profiler.prototype, PROFILER_NAMES);
explainDetached(Profiler, 'profiler');
