import { intrinsics } from '../../base/intrinsics/intrinsics';
import { imul } from '../../base/intrinsics/ownFunctions';

/** Rows that a table begins with room for; a power of two. */
const FIRST_ROOM = 64;

/** Three whole numbers of 32 bits in each row, every distinct triple once: found by hashing. */
export class TripleRows {
  #values = new Int32Array(3 * FIRST_ROOM);
  /** Rows plus one by hash, twice as many slots as there is room for rows; 0 for an empty slot. */
  #slots = new Int32Array(2 * FIRST_ROOM);
  #used = 0;
  /** Rows that there is room for; programs may replace the `length` of arrays. */
  #room = FIRST_ROOM;

  /** Rows so far. */
  get length(): number {
    return this.#used;
  }

  /** The row of a triple, new or known. */
  row(a: number, b: number, c: number): number {
    const values = this.#values;
    const slots = this.#slots;
    const mask = 2 * this.#room - 1;
    let slot = hashOf(a, b, c) & mask;
    for (let row = slots[slot] - 1; row >= 0; row = slots[slot] - 1) {
      const at = 3 * row;
      if (values[at] === a && values[at + 1] === b && values[at + 2] === c) return row;
      slot = (slot + 1) & mask;
    }
    return this.#add(slot, a, b, c);
  }

  /** The number at `place`, 0 to 2, of a row. */
  at(row: number, place: number): number {
    return this.#values[3 * row + place];
  }

  /** The numbers at one place of all rows, written into `target`. */
  column<C extends Int32Array | Uint32Array>(place: number, target: C): C {
    for (let row = 0; row < this.#used; row++) target[row] = this.#values[3 * row + place];
    return target;
  }

  #add(slot: number, a: number, b: number, c: number): number {
    const row = this.#used++;
    this.#slots[slot] = row + 1;
    this.#values[3 * row] = a;
    this.#values[3 * row + 1] = b;
    this.#values[3 * row + 2] = c;
    if (this.#used === this.#room) intrinsics.aside(() => this.#grow());
    return row;
  }

  #grow(): void {
    const values = this.#values;
    const used = this.#used;
    this.#room *= 2;
    this.#values = new Int32Array(3 * this.#room);
    this.#values.set(values);
    this.#slots = new Int32Array(2 * this.#room);
    const mask = 2 * this.#room - 1;
    for (let row = 0; row < used; row++) {
      let slot = hashOf(values[3 * row], values[3 * row + 1], values[3 * row + 2]) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = row + 1;
    }
  }
}

/** Mixes the bits of three numbers by odd multipliers, the last of them Fibonacci hashing's. */
function hashOf(a: number, b: number, c: number): number {
  const mixed = imul(imul(a, 0x85ebca6b) ^ b, 0xc2b2ae35) ^ c;
  const spread = imul(mixed ^ (mixed >>> 15), 0x9e3779b1);
  return spread ^ (spread >>> 16);
}
