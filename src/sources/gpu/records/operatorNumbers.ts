/** Tokens of one thread's recorder are below this. */
export const TOKENS = 2 ** 31;

/**
 * The number under which CUPTI knows the slice with `token` of a thread: tokens are those of one
 * thread's recorder, and numbers those of the whole process.
 */
export function operatorNumber(token: number, threadId: number): number {
  return threadId * TOKENS + token;
}

/** The token of what {@link operatorNumber} made; -1 for a slice of another thread. */
export function tokenOfNumber(number: number, threadId: number): number {
  return Math.floor(number / TOKENS) === threadId ? number % TOKENS : -1;
}
