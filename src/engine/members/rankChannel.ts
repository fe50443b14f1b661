import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { BroadcastChannel, type Worker } from 'node:worker_threads';
import { arrivalsRead } from '../../sources/async/arrivals';
import { ownListener } from '../../base/intrinsics/intrinsics';
import { type RankRequest, threadChannelName } from './rankMessage';

/** The events of a {@link RankChannel}. */
export interface RankChannelEvents {
  /** A message of the other side, whatever it is. */
  onMessage(message: unknown): void;
  /** The other side cannot be reached any more; `how` completes "worker thread 3 …". */
  onEnd(how: string): void;
}

/** The way to one attached process or thread. It keeps neither side alive. */
export interface RankChannel {
  /** `worker thread 3` or `process 4711`. */
  readonly title: string;
  /** Sends without waiting; what cannot be sent is lost. */
  send(request: RankRequest): void;
  /** Stops listening. */
  dispose(): void;
}

/**
 * The channel to a worker thread: a separate broadcast channel, which never mixes with messages of the
 * worker and the user.
 */
export function threadChannel(worker: Worker, events: RankChannelEvents): RankChannel {
  const title = `worker thread ${worker.threadId}`;
  const channel = new BroadcastChannel(threadChannelName(worker.threadId));
  channel.onmessage = ownListener((event: unknown) =>
    events.onMessage((event as { readonly data: unknown }).data)
  );
  channel.unref();
  const onExit = ownListener((code: number) => events.onEnd(`has ended with exit code ${code}`));
  worker.on('exit', onExit);
  return {
    title,
    send: request => channel.postMessage(request),
    dispose: () => {
      worker.off('exit', onExit);
      channel.close();
    }
  };
}

/** The channel to a child process: Node's own, with messages of Node's internal kind. */
export function childChannel(child: ChildProcess, events: RankChannelEvents): RankChannel {
  const onMessage = ownListener((message: unknown) => events.onMessage(message));
  const onDisconnect = ownListener(() => {
    void endOfChild(child).then(how => events.onEnd(how));
  });
  child.on('internalMessage', onMessage);
  child.on('disconnect', onDisconnect);
  return {
    title: `process ${child.pid ?? 0}`,
    send: request => {
      if (child.connected) child.send(request, () => undefined);
    },
    dispose: () => {
      child.off('internalMessage', onMessage);
      child.off('disconnect', onDisconnect);
    }
  };
}

/** Longest time from the end of a child's channel to that of the child, milliseconds. */
const LAST_BREATH_MS = 500;

/** Called when a child's channel is closed and all it sent is read: before its exit, as a rule. */
async function endOfChild(child: ChildProcess): Promise<string> {
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  if (!hasEnded()) {
    const signal = AbortSignal.timeout(LAST_BREATH_MS);
    await once(child, 'exit', { signal }).catch(() => undefined);
    await arrivalsRead();
  }
  if (!hasEnded()) return 'has closed its channel';
  if (child.signalCode !== null) return `was ended by ${child.signalCode}`;
  return `has ended with exit code ${child.exitCode}`;
}
