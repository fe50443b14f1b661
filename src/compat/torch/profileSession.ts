import { explainDetached } from '../../base/detachedMethods';
import { KernelscopeError, messageOf, shown } from '../../base/errors';
import { aliasedBase, defineAliases, refuseNames } from '../../base/snakeCase';
import { mergeProfiles } from '../../model/merge/mergeProfiles';
import type { Profile, ProfileStatus } from '../../model/profile/profile';
import type { EventList } from './eventList';
import { ASYNC_DISPOSE, DISPOSE } from '../../engine/annotate/disposable';
import { ProfilerArgumentError } from '../../engine/arguments/argumentErrors';
import type { RecordingHost } from '../../engine/recording/recordingHost';
import type { RecordedProfile } from '../../engine/results/recordedProfile';
import type { SessionWarnings } from '../../engine/sessions/sessionWarnings';
import { FinishedProfile, finishedOf } from './finishedProfile';
import { type SessionNames, REFUSED_SESSION_NAMES, SESSION_NAMES } from './events/pythonNames';
import type { Recording } from '../../engine/recording/recording';
import { type ActivityName, ActivityError, readActivity } from './activities';
import { type Activity, ActivityLog } from '../../engine/sessions/activityLog';
import { activeProfile } from '../../engine/sessions/activeProfile';
import { handOver } from '../../engine/sessions/recordCall';
import { ScheduledRun } from '../../engine/sessions/scheduledRun';
import { sessionEvents, TraceOnlyError } from './sessionEvents';
import type { SessionOptions } from './sessionOptions';
import type { EventIds } from './eventIds';
import { SessionResults } from './sessionResults';
import { UnfinishedSessionError } from './events/eventErrors';

/** The dependencies of a session. */
export interface SessionDeps {
  readonly host: RecordingHost;
  readonly eventIds: EventIds;
  readonly warnings: SessionWarnings;
}

function throwReentrant(): never {
  throw new ReentrantSessionError();
}

/** The reason why a session will never have results. */
const DISABLED =
  'The session was made with enabled: false and records nothing. Leave that out, or give true';

/** A session was started again. */
export class ReentrantSessionError extends KernelscopeError {
  constructor() {
    super(
      'autograd profiler traces are not reentrant: a session starts by itself and is used once. ' +
        'Call profile() for another one'
    );
  }
}

const STEP_AFTER_END = 'step() after the end of a session takes no effect';

const GPU_NOT_NAMED =
  "toggleActivity('GPU', true) takes no effect: the session began without GPUs. " +
  "Name 'GPU' in its activities";

const STEP_WITHOUT_SCHEDULE =
  'With no schedule in the session, step() takes no effect: give profile a schedule';

/** Results that can be called like a function as well; subclasses say what a call does. */
abstract class CallableResults extends SessionResults {
  constructor() {
    super();
    const called = (given: readonly unknown[]): unknown => results.called(given);
    const callable = (...given: readonly unknown[]): unknown => called(given);
    // The name of the results is not that of a function.
    Reflect.deleteProperty(callable, 'name');
    Reflect.deleteProperty(callable, 'length');
    Object.defineProperties(callable, Object.getOwnPropertyDescriptors(this));
    const results = Object.setPrototypeOf(callable, new.target.prototype) as this;
    return results;
  }

  /** The return value of a call with these arguments. */
  protected abstract called(given: readonly unknown[]): unknown;
}

/**
 * One stretch of profiling, from its construction to `stop` or `finish`; single-use. With a schedule
 * it has results as soon as a window is complete: those of the last window, or of all of them.
 */
export class ProfileSession extends aliasedBase<CallableResults, ProfileSession, SessionNames>(
  CallableResults
) {
  readonly #activities: ActivityLog;
  readonly #recording: Recording | null = null;
  readonly #scheduled: ScheduledRun | null = null;
  /** The recorded windows; with a schedule several, of which the last may stand for all. */
  #windows: FinishedProfile[] = [];
  #merged: { readonly count: number; readonly profile: FinishedProfile } | null = null;
  #hasEnded = false;
  #isKept = false;

  /**
   * `wrap` makes what a call of the session returns, by its arguments.
   *
   * @throws ScheduleError if the schedule gives no action for step 0
   */
  constructor(
    private readonly parts: SessionDeps,
    private readonly options: SessionOptions,
    private readonly wrap: (given: readonly unknown[]) => unknown = throwReentrant
  ) {
    super();
    const { host, warnings } = parts;
    const { enabled, recording, schedule, activities } = options;
    this.#activities = new ActivityLog(host.recorder.now, activities);
    if (!enabled) return;
    this.#warnOfOptions();
    if (schedule === null) {
      this.#recording = host.start(recording);
    } else {
      const onWindow = (profile: RecordedProfile) => this.#take(profile);
      const warn = (message: string) => warnings.warn(message);
      this.#scheduled = new ScheduledRun({ host, recording, schedule, onWindow, warn });
    }
    host.openSessions.add(this);
  }

  /** The name it was given; without one empty, and from its end on that of its profile. */
  get name(): string {
    const hasProfile = this.#hasEnded && this.hasResults;
    return hasProfile ? this.finished.name : (this.options.recording.name ?? '');
  }

  /** False for a session that records nothing, because it was made with `enabled: false`. */
  get enabled(): boolean {
    return this.options.enabled;
  }

  /** Whether the session records GPUs, which `activities` may ask for as well. */
  get useCuda(): boolean {
    return this.options.activities.has('GPU');
  }

  get finished(): FinishedProfile {
    const windows = this.#windows;
    if (windows.length === 0) {
      throw new UnfinishedSessionError(this.options.enabled ? undefined : DISABLED);
    }
    if (windows.length === 1) return windows[0];
    if (this.#merged?.count !== windows.length) {
      const profile = new FinishedProfile(mergeProfiles(windows.map(({ data }) => data)));
      this.#merged = { count: windows.length, profile };
    }
    return this.#merged.profile;
  }

  /**
   * Begins nothing, since a session has started when it is made.
   *
   * @throws ReentrantSessionError, unless the session is not enabled
   */
  start(): void {
    if (this.options.enabled) throw new ReentrantSessionError();
  }

  /**
   * Ends the current step of the schedule and begins the next one. A window that ends here is passed on
   * before this returns; the promise, and the next window, wait for the promise of `onTraceReady`. Without a
   * schedule it only warns.
   *
   * @throws ScheduleError if the schedule gives no action; nothing has changed then
   */
  async step(): Promise<void> {
    if (!this.options.enabled) return;
    if (this.#scheduled && !this.#hasEnded) await this.#scheduled.step();
    else this.parts.warnings.warnOnce(this.#scheduled ? STEP_AFTER_END : STEP_WITHOUT_SCHEDULE);
  }

  /**
   * Ends the session immediately. Later calls do nothing. An open window is saved, and `onTraceReady`
   * called; its promise, if any, is not awaited.
   */
  stop(status: ProfileStatus = 'complete'): void {
    this.parts.host.openSessions.delete(this);
    if (this.#recording && !this.hasResults) void this.#take(this.#recording.stop(status));
    if (this.#scheduled && !this.#hasEnded) {
      this.#scheduled.stop(status);
      this.#keepWindows();
    }
    this.#hasEnded = true;
  }

  /**
   * Ends the session and waits for what arrives late, such as garbage collections, and for
   * `onTraceReady`.
   */
  async finish(status: ProfileStatus = 'complete'): Promise<void> {
    this.parts.host.openSessions.delete(this);
    if (this.#recording && !this.hasResults) await this.#take(await this.#recording.finish(status));
    if (this.#scheduled) {
      await this.#scheduled.finish(status);
      this.#keepWindows();
    }
    this.#hasEnded = true;
  }

  /** The same as `stop`. */
  dispose(): void {
    this.stop();
  }

  [DISPOSE](): void {
    this.stop();
  }

  [ASYNC_DISPOSE](): Promise<void> {
    return this.finish();
  }

  /**
   * Switches an activity of this session from now on: while it is off, records that begin are not part
   * of this session. Other open sessions are not affected. CPU time by line is not separated. GPUs can
   * be switched in sessions that have them among their activities; others warn.
   *
   * @throws ActivityError for an unknown activity, and for anything but true and false
   */
  toggleActivity(name: ActivityName, on: boolean): void {
    const activity = readActivity(name);
    if (typeof on !== 'boolean') {
      throw new ActivityError(`${activity} must be switched to true or false, got ${shown(on)}`);
    }
    if (on && this.options.enabled) this.#warnOfActivity(activity);
    this.#activities.set(activity, on);
  }

  /**
   * Gives up what the session has recorded, for the wrapper that stands in its place.
   *
   * @throws ReentrantSessionError after the end
   */
  protected called(given: readonly unknown[]): unknown {
    if (this.#hasEnded || this.hasResults) throw new ReentrantSessionError();
    this.parts.host.openSessions.delete(this);
    this.#recording?.abandon();
    this.#scheduled?.abandon();
    this.#hasEnded = true;
    return this.wrap(given);
  }

  /** Warns once of each option that cannot take effect. */
  #warnOfOptions(): void {
    const { warnings, host } = this.parts;
    const { ignored, activities } = this.options;
    for (const name of ignored) {
      warnings.warnOnce(`profile: ${name} is deprecated and has no effect`);
    }
    for (const activity of activities) warnings.warnOfActivity(activity, host.findGpu);
  }

  #warnOfActivity(activity: Activity): void {
    const { warnings, host } = this.parts;
    const isLost = activity === 'GPU' && !this.options.recording.gpu;
    if (isLost) warnings.warnOnce(GPU_NOT_NAMED);
    else warnings.warnOfActivity(activity, host.findGpu);
  }

  protected get hasResults(): boolean {
    return this.#windows.length > 0;
  }

  protected get hasEvents(): boolean {
    return !this.options.traceOnly;
  }

  protected makeEvents(profile: Profile): EventList {
    const { eventIds: ids, warnings, host } = this.parts;
    const {
      postProcessingTimeoutMs: timeoutMs,
      showsMemory,
      showsShapes,
      recording
    } = this.options;
    if (!this.hasEvents) throw new TraceOnlyError();
    const withFlops = recording.flops === true;
    const { now } = host.recorder;
    const shows = { showsMemory, showsShapes, withFlops };
    return sessionEvents(profile, { ids, now, warnings, timeoutMs, ...shows });
  }

  /** Takes the recording of a window, and waits for its receiver. */
  #take(recorded: RecordedProfile): Promise<void> | void {
    if (this.#recording && this.hasResults) return;
    const { warnings, host } = this.parts;
    if (this.options.recording.gpu) warnings.warnOfLostGpu(recorded.data, host.findGpu);
    const active = activeProfile(recorded.data, this.#activities);
    const window = active === recorded.data ? finishedOf(recorded) : new FinishedProfile(active);
    if (!this.options.accEvents) this.#windows = [];
    this.#windows.push(window);
    if (this.#recording) this.#keepWindows();
    return this.#handOver();
  }

  /** Calls `onTraceReady`; what goes wrong in it is reported. */
  #handOver(): Promise<void> | void {
    return handOver(
      () => this.options.onTraceReady?.(this),
      error =>
        this.parts.warnings.warn(`onTraceReady failed, and the run goes on: ${messageOf(error)}`)
    );
  }

  #keepWindows(): void {
    if (this.hasResults && !this.#isKept) this.parts.host.keep(this.finished);
    this.#isKept = true;
  }
}

defineAliases(ProfileSession.prototype, SESSION_NAMES);
explainDetached(ProfileSession, 'session');
refuseNames(
  ProfileSession.prototype,
  REFUSED_SESSION_NAMES,
  (name, instead) => new ProfilerArgumentError(`A session has no ${name}: ${instead}`)
);
