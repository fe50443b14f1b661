import {
  BroadcastChannel,
  isMainThread,
  receiveMessageOnPort,
  threadId
} from 'node:worker_threads';
import { hookPort } from '../../sources/async/messagePorts';
import type { ParentMessages } from '../../sources/async/threadMessages';
import type { SavedFile } from '../results/atomicWrite';
import {
  RANK_MESSAGE,
  type RankCommand,
  type RankOutcome,
  type RankReply,
  type RankRequest,
  asRequest,
  asTextReply,
  threadChannelName,
  type ProfilerCommand,
  type RecordingAnswer,
  type RecordingCommand,
  isRecordingCommand
} from '../members/rankMessage';

/** Carries out a command about a recording, immediately except for its end. */
export interface RecordingHandler {
  perform(sender: string, command: RecordingCommand): RecordingAnswer | Promise<RecordingAnswer>;
}

/** The services of this thread or process for the one that has attached it. */
export interface RankAbilities {
  /**
   * Carries out a command of the upstream API whose profiler runs here; returns the files it has
   * written.
   */
  perform(command: ProfilerCommand): readonly SavedFile[];
  readonly recordings: RecordingHandler;
  /** The messages between this worker thread and its parent, where they can be followed. */
  readonly messages: ParentMessages | null;
}

/** Receives the requests of the process that has attached this one. */
export interface RankListener {
  /** Stops listening. */
  dispose(): void;
}

/**
 * Listens for requests where this can be attached at all: in a worker thread, or in a process that
 * was started with a channel to its parent; null elsewhere, where nothing is done. It keeps nothing
 * alive, and neither sees nor sends messages of the user.
 */
export function listenAsRank(abilities: RankAbilities): RankListener | null {
  if (!isMainThread) return listenInThread(abilities);
  return process.send === undefined ? null : listenInChild(abilities);
}

function listenInThread(abilities: RankAbilities): RankListener {
  const channel = new BroadcastChannel(threadChannelName(threadId));
  const answer = createAnswering(abilities, reply => channel.postMessage(reply));
  channel.onmessage = event => answer((event as { readonly data: unknown }).data);
  channel.unref();
  let isOpen = true;
  if (abilities.messages) {
    const takeRequests = () => (isOpen ? takeAll(channel, answer) : undefined);
    followMessages(abilities.messages, takeRequests);
  }
  return {
    dispose: () => {
      isOpen = false;
      channel.close();
    }
  };
}

/** Before each message of the user, requests that were sent before it are carried out. */
function followMessages({ port, end }: ParentMessages, takeRequests: () => void): void {
  hookPort(port, {
    post: (post, bytesOf) => end.post(post, bytesOf),
    handle: (message, handle) => {
      takeRequests();
      return end.handle(message, handle);
    }
  });
}

function takeAll(channel: BroadcastChannel, take: (message: unknown) => void): void {
  // Types of Node 20 do not say that this accepts broadcast channels as well.
  const port = channel as unknown as Parameters<typeof receiveMessageOnPort>[0];
  for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) {
    take((next as { readonly message: unknown }).message);
  }
}

function listenInChild(abilities: RankAbilities): RankListener {
  const answer = createAnswering(abilities, reply => {
    if (process.connected) {
      process.send?.(asTextReply(reply), undefined, undefined, () => undefined);
    }
  });
  process.on('internalMessage', answer);
  return { dispose: () => process.off('internalMessage', answer) };
}

/** Requests are repeated until they are taken: each is answered once, and only in time. */
function createAnswering(
  abilities: RankAbilities,
  send: (reply: RankReply) => void
): (message: unknown) => void {
  const latest = new Map<string, number>();
  return message => {
    const request = asRequest(message);
    if (!request || request.expiresAtMs < Date.now()) return;
    const { sender, number } = request;
    if (number <= (latest.get(sender) ?? 0)) return;
    latest.set(sender, number);
    const reply = (outcome: RankOutcome) => send({ cmd: RANK_MESSAGE, sender, number, outcome });
    reply({ kind: 'taken' });
    const outcome = outcomeOf(abilities, request);
    if (outcome instanceof Promise) void outcome.then(reply);
    else reply(outcome);
  };
}

/** The result of a request: immediate, except for the end of a recording. Never rejects. */
function outcomeOf(
  abilities: RankAbilities,
  { sender, commands }: RankRequest
): RankOutcome | Promise<RankOutcome> {
  const files: SavedFile[] = [];
  let answer: RecordingAnswer | Promise<RecordingAnswer> | undefined;
  const carryOut = (command: RankCommand): void => {
    if (isRecordingCommand(command)) answer = abilities.recordings.perform(sender, command);
    else files.push(...abilities.perform(command));
  };
  try {
    commands.forEach(carryOut);
  } catch (error) {
    return failed(error);
  }
  return outcomeWith(answer, files);
}

function outcomeWith(
  answer: RecordingAnswer | Promise<RecordingAnswer> | undefined,
  files: readonly SavedFile[]
): RankOutcome | Promise<RankOutcome> {
  if (answer === undefined) return { kind: 'done', files };
  if (!(answer instanceof Promise)) return { kind: 'done', files, recording: answer };
  return answer.then((recording): RankOutcome => ({ kind: 'done', files, recording }), failed);
}

function failed(error: unknown): RankOutcome {
  return { kind: 'failed', error: String(error) };
}
