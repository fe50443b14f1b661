import { BudgetSyntaxError } from './budgetSyntaxError';

/** A place in an expression, and steps over what stands there. Offsets are UTF-16 units. */
export class BudgetScanner {
  private position = 0;

  constructor(readonly text: string) {}

  /** Offset of what comes next. */
  get at(): number {
    return this.position;
  }

  get isAtEnd(): boolean {
    return this.position === this.text.length;
  }

  /** The next character, or nothing at the end. */
  get next(): string {
    return this.text.charAt(this.position);
  }

  /** Steps over blanks. */
  skipBlanks(): void {
    this.take(/\s+/y);
  }

  /** Steps over what `pattern`, which is sticky, finds here, and gives it; empty when nothing. */
  take(pattern: RegExp): string {
    pattern.lastIndex = this.position;
    const [found] = pattern.exec(this.text) ?? [''];
    this.position += found.length;
    return found;
  }

  /** Goes on at `offset`. */
  moveTo(offset: number): void {
    this.position = offset;
  }

  /** The error of what stands from `start` up to `end`, which is here unless given. */
  error(problem: string, start: number, end = this.position): BudgetSyntaxError {
    return new BudgetSyntaxError(problem, this.text, { start, end });
  }
}
