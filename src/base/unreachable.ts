import { shown } from './text';

/**
 * Closes a switch over a discriminated union: the call only compiles when every case was handled.
 *
 * @throws Error naming the value, when data from outside did not match its type after all.
 */
export function assertUnreachable(value: never): never {
  throw new Error(`Unexpected value: ${shown(value)}`);
}
