import { growing, permute } from './columns';
import type { ArgTable } from './profile';
import { ArgKind } from './profile';
import type { StringTable } from './stringTable';

/** Collects arguments of slices and orders them as {@link ArgTable} demands. */
export class ArgTableBuilder {
  private readonly slice = growing.uint32();
  private readonly key = growing.uint32();
  private readonly kind = growing.uint8();
  private readonly value = growing.float64();

  constructor(private readonly strings: StringTable) {}

  /** Appends one argument of the slice with the given handle. */
  add(slice: number, key: string, value: number | string | boolean): void {
    this.slice.push(slice);
    this.key.push(this.strings.intern(key));
    if (typeof value === 'string') {
      this.kind.push(ArgKind.string);
      this.value.push(this.strings.intern(value));
      return;
    }
    this.kind.push(typeof value === 'boolean' ? ArgKind.boolean : ArgKind.number);
    this.value.push(Number(value));
  }

  /**
   * The table, ordered by slice.
   *
   * @param rowOf row of each handle that `add` was given; without it handles are rows already.
   */
  build(rowOf?: Uint32Array): ArgTable {
    const length = this.slice.length;
    const handles = this.slice.toColumn();
    const slice = rowOf ? handles.map(handle => rowOf[handle]) : handles;
    const order = Uint32Array.from({ length }, (_, row) => row);
    order.sort((a, b) => slice[a] - slice[b] || a - b);
    return {
      length,
      slice: permute(slice, order, new Uint32Array(length)),
      key: permute(this.key.toColumn(), order, new Uint32Array(length)),
      kind: permute(this.kind.toColumn(), order, new Uint8Array(length)),
      value: permute(this.value.toColumn(), order, new Float64Array(length))
    };
  }
}
