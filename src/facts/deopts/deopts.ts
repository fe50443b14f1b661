import { type ValueOf, list, number, record, text, wholeNumber } from '../../schema/schema';
import type { FactRun } from '../shared/fact';

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

const DEOPT_ROW = record({
  /**
   * The function that the line belongs to; where no line is known, the optimized function, which may have
   * inlined the one that it happened in. `(anonymous)` for one without a name.
   */
  function: text(DEOPT_LIMITS.function),
  /** The source file; '' if it is not known. */
  file: text(DEOPT_LIMITS.file),
  /** One-based; 0 if V8 does not tell it, as before Node 24. */
  line: wholeNumber(),
  /** V8's word: `eager` where a check failed, `lazy` where code became invalid that was on the stack. */
  kind: text(DEOPT_LIMITS.kind),
  /** V8's words, such as `wrong map`. */
  reason: text(DEOPT_LIMITS.reason),
  count: wholeNumber(1),
  /** When the first and the last one were noticed, nanoseconds from the origin; some 10 ms late at most where a thread can look. */
  firstNs: number(),
  lastNs: number()
});

/** What a profile may hold of {@link Deopts}. */
export const DEOPTS_SCHEMA = record({
  /** By function, line, kind and reason, most frequent first. */
  rows: list(DEOPT_ROW, DEOPT_LIMITS.rows),
  /** The number of deoptimizations that have no row, since there was no room for more rows. */
  more: wholeNumber()
});

/** The deoptimizations of one thread: V8 gave up optimized code of functions, and went on with slower code. */
export type Deopts = ValueOf<typeof DEOPTS_SCHEMA>;

/** The deoptimizations at one line of one kind and for one reason. */
export type DeoptRow = ValueOf<typeof DEOPT_ROW>;

/** The part of a profile. */
export interface DeoptsPart {
  /** Deoptimizations of the main thread; absent if they were not recorded. */
  readonly deopts?: Deopts;
}

/** The category of the moments at which V8 gave up optimized code. */
export const DEOPT_CATEGORY = 'deopt';

/** V8's reason for leaving optimized code in order to optimize more: no problem of the code. */
export const OSR_REASON = 'prepare for on stack replacement (OSR)';

/** `Cell [2]:7`, `Cell [2]` where no line is known, or nothing. */
export function deoptPlace({ file, line }: Pick<DeoptRow, 'file' | 'line'>): string {
  return line > 0 ? `${file}:${line}` : file;
}

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

/** The deoptimizations of all runs, those of one line, kind and reason together; nothing if none were recorded. */
export function mergeDeopts(runs: readonly FactRun<DeoptsPart>[]): DeoptsPart {
  const known = runs.flatMap(({ parts, shiftNs }) =>
    parts.deopts ? [{ deopts: parts.deopts, shiftNs }] : []
  );
  if (known.length === 0) return {};
  const rows = known.flatMap(({ deopts, shiftNs }) =>
    deopts.rows.map(row => ({
      ...row,
      firstNs: row.firstNs + shiftNs,
      lastNs: row.lastNs + shiftNs
    }))
  );
  const more = known.reduce((sum, { deopts }) => sum + deopts.more, 0);
  const all = deoptsOf(rows);
  return { deopts: { rows: all.rows, more: all.more + more } };
}
