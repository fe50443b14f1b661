/** Counts the asynchronous operators that have been started and have not settled. */
export class OperatorsInFlight {
  #underWay = 0;
  #waiting: (() => void)[] = [];

  /** Operators in flight now. */
  get count(): number {
    return this.#underWay;
  }

  // hot
  /** One more operator is in flight; call {@link leave} once when it settles. */
  enter(): void {
    this.#underWay++;
  }

  // hot
  /** One operator has settled. */
  leave(): void {
    this.#underWay--;
    if (this.#underWay > 0 || this.#waiting.length === 0) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }

  /**
   * Resolves the next time that no operator is in flight; immediately if there is none. Never rejects.
   */
  whenNone(): Promise<void> {
    if (this.#underWay === 0) return Promise.resolve();
    return new Promise(resolve => this.#waiting.push(resolve));
  }
}
