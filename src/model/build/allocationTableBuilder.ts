import { growing } from '../profile/columns';
import type { AllocationTable } from '../profile/profile';

/** One piece of memory; see {@link AllocationTable}. */
export interface AllocationRow {
  readonly time: number;
  readonly lifetime: number;
  readonly isHeld: boolean;
  readonly bytes: number;
  readonly address: number;
  /** `StringIndex` of each. */
  readonly name: number;
  readonly scope: number;
  readonly device: number;
}

/** Puts an {@link AllocationTable} together, row by row in order of time. */
export class AllocationTableBuilder {
  readonly #time = growing.float64();
  readonly #lifetime = growing.float64();
  readonly #isHeld = growing.uint8();
  readonly #bytes = growing.float64();
  readonly #address = growing.float64();
  readonly #name = growing.uint32();
  readonly #scope = growing.uint32();
  readonly #device = growing.uint32();

  /** Adds a row and returns its number. */
  add(row: AllocationRow): number {
    const number = this.#time.length;
    this.#time.push(row.time);
    this.#lifetime.push(row.lifetime);
    this.#isHeld.push(row.isHeld ? 1 : 0);
    this.#bytes.push(row.bytes);
    this.#address.push(row.address);
    this.#name.push(row.name);
    this.#scope.push(row.scope);
    this.#device.push(row.device);
    return number;
  }

  /** Records that the memory of a row was freed at `time`; returns its number of bytes. */
  release(row: number, time: number): number {
    this.#lifetime.set(row, time - this.#time.at(row));
    this.#isHeld.set(row, 0);
    return this.#bytes.at(row);
  }

  /** The finished table. */
  build(): AllocationTable {
    return {
      length: this.#time.length,
      time: this.#time.toColumn(),
      lifetime: this.#lifetime.toColumn(),
      isHeld: this.#isHeld.toColumn(),
      bytes: this.#bytes.toColumn(),
      address: this.#address.toColumn(),
      name: this.#name.toColumn(),
      scope: this.#scope.toColumn(),
      device: this.#device.toColumn()
    };
  }
}
