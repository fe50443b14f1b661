import { BudgetSyntaxError } from './budgetSyntaxError';

/** A position in an expression, which advances over the text there. Offsets are UTF-16 units. */
export class BudgetScanner {
  #position = 0;

  constructor(readonly text: string) {}

  /** Offset of the next character. */
  get at(): number {
    return this.#position;
  }

  get isAtEnd(): boolean {
    return this.#position === this.text.length;
  }

  /** The next character, or nothing at the end. */
  get next(): string {
    return this.text.charAt(this.#position);
  }

  /** Steps over blanks. */
  skipBlanks(): void {
    this.take(/\s+/y);
  }

  /**
   * Advances over the text that `pattern`, which is sticky, matches here, and returns it; empty if
   * nothing matches.
   */
  take(pattern: RegExp): string {
    pattern.lastIndex = this.#position;
    const [found] = pattern.exec(this.text) ?? [''];
    this.#position += found.length;
    return found;
  }

  /** Goes on at `offset`. */
  moveTo(offset: number): void {
    this.#position = offset;
  }

  /** An error about the text from `start` up to `end`, by default the current position. */
  error(problem: string, start: number, end = this.#position): BudgetSyntaxError {
    return new BudgetSyntaxError(problem, this.text, { start, end });
  }
}
