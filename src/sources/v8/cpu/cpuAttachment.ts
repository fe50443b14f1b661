import type { InspectorNotification, Profiler } from 'node:inspector';
import { console as inspectorConsole, Session } from 'node:inspector';
import { ownListener } from '../../../base/intrinsics/ownListener';
import { messageOf } from '../../../base/errors';
import { obtainCollector } from '../../process/garbageCollector';
import { KeepTimer } from './keepTimer';
import { inspectorSessions } from '../../process/inspectorSessions';

/** V8's default sampling interval, microseconds. */
export const DEFAULT_CPU_INTERVAL_US = 1000;

/** The behaviour of {@link CpuAttachment} between recordings. */
export interface CpuAttachmentOptions {
  /**
   * Time V8's profiler stays attached after the last recording, milliseconds; 0 detaches immediately.
   * While attached, the next recording starts in a fraction of a millisecond and optimised code stays
   * as it is, but code runs 1 to 7 % slower and an idle process uses about 4 % of a core.
   */
  readonly keepMs?: number;
  /** While it is kept, how often V8's accumulated samples are discarded, milliseconds. */
  readonly renewMs?: number;
  /** Finds V8's garbage collector. Default: {@link obtainCollector}. */
  readonly obtainCollector?: () => (() => void) | null;
  /** The flags that this Node was started with, by which it may take a CPU profile itself. */
  readonly flags?: readonly string[];
}

/** Sampling without an end, in windows; see {@link CpuAttachment.beginBackground}. */
export interface BackgroundSampling {
  /** The interval it samples with while nothing else is recorded, microseconds. */
  readonly intervalUs: number;
  /** Gets each window with the interval that it was sampled with, microseconds. Must not throw. */
  take(profile: Profiler.Profile, intervalUs: number): void;
}

/** Background sampling with the title of the present window. */
interface OpenBackground {
  readonly sampling: BackgroundSampling;
  readonly title: string;
}

type FinishedEvent = InspectorNotification<Profiler.ConsoleProfileFinishedEventDataType>;

const TITLE = 'kernelscope';

/** The flag by which Node takes a CPU profile itself, and complains about the news of another one. */
const OWN_PROFILE = /(^|\s)--cpu-prof(\s|=|$)/;

const flagsOfNode = (): readonly string[] => [
  ...process.execArgv,
  process.env['NODE_OPTIONS'] ?? ''
];

/**
 * V8's CPU profiler of the calling thread, shared by all recordings. A function that was optimised
 * while its loop ran (OSR) before V8's profiler attached is unknown to it, and its ticks go to the
 * caller. V8 holds such code weakly: so attaching first collects garbage, and the code is compiled
 * again, visible to the profiler, when it is needed. (Dropping all optimised code, by switching precise
 * coverage on and off, also works, but the recorded code then starts twice as slow.)
 */
export class CpuAttachment {
  private session: Session | null = null;
  /** A session for each profile, where Node is not to hear of them; null where they share one. */
  private readonly apart: Map<string, Session> | null;
  private readonly running = new Set<string>();
  private readonly finished = new Map<string, Profiler.Profile>();
  /** Title of the profile that keeps V8's profiler attached. */
  private keeper: string | null = null;
  private background: OpenBackground | null = null;
  private collectGarbage: (() => void) | null = null;
  private readonly obtainCollector: () => (() => void) | null;
  private lastTitle = 0;
  private activeIntervalUs = 0;
  private keepMs: number;
  private readonly timer: KeepTimer;

  constructor(options: CpuAttachmentOptions = {}) {
    this.keepMs = options.keepMs ?? 0;
    this.obtainCollector = options.obtainCollector ?? (() => obtainCollector());
    this.timer = new KeepTimer(options.renewMs ?? 5000);
    const { flags = flagsOfNode() } = options;
    this.apart = flags.some(flag => OWN_PROFILE.test(flag)) ? new Map() : null;
  }

  /** Changes how long V8's profiler stays attached; see {@link CpuAttachmentOptions.keepMs}. */
  keepFor(keepMs: number): void {
    this.keepMs = keepMs;
  }

  /** True while V8's profiler samples this thread. */
  get isAttached(): boolean {
    return this.keeper !== null || this.background !== null || this.running.size > 0;
  }

  /** False when V8's profiler attached without collecting garbage, for want of a collector. */
  get hasCollected(): boolean {
    return this.collectGarbage !== null;
  }

  /** The interval V8 samples with at present, microseconds; 0 when it does not. */
  get intervalUs(): number {
    return this.isAttached ? this.activeIntervalUs : 0;
  }

  /**
   * Starts a recording and returns its handle. Recordings may overlap; they then share the interval
   * of the first one. Background sampling gives way: its window ends, and the next one has the interval of
   * the recording.
   *
   * @throws RangeError for an interval below 1 µs, Error when V8 refuses.
   */
  begin(intervalUs: number = DEFAULT_CPU_INTERVAL_US): string {
    if (!(intervalUs >= 1 && intervalUs < 2 ** 31)) {
      throw new RangeError(`Cannot sample every ${intervalUs} µs: give 1 µs or more`);
    }
    if (this.keeper !== null && this.running.size === 0 && intervalUs !== this.activeIntervalUs) {
      this.release();
    }
    const yielding = intervalUs === this.activeIntervalUs ? null : this.takeAlone();
    if (!this.isAttached) this.attach(intervalUs);
    const title = this.open();
    this.running.add(title);
    this.release();
    if (yielding !== null) this.background = { sampling: yielding, title: this.open() };
    return title;
  }

  /**
   * Samples until `endBackground`, beside all recordings: with its own interval while there are none, and
   * with theirs otherwise, in windows that end at each call of `cutBackground` and whenever the interval
   * changes. There is one at most.
   *
   * @throws Error when V8 refuses, or for a second one
   */
  beginBackground(sampling: BackgroundSampling): void {
    if (this.background !== null) throw new Error('Background sampling is under way already');
    if (this.running.size === 0 && sampling.intervalUs !== this.activeIntervalUs) this.release();
    if (!this.isAttached) this.attach(sampling.intervalUs);
    this.background = { sampling, title: this.open() };
    this.release();
  }

  /**
   * Ends the window of background sampling and begins the next one.
   *
   * @throws Error when V8 refuses
   */
  cutBackground(): void {
    const { background } = this;
    if (background === null) return;
    const { sampling } = background;
    if (sampling.intervalUs !== this.activeIntervalUs && this.takeAlone() !== null) {
      this.beginBackground(sampling);
      return;
    }
    this.background = { sampling, title: this.open() };
    this.takeWindow(background);
  }

  /** Ends background sampling with its last window. */
  endBackground(): void {
    const { background } = this;
    this.background = null;
    if (background !== null) this.takeWindow(background);
  }

  /**
   * Ends a recording and returns what V8 saw.
   *
   * @throws Error when V8 delivers nothing.
   */
  end(handle: string): Profiler.Profile {
    if (!this.running.delete(handle)) throw new Error('This CPU recording has ended already');
    if (this.running.size === 0 && !this.background && this.keepMs > 0) this.keep();
    const profile = this.close(handle);
    if (!profile) throw new Error('V8 delivered no CPU profile');
    return profile;
  }

  /** Detaches now if nothing is being recorded, so that the code that follows runs at full speed. */
  release(): void {
    this.timer.stop();
    if (this.keeper !== null) this.close(this.keeper);
    this.keeper = null;
  }

  /** Ends everything; recordings that still run are lost. */
  dispose(): void {
    this.release();
    this.running.clear();
    this.background = null;
    if (this.session) inspectorSessions.end(this.session);
    this.session = null;
  }

  /** Ends the window of background sampling if nothing else is sampled, and returns what samples. */
  private takeAlone(): BackgroundSampling | null {
    const { background } = this;
    if (background === null || this.running.size > 0) return null;
    this.background = null;
    this.takeWindow(background);
    return background.sampling;
  }

  private takeWindow({ sampling, title }: OpenBackground): void {
    const profile = this.close(title);
    if (profile) sampling.take(profile, this.activeIntervalUs);
  }

  private keep(): void {
    this.renew();
    const kept = { renew: () => this.renew(), release: () => this.release() };
    this.timer.start(this.keepMs, kept);
  }

  private renew(): void {
    const previous = this.keeper;
    this.keeper = this.open();
    if (previous !== null) this.close(previous);
  }

  private open(): string {
    const title = `${TITLE} ${++this.lastTitle}`;
    if (this.apart === null) inspectorConsole.profile(title);
    else this.apart.set(title, startApart(this.activeIntervalUs));
    return title;
  }

  private close(title: string): Profiler.Profile | undefined {
    const apart = this.apart?.get(title);
    this.apart?.delete(title);
    if (apart !== undefined) return stopApart(apart);
    inspectorConsole.profileEnd(title);
    const profile = this.finished.get(title);
    this.finished.clear();
    return profile;
  }

  private attach(intervalUs: number): void {
    const session = this.connect();
    post(session, 'Profiler.setSamplingInterval', { interval: intervalUs });
    this.activeIntervalUs = intervalUs;
    this.collectGarbage ??= this.obtainCollector();
    this.collectGarbage?.();
  }

  private connect(): Session {
    if (this.session) return this.session;
    const session = new Session();
    session.connect();
    const onFinished = ownListener(({ params }: FinishedEvent) => {
      if (params.title?.startsWith(TITLE)) this.finished.set(params.title, params.profile);
    });
    session.on('Profiler.consoleProfileFinished', onFinished);
    post(session, 'Profiler.enable');
    this.session = session;
    return session;
  }
}

/** Sends a command to this thread's own inspector, which answers before `post` returns. */
function post(session: Session, method: string, params?: object): void {
  let failure: Error | null = null;
  session.post(method, params, error => {
    failure = error;
  });
  if (failure) throw new Error(`${method}: ${messageOf(failure)}`);
}

/** Starts a profile of which no other session hears. */
function startApart(interval: number): Session {
  const session = new Session();
  session.connect();
  post(session, 'Profiler.enable');
  post(session, 'Profiler.setSamplingInterval', { interval });
  post(session, 'Profiler.start');
  return session;
}

function stopApart(session: Session): Profiler.Profile | undefined {
  let profile: Profiler.Profile | undefined;
  session.post('Profiler.stop', (error, result) => {
    if (error === null) ({ profile } = result);
  });
  inspectorSessions.end(session);
  return profile;
}
