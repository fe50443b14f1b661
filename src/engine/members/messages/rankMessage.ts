import { isObject } from '../../../base/isObject';
import type { SavedFile } from '../../files/exportProfile';
import type { ProfilerCommand } from './profilerCommand';
import { MAX_PROFILE_BYTES } from './memberProfile';
import type { RecordingAnswer, RecordingCommand } from './recordingCommand';

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
