/** The limits of {@link Deopts}. */
export const DEOPT_LIMITS = {
  /** Rows. */
  rows: 200,
  /** Length of a function's name, UTF-16 units. */
  function: 120,
  /** Length of a file's name, UTF-16 units. */
  file: 300,
  /** Length of a kind, UTF-16 units. */
  kind: 40,
  /** Length of a reason, UTF-16 units. */
  reason: 120
} as const;

/** The deoptimizations of one thread: V8 gave up optimized code of functions, and went on with slower code. */
export interface Deopts {
  /** By function, line, kind and reason, most frequent first. */
  readonly rows: readonly DeoptRow[];
  /** The number of deoptimizations that have no row, since there was no room for more rows. */
  readonly more: number;
}

/** The deoptimizations at one line of one kind and for one reason. */
export interface DeoptRow {
  /**
   * The function that the line belongs to; where no line is known, the optimized function, which may have
   * inlined the one that it happened in. `(anonymous)` for one without a name.
   */
  readonly function: string;
  /** The source file; '' if it is not known. */
  readonly file: string;
  /** One-based; 0 if V8 does not tell it, as before Node 24. */
  readonly line: number;
  /** V8's word: `eager` where a check failed, `lazy` where code became invalid that was on the stack. */
  readonly kind: string;
  /** V8's words, such as `wrong map`. */
  readonly reason: string;
  readonly count: number;
  /** When the first and the last one were noticed, nanoseconds from the origin; some 10 ms late at most where a thread can look. */
  readonly firstNs: number;
  readonly lastNs: number;
}

/** V8's reason for leaving optimized code in order to optimize more: no problem of the code. */
export const OSR_REASON = 'prepare for on stack replacement (OSR)';

/** {@link Deopts} of `rows` in any order, those of one line, kind and reason together, within the limits. */
export function deoptsOf(rows: Iterable<DeoptRow>): Deopts {
  const known = new Map<string, DeoptRow>();
  for (const row of rows) {
    const key = JSON.stringify([row.function, row.file, row.line, row.kind, row.reason]);
    const before = known.get(key);
    known.set(key, before ? together(before, row) : row);
  }
  const sorted = [...known.values()].sort((a, b) => b.count - a.count || a.firstNs - b.firstNs);
  const hidden = sorted.slice(DEOPT_LIMITS.rows);
  return {
    rows: sorted.slice(0, DEOPT_LIMITS.rows),
    more: hidden.reduce((sum, { count }) => sum + count, 0)
  };
}

function together(a: DeoptRow, b: DeoptRow): DeoptRow {
  return {
    ...a,
    count: a.count + b.count,
    firstNs: Math.min(a.firstNs, b.firstNs),
    lastNs: Math.max(a.lastNs, b.lastNs)
  };
}
