import { textOf } from './fieldOf';
import { OTHER } from './requestName';

/** The `error.type` of a request whose connection was closed before its end. */
export const ABORTED = 'aborted';

/** Codes and names of classes, which no message and no path has the form of. */
const WORD = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;

/**
 * The class of an error: its code, such as `ECONNREFUSED`, or else its name, such as `TypeError`. A
 * code that the cause has goes before a name. `_OTHER` if none has a usual form.
 */
export function errorType(error: unknown): string {
  const candidates = [textOf(error, 'code'), textOf(causeOf(error), 'code'), textOf(error, 'name')];
  return candidates.find(text => text !== undefined && WORD.test(text)) ?? OTHER;
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined;
}
