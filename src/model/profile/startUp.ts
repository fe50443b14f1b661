/** Bounds of a {@link StartUp}. */
export const START_UP_LIMITS = { runs: 10_000, lines: 10_000 } as const;

/** When one run of a program began its own code: until then Node, a compiler and packages were loaded. */
export interface StartUpRun {
  readonly pid: number;
  /** Nanoseconds from the origin of the profile, `fromNs` ≤ `untilNs`. */
  readonly fromNs: number;
  readonly untilNs: number;
}

/** What of a line's times in `Profile.lineTotals` is the loading of packages that it imports, nanoseconds. */
export interface ImportingLine {
  readonly file: string;
  /** One-based. */
  readonly line: number;
  readonly ownNs: number;
  readonly totalNs: number;
}

/** The start of a program, which is none of the work that it does. */
export interface StartUp {
  /** One for each run of the program. */
  readonly runs: readonly StartUpRun[];
  /** Lines of the user's own code. */
  readonly lines: readonly ImportingLine[];
}
