import type { BudgetQuantity } from '../base/budget';
import { shown } from '../base/errors';
import { BudgetScanner } from '../settings/budgets/budgetScanner';
import { readLimit } from '../settings/budgets/readLimit';
import { ProfiledError } from './profiledError';

/** The arguments of an assertion with a limit: it alone, or a name before it. */
export type LimitArguments = readonly [limit: string] | readonly [name: string, limit: string];

/** The limit of an assertion. */
export interface NamedLimit {
  /** Null for the whole run. */
  readonly name: string | null;
  /** Nanoseconds or bytes. */
  readonly limit: number;
  /** As it was written. */
  readonly text: string;
}

const TIME: BudgetQuantity = { of: 'run', statistic: 'wall' };
const MEMORY: BudgetQuantity = { of: 'memory', statistic: 'peak', pool: 'heap' };

/** Reads a limit such as `50 ms`. @throws ProfiledError, BudgetSyntaxError */
export function timeLimit(given: readonly unknown[]): NamedLimit {
  return namedLimit(given, TIME, '50 ms');
}

/** Reads a limit such as `10 MB`. @throws ProfiledError, BudgetSyntaxError */
export function memoryLimit(given: readonly unknown[]): NamedLimit {
  return namedLimit(given, MEMORY, '10 MB');
}

function namedLimit(
  given: readonly unknown[],
  quantity: BudgetQuantity,
  example: string
): NamedLimit {
  const [name, text] = given.length < 2 ? [null, given[0]] : given;
  if (given.length > 2 || typeof text !== 'string' || (name !== null && typeof name !== 'string')) {
    const list = given.map(shown).join(', ');
    throw new ProfiledError(
      `Give a limit such as '${example}', and a name before it if you like, got (${list}).`
    );
  }
  const scanner = new BudgetScanner(text);
  const { limit } = readLimit(scanner, quantity, 'This limit');
  const { at } = scanner;
  scanner.skipBlanks();
  if (!scanner.isAtEnd) throw scanner.error('A limit ends with its unit.', at, text.length);
  return { name, limit, text };
}
