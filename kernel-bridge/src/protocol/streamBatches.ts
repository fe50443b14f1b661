import type { Later } from '../cells/interrupt';
import type { StreamOwner } from './outputMessages';

/** Text is sent so long after the first of it was written, if nothing sends it sooner. */
export const BATCH_MS = 100;
/** The amount of text, in UTF-16 units, that is sent without waiting, and the most of one message. */
export const BATCH_UNITS = 64 * 1024;

/**
 * Turns of owners that are sent apart: so many at a time, and so many a millisecond later on. More would be
 * more messages than Jupyter's server takes.
 */
const MAX_TURNS = 500;
const TURNS_PER_MS = 0.25;

/** Sends the text that was gathered for one owner. */
export type SendText = (owner: StreamOwner, text: string) => void;

function isSame(a: StreamOwner, b: StreamOwner): boolean {
  return a.stream === b.stream && a.parent?.msg_id === b.parent?.msg_id;
}

/** Text in pieces of at most `BATCH_UNITS`, none of which ends within a character. */
function* piecesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    let end = Math.min(start + BATCH_UNITS, text.length);
    if ((text.codePointAt(end - 1) ?? 0) > 0xffff) end -= 1;
    yield text.slice(start, end);
    start = end;
  }
}

/** Text of one owner that was collected. */
interface Part {
  readonly owner: StreamOwner;
  readonly texts: string[];
}

/**
 * Collects text of streams, so that a loop that prints makes a few messages and not thousands. Text of
 * another owner first sends the text collected so far, which keeps the order of all text; but where owners
 * take turns without end, only the text of each stays in order.
 */
export class StreamBatches {
  readonly #send: SendText;
  readonly #later: Later;
  readonly #now: () => number;
  #parts: Part[] = [];
  #current: Part | null = null;
  #units = 0;
  #turnsLeft = MAX_TURNS;
  #turnedAtMs = 0;
  #isDue = false;

  /** `now` is monotonic time in milliseconds. */
  constructor(send: SendText, later: Later, now: () => number) {
    this.#send = send;
    this.#later = later;
    this.#now = now;
  }

  /** Sets the owner of the next text. */
  begin(owner: StreamOwner): void {
    if (this.#current !== null && isSame(this.#current.owner, owner)) return;
    if (this.#units > 0 && this.#mayTurn()) this.flush();
    this.#current = this.#parts.find(part => isSame(part.owner, owner)) ?? null;
    if (this.#current === null) {
      this.#current = { owner, texts: [] };
      this.#parts.push(this.#current);
    }
  }

  /** Takes text of the present owner. */
  add(text: string): void {
    this.#current?.texts.push(text);
    this.#units += text.length;
    if (this.#units >= BATCH_UNITS) {
      this.flush();
    } else if (!this.#isDue) {
      this.#isDue = true;
      this.#later(() => {
        this.#isDue = false;
        this.flush();
      }, BATCH_MS);
    }
  }

  /** Sends the collected text immediately. */
  flush(): void {
    const parts = this.#parts;
    this.#units = 0;
    this.#parts = this.#current === null ? [] : [{ owner: this.#current.owner, texts: [] }];
    this.#current = this.#parts[0] ?? null;
    for (const { owner, texts } of parts) {
      for (const piece of piecesOf(texts.join(''))) this.#send(owner, piece);
    }
  }

  #mayTurn(): boolean {
    const nowMs = this.#now();
    const earned = (nowMs - this.#turnedAtMs) * TURNS_PER_MS;
    this.#turnedAtMs = nowMs;
    this.#turnsLeft = Math.min(MAX_TURNS, this.#turnsLeft + earned);
    if (this.#turnsLeft < 1) return false;
    this.#turnsLeft -= 1;
    return true;
  }
}
