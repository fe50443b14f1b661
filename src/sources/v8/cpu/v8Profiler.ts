import {
  type InspectorNotification,
  type Profiler,
  Session,
  console as inspectorConsole
} from 'node:inspector';
import { ownListener } from '../../../base/intrinsics/intrinsics';
import { messageOf } from '../../../base/errors';
import { inspectorSessions } from '../../process/inspectorSessions';
import { flagsOfNode } from '../../process/nodeInternals';
import type { SampledClock, SampledColumns } from '../../../native/v8Addon';
import type { SampledLines } from './sampledLines';

/** A CPU profile of V8, and the lines of calls where its profiler has them. */
export interface V8CpuProfile extends Profiler.Profile {
  /** Of the same samples; absent where they were not wanted, or are not known. */
  readonly callLines?: Pick<SampledLines, 'toTree'>;
  /** True where code that was inlined has its own function and line. */
  readonly knowsInlined?: boolean;
  /** How much the thread ran; absent where it is not known. */
  readonly clock?: SampledClock;
  /** Pairs of a time and the microseconds between samples from then on; absent where it is always the same. */
  readonly intervals?: Float64Array;
  /** The nodes whose function went on after that of the node above awaited it; absent for none. */
  readonly awaited?: ReadonlySet<number>;
}

/** A way to V8's CPU profiler of the calling thread. */
export interface V8Profiler {
  /** Why its profiles have no lines of calls, a sentence with advice; null if they can have them. */
  readonly noLines: string | null;
  /** Whether it samples while it is attached and no profile is open. Otherwise being attached costs next to nothing. */
  readonly alwaysSamples: boolean;
  /**
   * Sets the interval of the profiles that are opened next; for while none is open.
   *
   * @throws Error when V8 refuses
   */
  attach(intervalUs: number): void;
  /**
   * Starts a profile and returns its handle. After `budget` samples it is sampled half as often, and so on, where that
   * is possible; 0 for always as often.
   *
   * @throws Error when V8 refuses
   */
  open(withLines: boolean, budget: number): string;
  /** Has other threads read a profile that is open, and `about`; its handle there, or null where they cannot. */
  share(handle: string, about: string): number | null;
  /** Numbers that each sample changes, see `NativeCpuSampler.marks`; null where samples cannot be noticed. */
  readonly marks: Float64Array | null;
  /** Ends a profile; undefined if V8 delivers nothing. */
  close(handle: string): V8CpuProfile | undefined;
  /**
   * Ends a profile and gives its samples as they were taken, of which `recordedProfile` makes what {@link close} gives,
   * in any process; undefined if V8 delivers nothing. Absent where V8 has made the profile already.
   */
  closeColumns?(handle: string): SampledColumns | undefined;
  /** Stays attached without a profile, and discards what has accumulated, until {@link letGo}. */
  keep(): void;
  /** Ends {@link keep}: V8's profiler detaches if no profile is open. */
  letGo(): void;
  /**
   * For a thread that ends with its process: does not detach any more, which takes V8 a microsecond or two for each function
   * that there is. Absent where it samples as long as it is attached.
   */
  leave?(): void;
  /** Ends everything; profiles that are open are lost. */
  dispose(): void;
}

type FinishedEvent = InspectorNotification<Profiler.ConsoleProfileFinishedEventDataType>;

const TITLE = 'kernelscope';

/** The flag by which Node takes a CPU profile itself, and complains about the news of another one. */
const OWN_PROFILE = /(^|\s)--cpu-prof(\s|=|$)/;

/** V8's profiler through the inspector of this thread: profiles without the lines of calls. */
export class InspectorProfiler implements V8Profiler {
  readonly marks = null;
  readonly alwaysSamples = true;
  #session: Session | null = null;
  /** A session for each profile, where Node is not to hear of them; null where they share one. */
  readonly #apart: Map<string, Session> | null;
  readonly #open = new Set<string>();
  readonly #finished = new Map<string, Profiler.Profile>();
  /** The profile that keeps V8's profiler attached. */
  #keeper: string | null = null;
  #lastTitle = 0;
  #intervalUs = 0;

  /** `flags` are those that this Node was started with, by which it may take a CPU profile itself. */
  constructor(
    readonly noLines: string,
    flags: readonly string[] = flagsOfNode()
  ) {
    this.#apart = flags.some(flag => OWN_PROFILE.test(flag)) ? new Map() : null;
  }

  attach(intervalUs: number): void {
    post(this.#connect(), 'Profiler.setSamplingInterval', { interval: intervalUs });
    this.#intervalUs = intervalUs;
  }

  open(): string {
    const title = `${TITLE} ${++this.#lastTitle}`;
    if (this.#apart === null) inspectorConsole.profile(title);
    else this.#apart.set(title, startApart(this.#intervalUs));
    this.#open.add(title);
    return title;
  }

  share(): null {
    return null;
  }

  close(title: string): Profiler.Profile | undefined {
    const profile = this.#end(title);
    this.#open.delete(title);
    if (this.#open.size === 0) this.#leave();
    return profile;
  }

  keep(): void {
    const previous = this.#keeper;
    this.#keeper = this.open();
    if (previous !== null) this.close(previous);
  }

  letGo(): void {
    if (this.#keeper !== null) this.close(this.#keeper);
    this.#keeper = null;
  }

  dispose(): void {
    this.#open.clear();
    this.#leave();
  }

  #end(title: string): Profiler.Profile | undefined {
    const apart = this.#apart?.get(title);
    this.#apart?.delete(title);
    if (apart !== undefined) return stopApart(apart);
    inspectorConsole.profileEnd(title);
    const profile = this.#finished.get(title);
    this.#finished.clear();
    return profile;
  }

  /**
   * Ends the session when no profile is open any more: V8 takes every console profile, also one that is not ours, once
   * for each session that is enabled.
   */
  #leave(): void {
    const session = this.#session;
    if (session === null) return;
    this.#session = null;
    post(session, 'Profiler.disable');
    inspectorSessions.end(session);
  }

  #connect(): Session {
    if (this.#session) return this.#session;
    const session = new Session();
    session.connect();
    const onFinished = ownListener(({ params }: FinishedEvent) => {
      if (params.title?.startsWith(TITLE)) this.#finished.set(params.title, params.profile);
    });
    session.on('Profiler.consoleProfileFinished', onFinished);
    post(session, 'Profiler.enable');
    this.#session = session;
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
