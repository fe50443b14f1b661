import { growing, permute } from '../profile/columns';
import { ArgKind, type ArgTable } from '../profile/profile';
import type { StringTable } from './stringTable';

/** Collects arguments of slices and orders them as {@link ArgTable} demands. */
export class ArgTableBuilder {
  readonly #slice = growing.uint32();
  readonly #key = growing.uint32();
  readonly #kind = growing.uint8();
  readonly #value = growing.float64();

  constructor(private readonly strings: StringTable) {}

  /** Appends one argument of the slice with the given handle. */
  add(slice: number, key: string, value: number | string | boolean): void {
    this.#slice.push(slice);
    this.#key.push(this.strings.intern(key));
    if (typeof value === 'string') {
      this.#kind.push(ArgKind.string);
      this.#value.push(this.strings.intern(value));
      return;
    }
    this.#kind.push(typeof value === 'boolean' ? ArgKind.boolean : ArgKind.number);
    this.#value.push(Number(value));
  }

  /** Appends a number whose key is a `StringIndex`. */
  addNumber(slice: number, key: number, value: number): void {
    this.#slice.push(slice);
    this.#key.push(key);
    this.#kind.push(ArgKind.number);
    this.#value.push(value);
  }

  /**
   * The table, ordered by slice.
   *
   * @param rowOf row of each handle that `add` was given; without it handles are rows already.
   */
  build(rowOf?: Uint32Array): ArgTable {
    const length = this.#slice.length;
    const handles = this.#slice.toColumn();
    const slice = rowOf ? handles.map(handle => rowOf[handle]) : handles;
    const order = orderBySlice(slice);
    return {
      length,
      slice: permute(slice, order, new Uint32Array(length)),
      key: permute(this.#key.toColumn(), order, new Uint32Array(length)),
      kind: permute(this.#kind.toColumn(), order, new Uint8Array(length)),
      value: permute(this.#value.toColumn(), order, new Float64Array(length))
    };
  }
}

/** The rows by slice; those of one slice stay in order. */
function orderBySlice(slice: Uint32Array): Uint32Array {
  const last = slice.reduce((most, each) => Math.max(most, each), 0);
  const next = new Uint32Array(last + 2);
  for (const each of slice) next[each + 1]++;
  for (let each = 0; each <= last; each++) next[each + 1] += next[each];
  const order = new Uint32Array(slice.length);
  for (let row = 0; row < slice.length; row++) order[next[slice[row]]++] = row;
  return order;
}
