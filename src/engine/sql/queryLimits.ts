import { KernelscopeError } from '../../base/errors';

/** The limits of a query; docs/user-guide/sql.md states them. */
export const QUERY_LIMITS = {
  /** Rows of a result. */
  rows: 100_000,
  /** Values of a result: rows times columns. */
  values: 10_000_000,
  /** Texts of a result in all, UTF-16 units. */
  characters: 32_000_000,
  /** Milliseconds from the first look at the query to its last row. */
  timeMs: 5000,
  /** UTF-16 units of the query itself. */
  queryCharacters: 100_000
} as const;

/** A query cannot be answered: it is wrong, not allowed, or beyond a limit, as the message says. */
export class QueryError extends KernelscopeError {}
