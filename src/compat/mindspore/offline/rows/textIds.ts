import type { TableColumns } from './crossRankColumns';

/** The table of texts by their ids. */
export const TEXT_COLUMNS = { id: 'INTEGER', text: 'VARCHAR' } as const satisfies TableColumns;

/** Numbers texts in the order in which they come, from 0. */
export class TextIds {
  private readonly ids = new Map<string, number>();

  /** The id of each text. */
  idsOf(texts: readonly string[]): Int32Array {
    const ids = new Int32Array(texts.length);
    for (let at = 0; at < texts.length; at++) ids[at] = this.idOf(texts[at]);
    return ids;
  }

  /** All texts, at their ids. */
  all(): readonly string[] {
    return [...this.ids.keys()];
  }

  private idOf(text: string): number {
    const known = this.ids.get(text);
    if (known !== undefined) return known;
    this.ids.set(text, this.ids.size);
    return this.ids.size - 1;
  }
}
