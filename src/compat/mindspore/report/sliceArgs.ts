import { RowsOfSlices } from '../../../analysis/slices/rowsOfSlices';
import { ArgKind, type ArgTable, type Profile } from '../../../model/profile/profile';

/** Replaces a missing string. */
export const NO_TEXT = -1;

/** Reads arguments of slices, which must be requested in order of their rows. */
export class SliceArgs {
  readonly #args: ArgTable;
  readonly #strings: readonly string[];
  readonly #rows: RowsOfSlices;

  constructor({ args, strings }: Profile) {
    this.#args = args;
    this.#strings = strings;
    this.#rows = new RowsOfSlices(args.slice);
  }

  // hot
  /** The row of the text of a slice's argument, by the string of its key, or {@link NO_TEXT}. */
  textRow(slice: number, key: number): number {
    const at = this.#find(slice, key);
    return at >= 0 && this.#args.kind[at] === ArgKind.string ? this.#args.value[at] : NO_TEXT;
  }

  /** A slice's argument as text, or an empty text. */
  text(slice: number, name: string): string {
    const at = this.#find(slice, this.#strings.indexOf(name));
    if (at < 0) return '';
    const value = this.#args.value[at];
    return this.#args.kind[at] === ArgKind.string ? this.#strings[value] : String(value);
  }

  /** The row of an argument, or -1. */
  #find(slice: number, key: number): number {
    const args = this.#args;
    for (let at = this.#rows.first(slice); args.slice[at] === slice; at++) {
      if (args.key[at] === key) return at;
    }
    return -1;
  }
}
