import type { Draft } from '../protocol/wire';

/** Text of one stream, written piece by piece. */
interface HeldText {
  readonly name: string;
  readonly texts: string[];
}

interface StreamContent {
  readonly name: string;
  readonly text: string;
}

function isText(waiting: Draft | HeldText): waiting is HeldText {
  return 'texts' in waiting;
}

/** Outputs that wait until it is known whether they will be shown. */
export class HeldOutputs {
  #fate: 'waiting' | 'shown' | 'dropped' = 'waiting';
  #waiting: (Draft | HeldText)[] = [];

  /** Takes an output; one that comes after the end shares the fate of the others. */
  add(draft: Draft, publish: (draft: Draft) => void): void {
    if (this.#fate === 'waiting') {
      this.#hold(draft);
    } else if (this.#fate === 'shown') {
      publish(draft);
    }
  }

  /** Shows them, in their order. */
  show(publish: (draft: Draft) => void): void {
    const drafts = this.#waiting;
    this.#end('shown');
    for (const draft of drafts) {
      publish(
        isText(draft)
          ? { type: 'stream', content: { name: draft.name, text: draft.texts.join('') } }
          : draft
      );
    }
  }

  /** Forgets them. */
  drop(): void {
    this.#end('dropped');
  }

  /** Text of one stream is put together, so that a loop that prints costs a few messages. */
  #hold(draft: Draft): void {
    if (draft.type !== 'stream') {
      this.#waiting[this.#waiting.length] = draft;
      return;
    }
    const { name, text } = draft.content as StreamContent;
    const last = this.#waiting[this.#waiting.length - 1];
    if (last !== undefined && isText(last) && last.name === name) {
      last.texts[last.texts.length] = text;
    } else {
      this.#waiting[this.#waiting.length] = { name, texts: [text] };
    }
  }

  #end(fate: 'shown' | 'dropped'): void {
    this.#fate = fate;
    this.#waiting = [];
  }
}
