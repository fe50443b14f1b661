import { isObject } from '../../base/isObject';
import type { SavedFile } from '../results/atomicWrite';
import { MAX_PROFILE_BYTES } from './memberProfile';
import type { RecordingOptions } from '../arguments/recordingOptions';
import { arrivalsRead } from '../../sources/async/arrivals';

/**
 * Marks the messages between a process and those it has attached. Node passes messages whose `cmd`
 * begins with `NODE_` only to `'internalMessage'` listeners: users never see them, and listening does
 * not keep a process alive.
 */
export const RANK_MESSAGE = 'NODE_KERNELSCOPE';

/** A command for a rank: one of its profiler, or one about a recording. */
export type RankCommand = ProfilerCommand | RecordingCommand;

/** Asks a rank to carry out commands. It is sent again until the rank has accepted it. */
export interface RankRequest {
  readonly cmd: typeof RANK_MESSAGE;
  /** The sender: unique among all that may ask this rank. */
  readonly sender: string;
  /** Grows with each request of a sender. */
  readonly number: number;
  /** Not to begin later than this, milliseconds since the Unix epoch: the sender has given up. */
  readonly expiresAtMs: number;
  readonly commands: readonly RankCommand[];
}

/** The answers of a rank: first that it begins, then its result. */
export type RankOutcome =
  | { readonly kind: 'taken' }
  | {
      readonly kind: 'done';
      readonly files: readonly SavedFile[];
      /** When a command for a recording was among those asked. */
      readonly recording?: RecordingAnswer;
    }
  | { readonly kind: 'failed'; readonly error: string };

/** An answer to the request of that sender and number. */
export interface RankReply {
  readonly cmd: typeof RANK_MESSAGE;
  readonly sender: string;
  readonly number: number;
  readonly outcome: RankOutcome;
}

/** The channel between a worker thread and what attaches it. */
export function threadChannelName(threadId: number): string {
  return `kernelscope/${process.pid}/thread/${threadId}`;
}

/** The message as a request, or null for every other message. */
export function asRequest(message: unknown): RankRequest | null {
  if (!isRankMessage(message) || !('commands' in message)) return null;
  const hasTime = 'expiresAtMs' in message && typeof message.expiresAtMs === 'number';
  return hasTime && Array.isArray(message.commands) ? (message as RankRequest) : null;
}

/** The message as a reply, or null for every other message. */
export function asReply(message: unknown): RankReply | null {
  if (!isRankMessage(message) || !('outcome' in message)) return null;
  const { outcome } = message;
  return isObject(outcome) ? withProfile(message as RankReply) : null;
}

/** The reply for a channel of text alone. */
export function asTextReply(reply: RankReply): object {
  const { outcome } = reply;
  if (outcome.kind !== 'done' || !outcome.recording?.profile) return reply;
  const profile = Buffer.from(outcome.recording.profile).toString('base64');
  return { ...reply, outcome: { ...outcome, recording: { ...outcome.recording, profile } } };
}

/** The reply with the profile as bytes, however it has come; without one that is neither. */
function withProfile(reply: RankReply): RankReply {
  const { outcome } = reply;
  if (outcome.kind !== 'done' || outcome.recording === undefined) return reply;
  const { profile: given, ...rest } = outcome.recording as Readonly<Record<string, unknown>>;
  if (given === undefined || given instanceof Uint8Array) return reply;
  const fits = typeof given === 'string' && given.length <= 2 * MAX_PROFILE_BYTES;
  const recording = fits ? { ...rest, profile: Buffer.from(given, 'base64') } : rest;
  return { ...reply, outcome: { ...outcome, recording } };
}

function isRankMessage(message: unknown): message is object {
  if (!isObject(message)) return false;
  const { cmd, sender, number } = message as Readonly<Record<string, unknown>>;
  return cmd === RANK_MESSAGE && typeof sender === 'string' && typeof number === 'number';
}

/**
 * A command for the profiler of an attached thread or process. The engine passes it on by its name; the
 * rest belongs to the upstream API that sends and carries it out.
 */
export interface ProfilerCommand {
  readonly command: string;
}

/** A command for an attached thread or process, about a recording of the one that attached it. */
export type RecordingCommand =
  | {
      readonly command: 'startRecording';
      /** Unique among the recordings of the sender. */
      readonly id: number;
      readonly options: Partial<RecordingOptions>;
    }
  | {
      readonly command: 'finishRecording';
      readonly id: number;
      /** Clock value at which it has ended, nanoseconds, as text: JSON has no such integers. */
      readonly endNs: string;
      /** Number of markers posted among the messages for the thread; 0 for none. */
      readonly marks: number;
    }
  | { readonly command: 'dropRecording'; readonly id: number };

/** The answer to a {@link RecordingCommand}. */
export interface RecordingAnswer {
  /** To `finishRecording`: the bytes of the profile. */
  readonly profile?: Uint8Array;
  /** To `finishRecording`: channels to the thread whose messages were counted alike at both ends. */
  readonly soundChannels?: readonly string[];
  /** To `finishRecording`: marks that were posted among the messages of the thread. */
  readonly marks?: number;
  /** To `finishRecording`: messages that were posted between the last two of them. */
  readonly posted?: number;
  /**
   * To `startRecording`: clock value at which it was taken up, nanoseconds, as text. Until it records,
   * the thread does nothing else.
   */
  readonly takenUpNs?: string;
  /** To `startRecording`: whether the thread has handlers for messages, so that marks can be taken. */
  readonly takesMarks?: boolean;
}

const COMMANDS: readonly string[] = [
  'startRecording',
  'finishRecording',
  'dropRecording'
] satisfies readonly RecordingCommand['command'][];

/** True for what {@link RecordingCommand} names, false for other commands. */
export function isRecordingCommand(given: { readonly command: string }): given is RecordingCommand {
  return COMMANDS.includes(given.command);
}

/** Time limits for attached processes, milliseconds. */
export interface RankTiming {
  /** Until it begins with a request: a busy one cannot. */
  readonly answerMs: number;
  /** Until it is done with it, from then on. */
  readonly resultMs: number;
  /** Between sendings to one that has not answered, which may not have imported kernelscope yet. */
  readonly resendMs: number;
  /** True if the process may end before there is a result: nobody waits for it. */
  readonly isUnawaited?: boolean;
}

/** The defaults: 5 s to begin, 2 minutes to write. */
export const RANK_TIMING: RankTiming = { answerMs: 5000, resultMs: 120_000, resendMs: 100 };

/** The result of a request. */
export type RankResult = Exclude<RankOutcome, { readonly kind: 'taken' }>;

/** The dependencies of an {@link Exchange}. */
interface ExchangeDeps {
  readonly request: RankRequest;
  readonly timing: RankTiming;
  readonly send: (request: RankRequest) => void;
  /** The messages if the rank does not even begin, and if it does not finish. */
  readonly texts: { readonly unanswered: () => string; readonly unfinished: () => string };
}

/** One request under way: sent until it is taken, and waited for within bounds. */
export class Exchange {
  /** Settles once, and never rejects. */
  readonly result: Promise<RankResult>;
  #resolve: (result: RankResult) => void = () => undefined;
  readonly #resending: NodeJS.Timeout;
  #deadline: NodeJS.Timeout;

  constructor(private readonly parts: ExchangeDeps) {
    const { request, timing, send, texts } = parts;
    this.result = new Promise(resolve => {
      this.#resolve = resolve;
    });
    this.#resending = this.#counted(setInterval(() => send(request), timing.resendMs));
    this.#deadline = this.#failAfter(timing.answerMs, texts.unanswered);
    send(request);
  }

  /** Receives the rank's answer to this request. */
  take(outcome: RankOutcome): void {
    if (outcome.kind !== 'taken') {
      this.#settle(outcome);
      return;
    }
    const { timing, texts } = this.parts;
    this.#stopTimers();
    this.#deadline = this.#failAfter(timing.resultMs, texts.unfinished);
  }

  /** Gives up for the given reason. */
  fail(error: string): void {
    this.#settle({ kind: 'failed', error });
  }

  #settle(result: RankResult): void {
    this.#stopTimers();
    this.#resolve(result);
  }

  #stopTimers(): void {
    clearInterval(this.#resending);
    clearTimeout(this.#deadline);
  }

  #failAfter(ms: number, text: () => string): NodeJS.Timeout {
    const deadline = setTimeout(() => {
      void this.#failUnlessAnswered(deadline, text);
    }, ms);
    return this.#counted(deadline);
  }

  /** The timer, which keeps the process alive only if somebody waits for the result. */
  #counted(timer: NodeJS.Timeout): NodeJS.Timeout {
    return this.parts.timing.isUnawaited === true ? timer.unref() : timer;
  }

  /** An answer may be waiting to be read when this process itself was busy: it comes first. */
  async #failUnlessAnswered(deadline: NodeJS.Timeout, text: () => string): Promise<void> {
    await arrivalsRead();
    if (this.#deadline === deadline) this.fail(text());
  }
}
