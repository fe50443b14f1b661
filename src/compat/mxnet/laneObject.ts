import { isObject } from '../../base/isObject';
import { explainDetached } from '../../base/detachedMethods';
import type { LabelIndex } from '../../model/profile/profile';
import { NO_TOKEN, type Token } from '../../record/slices/sliceStore';
import { type Duration, DurationObject } from './durationObject';
import type { ObjectContext, FrameSeries } from './objectContext';
import { StartOptionError } from './objectErrors';
import { type NamedDomain, domainName } from './namedObject';
import { FRAME_NUMBER_ARG, frameCategory } from '../../model/profile/categories';

/** Options of starting a {@link LaneDuration}. */
export interface StartOptions {
  /** A `Worker` of `node:worker_threads` under which the slice is shown, instead of the process. */
  readonly thread?: { readonly threadId: number };
}

/** A {@link Duration} on its own lane: it may overlap any other, and encloses none. */
export interface LaneDuration extends Duration {
  /**
   * Starts measuring. While nothing is recorded it only remembers the start, so that its `stop` is
   * silent; while it is started it changes nothing, and warns once.
   *
   * @throws StartOptionError if `thread` is not a worker, and for any other option.
   */
  start(options?: StartOptions): void;
}

/** Shared by tasks and frames. */
abstract class LaneObject extends DurationObject implements LaneDuration {
  #label: LabelIndex | null = null;

  constructor(
    context: ObjectContext,
    kind: string,
    name: string,
    private readonly category: string
  ) {
    super(context, kind, name);
  }

  // hot
  start(options?: StartOptions): void {
    const thread = options === undefined ? null : threadOf(options);
    if (!this.noteStart() || !this.context.recorder.enabled) return;
    const token = this.begin();
    this.record(token);
    if (thread !== null) this.#place(token, thread);
  }

  protected begin(): Token {
    const { recorder } = this.context;
    this.#label ??= recorder.label(this.name, this.category);
    return recorder.beginAsync(this.#label, NO_TOKEN);
  }

  protected end(token: Token): void {
    this.context.recorder.endAsync(token);
  }

  /** It is on a lane already. */
  protected outlastCall(): void {}

  #place(token: Token, threadId: number): void {
    if (threadId < 0) {
      this.warnOnce('was given a worker that has exited; it is shown under the process');
      return;
    }
    this.context.recorder.placeOnWorker(token, threadId);
    this.context.recorder.arg(token, 'thread', threadId);
  }
}

/** The requested thread, or null for none; −1 for a worker that has exited. */
function threadOf(options: unknown): number | null {
  if (!isObject(options)) {
    throw new StartOptionError('the options of start', options, 'an object, { thread: worker }');
  }
  const unknown = Object.keys(options).find(key => key !== 'thread');
  if (unknown !== undefined) {
    throw new StartOptionError('the options of start', options, '{ thread: worker } alone');
  }
  const { thread } = options as { readonly thread?: unknown };
  if (thread === undefined) return null;
  const threadId = threadIdOf(thread);
  if (typeof threadId === 'number' && Number.isInteger(threadId) && threadId >= -1) return threadId;
  throw new StartOptionError('thread', thread, 'a Worker of node:worker_threads');
}

function threadIdOf(thread: unknown): unknown {
  if (!isObject(thread) || !('threadId' in thread)) return undefined;
  return thread.threadId;
}

explainDetached(LaneObject, 'task', 'fixed');

/** A piece of work of a domain. All runs of one name are one row of `dumps`. */
export type Task = LaneDuration;

/** Constructor of {@link Task}. */
export interface TaskConstructor {
  /**
   * A piece of work of a domain, measured from `start` to `stop`, or by `run`; tasks may overlap.
   *
   * @throws ObjectDomainError if `domain` is not a domain, ObjectNameError if `name` is not a string.
   */
  new (domain: NamedDomain, name: string): Task;
}

/** The class `Task` of one process. */
export function createTask(context: ObjectContext): TaskConstructor {
  return class Task extends LaneObject {
    constructor(domain: NamedDomain, name: string) {
      super(context, 'Task', name, domainName(domain, 'Task'));
    }
  };
}

/**
 * One pass of something that repeats, such as a picture or a step. Frames of a name are numbered in
 * each recording, `frame1 #7`, and their rate is the counter `frame1 (frames/s)`.
 */
export type Frame = LaneDuration;

/** Constructor of {@link Frame}. */
export interface FrameConstructor {
  /**
   * One pass of something that repeats, such as a step of training, measured from `start` to `stop`, or
   * by `run`. Each is numbered, and their rate is the counter `name (frames/s)`.
   *
   * @throws ObjectDomainError if `domain` is not a domain, ObjectNameError if `name` is not a string.
   */
  new (domain: NamedDomain, name: string): Frame;
}

/** The class `Frame` of one process. */
export function createFrame(context: ObjectContext): FrameConstructor {
  return class Frame extends LaneObject {
    readonly #domain: string;
    #knownSeries: FrameSeries | null = null;

    constructor(domain: NamedDomain, name: string) {
      super(context, 'Frame', name, frameCategory(domainName(domain, 'Frame')));
      this.#domain = domain.name;
    }

    protected override begin(): Token {
      const token = super.begin();
      context.recorder.arg(token, FRAME_NUMBER_ARG, this.#series().next());
      return token;
    }

    protected override end(token: Token): void {
      super.end(token);
      this.#series().recordRate();
    }

    #series(): FrameSeries {
      this.#knownSeries ??= context.frameSeries(this.name, this.#domain);
      return this.#knownSeries;
    }
  };
}
