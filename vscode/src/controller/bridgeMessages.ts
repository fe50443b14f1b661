import { joinParts } from '../messages/base64';
import { fieldsOf } from '../messages/messages';

/** Longest line that goes to the kernel or comes from it, bytes; `kernel_bridge.py` has the same. */
export const MAX_LINE_BYTES = 64 * 1024 * 1024;

/** Said to `kernel_bridge.py`. Numbers name requests; `cursor` is counted in Unicode characters. */
export type BridgeCommand =
  | {
      readonly command: 'execute';
      readonly id: number;
      readonly code: string;
      readonly cellId: string;
    }
  | {
      readonly command: 'complete' | 'inspect';
      readonly id: number;
      readonly code: string;
      readonly cursor: number;
    }
  /** Null where the user gives no answer. */
  | { readonly command: 'answer'; readonly value: string | null }
  | { readonly command: 'interrupt' };

/** Why there is no kernel: Python has no `jupyter_client`, or no kernel; or it does not start. */
export const FAILURES = ['noClient', 'noKernel', 'start'] as const;

/** One of {@link FAILURES}. */
export type FailureReason = (typeof FAILURES)[number];

/** The content of a message of Jupyter, which is not checked yet. */
export type Content = Readonly<Record<string, unknown>>;

/** What `kernel_bridge.py` says. */
export type BridgeEvent =
  | { readonly event: 'ready' }
  | { readonly event: 'failed'; readonly reason: FailureReason; readonly text: string }
  /** Published, or replied, for the request of that number. */
  | {
      readonly event: 'message' | 'reply';
      readonly id: number;
      readonly type: string;
      readonly content: Content;
    }
  | { readonly event: 'tooLarge'; readonly id: number | null; readonly bytes: number }
  | { readonly event: 'asked'; readonly prompt: string; readonly isPassword: boolean }
  /** The kernel ended by itself; the code is negative for a signal. */
  | { readonly event: 'died'; readonly code: number };

/** The event in a line; null if it is none. */
export function readEvent(line: string): BridgeEvent | null {
  const { event, id, type, content, ...more } = fieldsOf(parsed(line));
  switch (event) {
    case 'ready':
      return { event };
    case 'message':
    case 'reply':
      if (typeof id !== 'number' || typeof type !== 'string') return null;
      return { event, id, type, content: fieldsOf(content) };
    case 'tooLarge': {
      const request = typeof id === 'number' ? id : null;
      return typeof more.bytes === 'number' ? { event, id: request, bytes: more.bytes } : null;
    }
    default:
      return stateEvent(event, more);
  }
}

function stateEvent(event: unknown, fields: Content): BridgeEvent | null {
  const { reason, text, prompt, isPassword, code } = fields;
  switch (event) {
    case 'failed': {
      const known = FAILURES.find(each => each === reason);
      return known && typeof text === 'string' ? { event, reason: known, text } : null;
    }
    case 'asked':
      return typeof prompt === 'string' ? { event, prompt, isPassword: isPassword === true } : null;
    case 'died':
      return typeof code === 'number' ? { event, code } : null;
    default:
      return null;
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

const NEWLINE = 10;

/**
 * Lines of bytes that come in pieces. A line of more than `maxBytes` is never held: it is dropped while it comes, and
 * `take` gets null in its place.
 */
export class BoundedLines {
  readonly #maxBytes: number;
  readonly #take: (line: string | null) => void;
  #pieces: Uint8Array[] = [];
  #bytes = 0;

  constructor(maxBytes: number, take: (line: string | null) => void) {
    this.#maxBytes = maxBytes;
    this.#take = take;
  }

  /** Adds the next bytes. */
  add(bytes: Uint8Array): void {
    let from = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, from)) {
      this.#hold(bytes.subarray(from, end));
      this.#end();
      from = end + 1;
    }
    this.#hold(bytes.subarray(from));
  }

  #hold(piece: Uint8Array): void {
    this.#bytes += piece.length;
    if (this.#bytes > this.#maxBytes) this.#pieces = [];
    else if (piece.length > 0) this.#pieces.push(piece);
  }

  #end(): void {
    const line =
      this.#bytes > this.#maxBytes ? null : new TextDecoder().decode(joinParts(this.#pieces));
    this.#pieces = [];
    this.#bytes = 0;
    this.#take(line);
  }
}
