import type { Later } from '../../cells/interrupts/interrupt';
import type { StreamOwner } from './outputMessages';

/** Text is sent so long after the first of it was written, if nothing sends it sooner. */
export const BATCH_MS = 100;
/** The amount of text, in UTF-16 units, that is sent without waiting. */
export const BATCH_UNITS = 512 * 1024;

/** Sends the text that was gathered for one owner. */
export type SendText = (owner: StreamOwner, text: string) => void;

function isSame(a: StreamOwner, b: StreamOwner): boolean {
  return a.stream === b.stream && a.parent?.msg_id === b.parent?.msg_id;
}

/**
 * Collects text of streams, so that a loop that prints makes a few messages and not thousands. The
 * order of all text is kept: text of another owner first sends the text collected so far.
 */
export class StreamBatches {
  readonly #send: SendText;
  readonly #later: Later;
  #owner: StreamOwner | null = null;
  #texts: string[] = [];
  #units = 0;
  #isDue = false;

  constructor(send: SendText, later: Later) {
    this.#send = send;
    this.#later = later;
  }

  /** Sets the owner of the next text. */
  begin(owner: StreamOwner): void {
    if (this.#owner === null || !isSame(this.#owner, owner)) {
      this.flush();
    }
    this.#owner = owner;
  }

  /** Takes text of the present owner. */
  add(text: string): void {
    this.#texts.push(text);
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
    if (this.#owner !== null && this.#texts.length > 0) {
      const text = this.#texts.join('');
      this.#texts = [];
      this.#units = 0;
      this.#send(this.#owner, text);
    }
  }
}
