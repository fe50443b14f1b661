/** No node. */
const NONE = -1;

/**
 * The free stretches of an unbounded address space, for first-fit allocation: a treap by address
 * whose nodes know the longest stretch below them. Both operations take logarithmic time on average;
 * the shape is a function of the calls alone.
 */
export class FreeGaps {
  readonly #at: number[] = [0];
  readonly #size: number[] = [Infinity];
  readonly #longest: number[] = [Infinity];
  readonly #weight: number[] = [0];
  readonly #left: number[] = [NONE];
  readonly #right: number[] = [NONE];
  readonly #spare: number[] = [];
  #root = 0;
  #seed = 0x9e37_79b9;

  /** Takes `bytes` > 0 at the lowest address where they fit, and returns it. */
  take(bytes: number): number {
    const path: number[] = [];
    let node = this.#root;
    for (;;) {
      path.push(node);
      const left = this.#left[node];
      if (left !== NONE && this.#longest[left] >= bytes) node = left;
      else if (this.#size[node] >= bytes) break;
      else node = this.#right[node];
    }
    const address = this.#at[node];
    this.#at[node] += bytes;
    this.#size[node] -= bytes;
    if (this.#size[node] <= 0) this.#remove(node, path);
    for (const each of path.reverse()) this.#measure(each);
    return address;
  }

  /** Frees a range that {@link take} returned. */
  give(address: number, bytes: number): void {
    const [low, high] = this.#split(this.#root, address);
    const before = this.#outermost(low, this.#right);
    const after = this.#outermost(high, this.#left);
    const joinsBefore = before !== NONE && this.#at[before] + this.#size[before] >= address;
    const joinsAfter = after !== NONE && this.#at[after] <= address + bytes;
    const from = joinsBefore ? this.#at[before] : address;
    const to = joinsAfter ? this.#at[after] + this.#size[after] : address + bytes;
    const lower = joinsBefore ? this.#withoutOutermost(low, this.#right, this.#left) : low;
    const upper = joinsAfter ? this.#withoutOutermost(high, this.#left, this.#right) : high;
    const node = this.#create(from, to - from);
    this.#root = this.#join(this.#join(lower, node), upper);
  }

  #create(address: number, size: number): number {
    const node = this.#spare.pop() ?? this.#at.length;
    this.#at[node] = address;
    this.#size[node] = size;
    this.#longest[node] = size;
    this.#weight[node] = this.#random();
    this.#left[node] = NONE;
    this.#right[node] = NONE;
    return node;
  }

  /** Replaces the last node of `path` with its subtrees. */
  #remove(node: number, path: number[]): void {
    path.pop();
    const parent = path.at(-1);
    const rest = this.#join(this.#left[node], this.#right[node]);
    if (parent === undefined) this.#root = rest;
    else if (this.#left[parent] === node) this.#left[parent] = rest;
    else this.#right[parent] = rest;
    this.#spare.push(node);
  }

  /** The outermost node on the side of `branch`, or none. */
  #outermost(root: number, branch: readonly number[]): number {
    let node = root;
    while (node !== NONE && branch[node] !== NONE) node = branch[node];
    return node;
  }

  /** The tree without its outermost node on the side of `branch`. */
  #withoutOutermost(root: number, branch: number[], other: readonly number[]): number {
    const path: number[] = [];
    let node = root;
    for (; branch[node] !== NONE; node = branch[node]) path.push(node);
    this.#spare.push(node);
    const parent = path.at(-1);
    if (parent === undefined) return other[node];
    branch[parent] = other[node];
    for (const each of path.reverse()) this.#measure(each);
    return root;
  }

  /** The nodes of `root` below `address`, and the others. */
  #split(root: number, address: number): [number, number] {
    if (root === NONE) return [NONE, NONE];
    if (this.#at[root] < address) {
      const [low, high] = this.#split(this.#right[root], address);
      this.#right[root] = low;
      this.#measure(root);
      return [root, high];
    }
    const [low, high] = this.#split(this.#left[root], address);
    this.#left[root] = high;
    this.#measure(root);
    return [low, root];
  }

  /** Merges two trees; all of `a` is below all of `b`. */
  #join(a: number, b: number): number {
    if (a === NONE) return b;
    if (b === NONE) return a;
    if (this.#weight[a] > this.#weight[b]) {
      this.#right[a] = this.#join(this.#right[a], b);
      this.#measure(a);
      return a;
    }
    this.#left[b] = this.#join(a, this.#left[b]);
    this.#measure(b);
    return b;
  }

  #measure(node: number): void {
    const left = this.#left[node];
    const right = this.#right[node];
    let longest = this.#size[node];
    if (left !== NONE && this.#longest[left] > longest) longest = this.#longest[left];
    if (right !== NONE && this.#longest[right] > longest) longest = this.#longest[right];
    this.#longest[node] = longest;
  }

  /** The next number of a xorshift sequence. */
  #random(): number {
    this.#seed ^= this.#seed << 13;
    this.#seed ^= this.#seed >>> 17;
    this.#seed ^= this.#seed << 5;
    return this.#seed >>> 0;
  }
}
