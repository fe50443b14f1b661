import type { Draft } from './wire';

/** Outputs that wait until it is known whether anyone is to see them. */
export class HeldOutputs {
  #fate: 'waiting' | 'shown' | 'dropped' = 'waiting';
  #waiting: Draft[] = [];

  /** Takes an output; one that comes after the end shares the fate of the others. */
  add(draft: Draft, publish: (draft: Draft) => void): void {
    if (this.#fate === 'waiting') {
      this.#waiting.push(draft);
    } else if (this.#fate === 'shown') {
      publish(draft);
    }
  }

  /** Shows them, in their order. */
  show(publish: (draft: Draft) => void): void {
    const drafts = this.#waiting;
    this.#end('shown');
    drafts.forEach(draft => publish(draft));
  }

  /** Forgets them. */
  drop(): void {
    this.#end('dropped');
  }

  #end(fate: 'shown' | 'dropped'): void {
    this.#fate = fate;
    this.#waiting = [];
  }
}
