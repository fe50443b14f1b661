/** Numbers by index, of which the first that is at least some number is found in logarithmic time. */
export class FirstFit {
  /** A binary tree in an array, the root at 1: each node has the greatest number below it. */
  #greatest = new Float64Array(2).fill(-Infinity);
  #room = 1;
  #length = 0;

  /** Numbers so far. */
  get length(): number {
    return this.#length;
  }

  /** Appends a number and returns its index. */
  push(value: number): number {
    const index = this.#length++;
    if (index === this.#room) this.#grow();
    this.set(index, value);
    return index;
  }

  /** Replaces a number. */
  set(index: number, value: number): void {
    const tree = this.#greatest;
    let node = this.#room + index;
    tree[node] = value;
    for (node >>= 1; node > 0; node >>= 1) {
      tree[node] = Math.max(tree[2 * node], tree[2 * node + 1]);
    }
  }

  /** The index of the first number that is at least `least`; −1 if there is none. */
  first(least: number): number {
    const tree = this.#greatest;
    if (!(tree[1] >= least)) return -1;
    let node = 1;
    while (node < this.#room) node = tree[2 * node] >= least ? 2 * node : 2 * node + 1;
    return node - this.#room;
  }

  #grow(): void {
    const values = this.#greatest.subarray(this.#room);
    const grown = new Float64Array(4 * this.#room).fill(-Infinity);
    this.#room *= 2;
    grown.set(values, this.#room);
    this.#greatest = grown;
    for (let node = this.#room - 1; node > 0; node--) {
      grown[node] = Math.max(grown[2 * node], grown[2 * node + 1]);
    }
  }
}
