import { growing, permute } from '../../../model/profile/columns';
import type { InstantTable } from '../../../model/profile/profile';
import { IMPORT_LIMITS } from './importLimits';
import type { ImportNotes } from './importNotes';
import { orderByTime } from './timeOrder';

/** The instants of a trace, in any order of time. */
export class ImportedInstants {
  readonly #time = growing.float64();
  readonly #label = growing.uint32();
  readonly #row = growing.uint32();
  readonly #scope = growing.uint8();

  constructor(private readonly notes: ImportNotes) {}

  /** Adds a moment; `scope` is one of `InstantScope`. */
  add(time: number, label: number, row: number, scope: number): void {
    if (this.#time.length >= IMPORT_LIMITS.events) {
      this.notes.add('limit');
      return;
    }
    this.#time.push(time);
    this.#label.push(label);
    this.#row.push(row);
    this.#scope.push(scope);
  }

  /** Number of instants so far. */
  get length(): number {
    return this.#time.length;
  }

  usedRows(): ReadonlySet<number> {
    return new Set(this.#row.toColumn());
  }

  /** The table, times minus `origin`; `trackOf` returns the track of a row. */
  table(origin: number, trackOf: (row: number) => number): InstantTable {
    const time = this.#time.toColumn();
    const order = orderByTime(time);
    const { length } = order;
    return {
      length,
      time: permute(time, order, new Float64Array(length)).map(at => at - origin),
      label: permute(this.#label.toColumn(), order, new Uint32Array(length)),
      track: Uint16Array.from(
        permute(this.#row.toColumn(), order, new Uint32Array(length)),
        trackOf
      ),
      scope: permute(this.#scope.toColumn(), order, new Uint8Array(length))
    };
  }
}
