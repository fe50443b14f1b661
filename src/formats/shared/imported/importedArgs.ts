import { growing, permute } from '../../../model/profile/columns';
import { ArgKind, type ArgTable } from '../../../model/profile/profile';
import { groupRows } from '../rows/rowGroups';
import type { ImportedTexts } from './importedTexts';
import { IMPORT_LIMITS } from './importLimits';
import type { ImportNotes } from './importNotes';

/** Arguments of slices, by handle; of two with the same key the later one stays. */
export class ImportedArgs {
  readonly #slice = growing.uint32();
  readonly #key = growing.uint32();
  readonly #kind = growing.uint8();
  readonly #value = growing.float64();
  /** The newest argument plus one of each key. */
  readonly #newest = new Map<number, number>();
  readonly #moved = new Map<number, number>();
  #left = 0;

  constructor(
    private readonly texts: ImportedTexts,
    private readonly notes: ImportNotes
  ) {}

  /** Arguments that were not kept. */
  get dropped(): number {
    return this.#left;
  }

  addNumber(slice: number, key: number, value: number): void {
    this.#add(slice, key, ArgKind.number, value);
  }

  /** True or false. */
  addBoolean(slice: number, key: number, value: boolean): void {
    this.#add(slice, key, ArgKind.boolean, value ? 1 : 0);
  }

  /** A text, as an index. */
  addText(slice: number, key: number, text: number): void {
    if (this.texts.isOther(text)) this.#leaveOut();
    else this.#add(slice, key, ArgKind.string, text);
  }

  /** The arguments of the handle `from` are those of the slice `to`. */
  move(from: number, to: number): void {
    this.#moved.set(from, to);
  }

  /** Renames the key `from` of every argument to `to`, for slices that satisfy `isMeant`. */
  rename(from: number, to: number, isMeant: (slice: number) => boolean): void {
    for (let arg = 0; arg < this.#key.length; arg++) {
      if (this.#key.at(arg) === from && isMeant(this.#slice.at(arg))) this.#key.set(arg, to);
    }
  }

  /**
   * The table; `rowOf[handle]` is the row of a slice. Arguments of ends that met none are left out; of
   * an argument of a beginning and its end, that of the end stays.
   */
  table(rowOf: Int32Array, sliceCount: number): ArgTable {
    const all = this.#slice.toColumn().map(slice => {
      const row = rowOf[this.#moved.get(slice) ?? slice];
      return row < 0 ? sliceCount : row;
    });
    const { rows, offsets } = groupRows(all, sliceCount + 1);
    const order = this.#withoutReplaced(rows.subarray(0, offsets[sliceCount]), all);
    const { length } = order;
    return {
      length,
      slice: permute(all, order, new Uint32Array(length)),
      key: permute(this.#key.toColumn(), order, new Uint32Array(length)),
      kind: permute(this.#kind.toColumn(), order, new Uint8Array(length)),
      value: permute(this.#value.toColumn(), order, new Float64Array(length))
    };
  }

  // hot
  #add(slice: number, key: number, kind: number, value: number): void {
    const known = this.#newest.get(key);
    if (known !== undefined && this.#slice.at(known) === slice) {
      this.#kind.set(known, kind);
      this.#value.set(known, value);
      return;
    }
    if (this.#slice.length >= IMPORT_LIMITS.args || this.texts.isOther(key)) {
      this.#leaveOut();
      return;
    }
    this.#newest.set(key, this.#slice.push(slice));
    this.#key.push(key);
    this.#kind.push(kind);
    this.#value.push(value);
  }

  /** The arguments, grouped by the slices in `all`, without those that an end has as well. */
  #withoutReplaced(order: Uint32Array, all: Uint32Array): Uint32Array {
    if (this.#moved.size === 0) return order;
    const replaced = new Set<number>();
    for (let from = 0, to = 0; from < order.length; from = to) {
      for (to = from + 1; to < order.length && all[order[to]] === all[order[from]];) to++;
      this.#findReplaced(order.subarray(from, to), replaced);
    }
    return replaced.size === 0 ? order : order.filter(arg => !replaced.has(arg));
  }

  #findReplaced(args: Uint32Array, replaced: Set<number>): void {
    const ofEnd = args.filter(arg => this.#moved.has(this.#slice.at(arg)));
    if (ofEnd.length === 0 || ofEnd.length === args.length) return;
    const keys = new Set(Array.from(ofEnd, arg => this.#key.at(arg)));
    for (const arg of args) {
      const isOfEnd = this.#moved.has(this.#slice.at(arg));
      if (!isOfEnd && keys.has(this.#key.at(arg))) replaced.add(arg);
    }
  }

  #leaveOut(): void {
    this.#left++;
    this.notes.add('args');
  }
}
