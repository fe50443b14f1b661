import { isObject } from '../../../base/isObject';
import { ChildProcess } from 'node:child_process';
import type { Worker as ClusterWorker } from 'node:cluster';
import { randomUUID } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { AttachedProcess, type Attachment } from './attachedProcess';
import { AttachError, AttachedProcessError, type RankFailure } from './attachError';
import { RANK_TIMING, type RankTiming } from '../messages/exchange';
import type { ProfilerCommand } from '../messages/profilerCommand';
import {
  type RankChannel,
  type RankChannelEvents,
  childChannel,
  threadChannel
} from '../messages/rankChannel';
import type { SavedFile } from '../../files/exportProfile';
import type { MessageEnd } from '../../../sources/async/messageEnd';
import { shown } from '../../../base/text';

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
