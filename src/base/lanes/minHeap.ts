/** A binary heap of numbers by key, least first; of equal keys, any. */
export class MinHeap {
  readonly #keys: number[] = [];
  readonly #values: number[] = [];

  get length(): number {
    return this.#keys.length;
  }

  /** The key of the value that {@link pop} returns next; only if there is one. */
  get leastKey(): number {
    return this.#keys[0];
  }

  /** Adds `value` under `key`. */
  push(value: number, key: number): void {
    let at = this.#keys.length;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (this.#keys[above] <= key) break;
      this.#set(at, above);
      at = above;
    }
    this.#keys[at] = key;
    this.#values[at] = value;
  }

  /** Takes out the value with the least key; only when there is one. */
  pop(): number {
    const least = this.#values[0];
    const last = this.#keys.length - 1;
    const [key, value] = [this.#keys[last], this.#values[last]];
    this.#keys.pop();
    this.#values.pop();
    if (last > 0) this.#sink(key, value);
    return least;
  }

  /** Puts a value at the top and lets it down to its place. */
  #sink(key: number, value: number): void {
    let at = 0;
    for (;;) {
      const below = this.#lesserChild(at);
      if (below >= this.#keys.length || this.#keys[below] >= key) break;
      this.#set(at, below);
      at = below;
    }
    this.#keys[at] = key;
    this.#values[at] = value;
  }

  #lesserChild(at: number): number {
    const left = 2 * at + 1;
    const right = left + 1;
    return right < this.#keys.length && this.#keys[right] < this.#keys[left] ? right : left;
  }

  #set(to: number, from: number): void {
    this.#keys[to] = this.#keys[from];
    this.#values[to] = this.#values[from];
  }
}
