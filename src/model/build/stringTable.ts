/** Interns text: each distinct string gets one index, in order of first use; index 0 is `''`. */
export class StringTable {
  readonly #indices = new Map<string, number>();
  readonly #values: string[] = [];

  /** `initial` keep their indices, also those that are there twice. */
  constructor(initial: readonly string[] = ['']) {
    for (const value of initial) {
      if (!this.#indices.has(value)) this.#indices.set(value, this.#values.length);
      this.#values.push(value);
    }
  }

  /** The index of `value`, new or known. */
  intern(value: string): number {
    const known = this.#indices.get(value);
    if (known !== undefined) return known;
    const index = this.#values.length;
    this.#values.push(value);
    this.#indices.set(value, index);
    return index;
  }

  /** The text with an index that {@link intern} gave. */
  at(index: number): string {
    return this.#values[index];
  }

  /** The strings by index. */
  toArray(): readonly string[] {
    return this.#values.slice();
  }
}
