import type { TableColumns } from './crossRankColumns';

export const TEXT_COLUMNS = { id: 'INTEGER', text: 'VARCHAR' } as const satisfies TableColumns;

/** Numbers texts in the order in which they come, from 0. */
export class TextIds {
  readonly #ids = new Map<string, number>();

  /** The id of each text that is `used`, by its index; others are not kept, and have -1. */
  idsOf(texts: readonly string[], used: Iterable<number>): Int32Array {
    const ids = new Int32Array(texts.length).fill(-1);
    for (const at of used) {
      if (ids[at] < 0) ids[at] = this.#idOf(texts[at]);
    }
    return ids;
  }

  /** All texts, at their ids. */
  all(): readonly string[] {
    return [...this.#ids.keys()];
  }

  #idOf(text: string): number {
    const known = this.#ids.get(text);
    if (known !== undefined) return known;
    this.#ids.set(text, this.#ids.size);
    return this.#ids.size - 1;
  }
}
