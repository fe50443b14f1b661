import { setTimeout as sleep } from 'node:timers/promises';
import { arrivalsRead } from './arrivals';
import { BYTES_ARG, CHANNEL_ARG, MESSAGE_ARG } from '../../model/profile/argKeys';
import { MESSAGE_CATEGORY, ON_MESSAGE, POST_MESSAGE } from '../../model/profile/categories';
import type { LabelIndex } from '../../model/profile/profile';
import type { Recorder } from '../../record/recorder';
import { NO_TOKEN, type Token } from '../../record/slices/sliceStore';
import type { BytesOf } from './messagePorts';

/** Names the kind of message that only {@link MessageEnd}s send each other, on the user's channel. */
const MARK = 'NODE_KERNELSCOPE_MARK';

/** A marker that divides the messages of a channel into stretches; its receiver removes it. */
interface Mark {
  readonly cmd: typeof MARK;
  /** Number of the stretch that begins, from 1. */
  readonly stretch: number;
  /** Messages that were posted in the one that ends. */
  readonly posted: number;
}

/** Stretches that are remembered as sound: more recordings than that never wait for their ends. */
const MAX_SOUND = 256;

/** The two directions of a channel as one of its ends names them; unique on this machine. */
export interface MessageDirections {
  readonly outgoing: string;
  readonly incoming: string;
}

/**
 * One end of a channel between two threads: records and numbers posted and handled messages. Messages
 * arrive in the order in which they were posted, so both ends count from a marker that is sent like a
 * message. A stretch between two markers is sound if both ends have counted the same number: code that
 * posts without this end would shift all numbers, and is detected in this way.
 */
export class MessageEnd {
  /** Recordings that are under way and want messages. */
  users = 0;
  /**
   * True once the other end has confirmed that it removes markers before the user's handlers see them.
   */
  peerTakesMarks = false;
  #posted = 0;
  #received = 0;
  #outgoingStretch = 0;
  #incomingStretch = 0;
  readonly #sound = new Set<number>();
  #waiting: (() => void)[] = [];
  readonly #postLabel: LabelIndex;
  readonly #handleLabel: LabelIndex;

  constructor(
    private readonly recorder: Recorder,
    private readonly directions: MessageDirections,
    /** Posts without this end noticing. */
    private readonly send: (message: unknown) => void,
    /** Whether the bytes are counted of messages that contain more than buffers. */
    private readonly countsAll: () => boolean = () => false
  ) {
    this.#postLabel = recorder.label(POST_MESSAGE, MESSAGE_CATEGORY);
    this.#handleLabel = recorder.label(ON_MESSAGE, MESSAGE_CATEGORY);
  }

  /** The channels, as arguments of slices name them, whose incoming messages were numbered rightly. */
  get soundChannels(): readonly string[] {
    return [...this.#sound].map(stretch => channelName(this.directions.incoming, stretch));
  }

  /** Number of marks that were posted. */
  get postedMarks(): number {
    return this.#outgoingStretch;
  }

  /**
   * Posts a marker, which begins a new stretch. Returns the number of messages posted in the previous
   * one.
   */
  mark(): number {
    const posted = this.#posted;
    const mark: Mark = { cmd: MARK, stretch: ++this.#outgoingStretch, posted };
    this.#posted = 0;
    this.send(mark);
    return posted;
  }

  /** Resolves as soon as `count` marks have arrived, or when that takes too long. */
  async arrived(count: number): Promise<void> {
    if (this.#incomingStretch < count) {
      await Promise.race([this.#awaitMarks(count), tooLong()]);
    }
  }

  /**
   * The other end has posted its mark number `count` after `posted` messages. It stays unread while
   * nobody listens here: then the stretch before it is sound if all those messages have been handled.
   */
  closeUnread(count: number, posted: number): void {
    const isLastOne = count > 1 && this.#incomingStretch === count - 1;
    if (isLastOne && this.#received === posted) this.#sound.add(this.#incomingStretch);
  }

  // hot
  /**
   * Calls `post`, which posts a message for the user; `bytesOf` returns its bytes if they are known.
   */
  post(post: () => void, bytesOf: BytesOf): void {
    const token = this.#begin(this.#postLabel);
    try {
      const bytes = token === NO_TOKEN ? undefined : bytesOf(this.countsAll());
      post();
      const number = ++this.#posted;
      if (token === NO_TOKEN) return;
      this.#describe(token, channelName(this.directions.outgoing, this.#outgoingStretch), number);
      if (bytes !== undefined) this.recorder.arg(token, BYTES_ARG, bytes);
    } finally {
      this.#end(token);
    }
  }

  // hot
  /**
   * Returns the result of `handle`, which passes a message to the user's handlers; a marker is removed.
   */
  handle<T>(message: unknown, handle: () => T): T | undefined {
    if (isMark(message)) {
      this.#takeMark(message);
      return undefined;
    }
    const number = ++this.#received;
    const token = this.#begin(this.#handleLabel);
    if (token === NO_TOKEN) return handle();
    this.#describe(token, channelName(this.directions.incoming, this.#incomingStretch), number);
    try {
      return handle();
    } finally {
      this.#end(token);
    }
  }

  async #awaitMarks(count: number): Promise<void> {
    while (this.#incomingStretch < count) {
      await new Promise<void>(resolve => {
        this.#waiting.push(resolve);
      });
    }
  }

  #begin(label: LabelIndex): Token {
    const { recorder } = this;
    const isWanted = this.users > 0 && recorder.enabled && !recorder.isAtOwnWork;
    return isWanted ? recorder.begin(label) : NO_TOKEN;
  }

  #end(token: Token): void {
    if (token !== NO_TOKEN) this.recorder.end(token);
  }

  #describe(token: Token, channel: string, number: number): void {
    this.recorder.arg(token, CHANNEL_ARG, channel);
    this.recorder.arg(token, MESSAGE_ARG, number);
  }

  #takeMark({ stretch, posted }: Mark): void {
    const isNext = stretch === this.#incomingStretch + 1;
    if (isNext && stretch > 1 && posted === this.#received) this.#sound.add(stretch - 1);
    this.#sound.delete(stretch - 1 - MAX_SOUND);
    this.#incomingStretch = stretch;
    this.#received = 0;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const goOn of waiting) goOn();
  }
}

/** Longest wait for messages that were posted before the end of a recording, milliseconds. */
const LATE_MESSAGES_MS = 100;

/** Messages may be waiting to be read when this thread itself was busy: they come first. */
async function tooLong(): Promise<void> {
  await sleep(LATE_MESSAGES_MS);
  await arrivalsRead();
}

function channelName(direction: string, stretch: number): string {
  return `${direction} #${stretch}`;
}

function isMark(message: unknown): message is Mark {
  return (
    typeof message === 'object' && message !== null && 'cmd' in message && message.cmd === MARK
  );
}
