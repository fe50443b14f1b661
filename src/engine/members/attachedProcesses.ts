import { ChildProcess } from 'node:child_process';
import type { Worker as ClusterWorker } from 'node:cluster';
import { randomUUID } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { arrivalsRead } from '../../sources/async/arrivals';
import {
  Exchange,
  type RankResult,
  type RankTiming,
  RANK_TIMING,
  RANK_MESSAGE,
  type RankCommand,
  asReply,
  type ProfilerCommand
} from './rankMessage';
import type { MessageEnd } from '../../sources/async/messageEnd';
import {
  type RankChannel,
  type RankChannelEvents,
  childChannel,
  threadChannel
} from './rankChannel';
import { isObject } from '../../base/isObject';
import type { SavedFile } from '../results/atomicWrite';
import { KernelscopeError, shown } from '../../base/errors';

/**
 * A process or thread that records with the sessions of this one, which also drives its profiler with
 * `{ profileProcess: 'server' }`.
 */
export interface Attachment {
  /** 0 for the first one attached, and so on: its files are called `rank0_…`. */
  readonly rank: number;
  /** Detaches it; its profiler stays as it is. Calling it again does nothing. */
  detach(): void;
}

/** The dependencies of an {@link AttachedProcess}. */
interface AttachedProcessDeps {
  readonly rank: number;
  /** Unique among all that may ask the same process. */
  readonly sender: string;
  readonly timing: RankTiming;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  readonly connect: (events: RankChannelEvents) => RankChannel;
  readonly onDetach: () => void;
  /** This thread's end of the user's channel to a worker thread, where that can be followed. */
  readonly messages: MessageEnd | null;
}

/** One attached process: carries out requests in turn and notices its end. */
export class AttachedProcess implements Attachment {
  readonly rank: number;
  readonly #channel: RankChannel;
  #queue: Promise<unknown> = Promise.resolve();
  #exchange: Exchange | null = null;
  #requests = 0;
  #pending = 0;
  #hasAnswered = false;
  readonly #carriedOut = new Set<string>();
  #end: string | null = null;
  #isDetached = false;

  constructor(private readonly parts: AttachedProcessDeps) {
    this.rank = parts.rank;
    this.#channel = parts.connect({
      onMessage: message => this.#onMessage(message),
      onEnd: how => void this.#onEnd(how)
    });
  }

  /** `worker thread 3` or `process 4711`. */
  get title(): string {
    return this.#channel.title;
  }

  /** This thread's end of the user's channel to it, where that can be followed. */
  get messages(): MessageEnd | null {
    return this.parts.messages;
  }

  /** True when it cannot be reached any more. */
  get hasEnded(): boolean {
    return this.#end !== null;
  }

  /** True when it has carried out a command of this name. */
  hasDone(command: string): boolean {
    return this.#carriedOut.has(command);
  }

  /** The output of `console.log` and of the last line of a cell. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return `Attachment rank ${this.rank} (${this.#channel.title})`;
  }

  /**
   * Carries out, in turn, the result of `commands` when all earlier requests are done. Never rejects.
   */
  async perform(
    commands: () => readonly RankCommand[],
    timing: RankTiming = this.parts.timing
  ): Promise<RankResult> {
    const isFree = this.#pending++ === 0;
    const ask = () => this.#ask(commands(), timing);
    // A request to an idle process is sent before this returns.
    const result = isFree ? ask() : this.#queue.then(ask);
    this.#queue = result.then(() => this.#pending--);
    return result;
  }

  /** Waits no longer for the answer to the request under way. */
  giveUp(): void {
    this.#exchange?.fail(this.#unanswered(this.parts.timing));
  }

  detach(): void {
    if (this.#isDetached) return;
    this.#isDetached = true;
    this.#channel.dispose();
    this.#fail('was detached');
    this.parts.onDetach();
  }

  async #ask(commands: readonly RankCommand[], timing: RankTiming): Promise<RankResult> {
    if (this.#end !== null) return { kind: 'failed', error: this.#end };
    const { sender, now } = this.parts;
    const expiresAtMs = now() + timing.answerMs - timing.resendMs;
    const number = ++this.#requests;
    const channel = this.#channel;
    this.#exchange = new Exchange({
      request: { cmd: RANK_MESSAGE, sender, number, expiresAtMs, commands },
      timing,
      send: request => channel.send(request),
      texts: {
        unanswered: () => this.#unanswered(timing),
        unfinished: () => this.#unfinished(timing)
      }
    });
    const result = await this.#exchange.result;
    this.#exchange = null;
    if (result.kind === 'done') for (const { command } of commands) this.#carriedOut.add(command);
    return result;
  }

  #onMessage(message: unknown): void {
    const reply = asReply(message);
    if (reply?.sender !== this.parts.sender || reply.number !== this.#requests) return;
    this.#hasAnswered = true;
    this.#exchange?.take(reply.outcome);
  }

  /** Its last answers may still be on their way when its end is known. */
  async #onEnd(how: string): Promise<void> {
    await arrivalsRead();
    this.#fail(how);
  }

  #fail(reason: string): void {
    this.#end ??= `${this.#channel.title} ${reason}`;
    this.#exchange?.fail(this.#end);
  }

  #unanswered(timing: RankTiming): string {
    const { title } = this.#channel;
    const waited = seconds(timing.answerMs);
    const cause = this.#hasAnswered
      ? 'It is busy: ask again when it is idle'
      : 'Import kernelscope in it; if it does, it is busy: ask again when it is idle';
    return `${title} did not answer within ${waited} and was left as it is. ${cause}`;
  }

  #unfinished(timing: RankTiming): string {
    const { title } = this.#channel;
    return `${title} has begun, but is not done after ${seconds(timing.resultMs)}`;
  }
}

function seconds(ms: number): string {
  return `${ms / 1000} s`;
}

/**
 * Things that can be attached: a worker thread, a process with a channel (`fork`), a cluster worker.
 */
export type AttachTarget = Worker | ChildProcess | ClusterWorker;

/**
 * The threads and processes that record with this one's sessions and that
 * `{ profileProcess: 'server' }` refers to. Each only has to import kernelscope; its own profiler
 * carries out the requests, in order. One that has ended, is busy or fails is reported by its rank, and
 * the others still do the work.
 */
export class AttachedProcesses {
  readonly #attached = new Map<Worker | ChildProcess, AttachedProcess>();
  readonly #watchers = new Set<(process: AttachedProcess) => void>();
  #ranks = 0;

  constructor(
    private readonly timing: RankTiming = RANK_TIMING,
    private readonly now: () => number = () => Date.now(),
    /** Returns the end of the user's channel to a worker thread, if messages should be followed. */
    private readonly messagesTo: (worker: Worker) => MessageEnd | null = () => null
  ) {}

  /** Number of attached processes, with those that have ended and were not reported yet. */
  get size(): number {
    return this.#attached.size;
  }

  /**
   * Attaches a process; one that is already attached returns the same attachment.
   *
   * @throws AttachError if it cannot be attached.
   */
  attach(target: AttachTarget): Attachment {
    const process = attachable(target);
    const known = this.#attached.get(process);
    if (known) return known;
    const connect = connection(process);
    const attachment = new AttachedProcess({
      rank: this.#ranks++,
      sender: randomUUID(),
      timing: this.timing,
      now: this.now,
      connect,
      messages: process instanceof Worker ? this.messagesTo(process) : null,
      onDetach: () => this.#attached.delete(process)
    });
    this.#attached.set(process, attachment);
    for (const watcher of this.#watchers) watcher(attachment);
    return attachment;
  }

  /**
   * Notifies `watcher` of all attached ones, and of later ones until the returned function is called.
   */
  watch(watcher: (process: AttachedProcess) => void): () => void {
    this.#watchers.add(watcher);
    for (const process of this.#attached.values()) watcher(process);
    return () => this.#watchers.delete(watcher);
  }

  /**
   * Has each attached process carry out the commands from `commandsFor`. Returns the files that they
   * have written, in the order of their ranks. One that has ended is reported once, then forgotten.
   *
   * @throws AttachedProcessError if some failed.
   */
  async ask(
    commandsFor: (one: AttachedProcess) => readonly ProfilerCommand[]
  ): Promise<readonly SavedFile[]> {
    const asked = [...this.#attached.values()];
    const results = await Promise.all(asked.map(one => one.perform(() => commandsFor(one))));
    const failures = results.flatMap((result, index) =>
      result.kind === 'failed' ? failureOf(asked[index], result.error) : []
    );
    for (const one of asked) if (one.hasEnded) one.detach();
    const files = results.flatMap(result => (result.kind === 'done' ? result.files : []));
    if (failures.length > 0) throw new AttachedProcessError(failures, files);
    return files;
  }
}

/** The failure of one process and its reason; if it has ended, also the data lost. */
function failureOf({ rank, hasEnded }: AttachedProcess, why: string): RankFailure {
  const loss = hasEnded ? '. Only its earlier dumps are kept: dump before it ends' : '';
  return { rank, message: `${why}${loss}` };
}

/** The thread or process that is meant. @throws AttachError */
function attachable(target: unknown): Worker | ChildProcess {
  const meant = isClusterWorker(target) ? target.process : target;
  if (meant instanceof Worker) {
    if (meant.threadId < 0) throw new AttachError('The worker thread has ended: attach it earlier');
    return meant;
  }
  if (!(meant instanceof ChildProcess)) {
    const support = 'a Worker of node:worker_threads, a forked process or a cluster worker';
    throw new AttachError(`Cannot attach ${shown(meant)}. Support: ${support}`);
  }
  if (meant.connected) return meant;
  throw new AttachError(
    meant.exitCode === null && meant.signalCode === null
      ? `Process ${meant.pid ?? 0} has no channel: start it with fork(), or with 'ipc' in stdio`
      : `Process ${meant.pid ?? 0} has ended: attach it earlier`
  );
}

function isClusterWorker(target: unknown): target is { readonly process: unknown } {
  return isObject(target) && 'process' in target;
}

function connection(process: Worker | ChildProcess): (events: RankChannelEvents) => RankChannel {
  return process instanceof Worker
    ? events => threadChannel(process, events)
    : events => childChannel(process, events);
}

/** Something was given to `attach` that cannot be attached; the text says what can. */
export class AttachError extends KernelscopeError {}

/** The failure of one attached process. */
export interface RankFailure {
  /** The number of the process among attached ones, as `Attachment.rank` and in its `rank0_…` files. */
  readonly rank: number;
  /** The problem and the remedy. */
  readonly message: string;
}

/** Some attached processes failed to carry out a command; the others did. */
export class AttachedProcessError extends KernelscopeError {
  constructor(
    /** One for each process that failed. */
    readonly failures: readonly RankFailure[],
    /** The files that the other processes have saved. */
    readonly files: readonly SavedFile[]
  ) {
    super(failures.map(({ rank, message }) => `rank ${rank}: ${message}`).join('\n'));
  }
}
