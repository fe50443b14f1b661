import { BroadcastChannel, isMainThread, threadId } from 'node:worker_threads';
import type { SavedFile } from '../exportProfile';
import type { RankOutcome, RankReply } from './rankMessage';
import { asRequest, RANK_MESSAGE, threadChannelName } from './rankMessage';
import type { ProcessCommand } from '../profiler/processCommand';

/** Does to the profiler of this process what a command says; gives the files it has written. */
export type CommandHandler = (command: ProcessCommand) => readonly SavedFile[];

/** What hears the requests of the process that has attached this one. */
export interface RankListener {
  /** Stops listening. */
  dispose(): void;
}

/**
 * Listens for requests where this can be attached at all: in a worker thread, or in a process that
 * was started with a channel to its parent; null elsewhere, where nothing is done. It keeps nothing
 * alive, and neither sees nor sends messages of the user.
 */
export function listenAsRank(perform: CommandHandler): RankListener | null {
  if (!isMainThread) return listenInThread(perform);
  return process.send === undefined ? null : listenInChild(perform);
}

function listenInThread(perform: CommandHandler): RankListener {
  const channel = new BroadcastChannel(threadChannelName(threadId));
  const answer = createAnswering(perform, reply => channel.postMessage(reply));
  channel.onmessage = event => answer((event as { readonly data: unknown }).data);
  channel.unref();
  return { dispose: () => channel.close() };
}

function listenInChild(perform: CommandHandler): RankListener {
  const answer = createAnswering(perform, reply => {
    if (process.connected) process.send?.(reply, undefined, undefined, () => undefined);
  });
  process.on('internalMessage', answer);
  return { dispose: () => process.off('internalMessage', answer) };
}

/** Requests are repeated until they are taken: each is answered once, and only in time. */
function createAnswering(
  perform: CommandHandler,
  send: (reply: RankReply) => void
): (message: unknown) => void {
  const latest = new Map<string, number>();
  return message => {
    const request = asRequest(message);
    if (!request || request.expiresAtMs < Date.now()) return;
    const { sender, number, commands } = request;
    if (number <= (latest.get(sender) ?? 0)) return;
    latest.set(sender, number);
    const reply = (outcome: RankOutcome) => send({ cmd: RANK_MESSAGE, sender, number, outcome });
    reply({ kind: 'taken' });
    reply(outcomeOf(perform, commands));
  };
}

function outcomeOf(perform: CommandHandler, commands: readonly ProcessCommand[]): RankOutcome {
  try {
    return { kind: 'done', files: commands.flatMap(perform) };
  } catch (error) {
    return { kind: 'failed', error: String(error) };
  }
}
