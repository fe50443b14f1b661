import type { Token } from '../../../record/slices/sliceStore';

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

/** Slices, and calls, whose profiler scope is kept at most. */
const MAX_SCOPES = 1 << 20;

/** Calls in a scope that is not the one in which the slice around them began. */
interface CallsInScope {
  readonly scope: string;
  /** The slice around them; null if there is none. */
  readonly within: Token | null;
}

/** The profiler scopes of slices and of calls, by token. Calls have tokens of their own, from the last one down. */
export class OperatorScopes {
  readonly #slices = new Map<Token, string>();
  readonly #calls: CallsInScope[] = [];

  // hot
  /** A slice began in `scope`. */
  began(token: Token, scope: string): void {
    if (this.#slices.size < MAX_SCOPES) this.#slices.set(token, scope);
  }

  /**
   * The token of calls in `scope` within a slice; null where that of the slice says the same, and where
   * there are too many.
   */
  tokenOfCalls(scope: string, within: Token | null): Token | null {
    if (within !== null && this.#slices.get(within) === scope) return null;
    const last = this.#calls.at(-1);
    if (last?.scope !== scope || last.within !== within) {
      if (this.#calls.length >= MAX_SCOPES) return null;
      this.#calls.push({ scope, within });
    }
    return (TOKENS - this.#calls.length) as Token;
  }

  /** The profiler scope of a token, or null if none was open. */
  scopeOf(token: number): string | null {
    return this.#callsOf(token)?.scope ?? this.#slices.get(token as Token) ?? null;
  }

  /** The token of the slice that a token stands for: for calls, that of the slice around, or -1. */
  sliceOf(token: number): number {
    const calls = this.#callsOf(token);
    return calls === undefined ? token : (calls.within ?? -1);
  }

  #callsOf(token: number): CallsInScope | undefined {
    return this.#calls[TOKENS - 1 - token];
  }
}
