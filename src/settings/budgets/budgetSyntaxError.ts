import { KernelscopeError } from '../../base/errors';

/** Text of an expression that an error shows to either side of the place it is about. */
const SHOWN_BEFORE = 50;
const SHOWN_AFTER = 30;

/**
 * A budget that cannot be read. The message has three lines: the problem and the correct form, the
 * expression, and carets under the place.
 */
export class BudgetSyntaxError extends KernelscopeError {
  constructor(
    /** The first line of the message. */
    readonly problem: string,
    text: string,
    /** The place in the text, from `start` up to `end`, UTF-16 units. */
    readonly range: { readonly start: number; readonly end: number }
  ) {
    super(`${problem}\n${excerpt(text, range)}`);
  }
}

function excerpt(text: string, { start, end }: { start: number; end: number }): string {
  const from = Math.max(0, start - SHOWN_BEFORE);
  const to = Math.min(text.length, start + SHOWN_AFTER);
  const line = text.slice(from, to).replace(/[\p{Cc}\p{Cf}]/gu, ' ');
  const before = from > 0 ? '…' : '';
  const after = to < text.length ? '…' : '';
  const carets = '^'.repeat(Math.max(1, Math.min(end, to) - start));
  return `  ${before}${line}${after}\n  ${' '.repeat(before.length + start - from)}${carets}`;
}
